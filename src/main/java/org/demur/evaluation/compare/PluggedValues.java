package org.demur.evaluation.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Gold's values in a prediction's places, in every way, for models that write no values of their
 * own: Spider's script takes a prediction for right where one of these returns what gold does.
 *
 * @see <a href="https://github.com/taoyds/test-suite-sql-eval">its option plug_value</a>
 */
public final class PluggedValues {
    /**
     * The script tries all ways. Six places for four values are 4,096; beyond ten thousand, chance
     * finds right results, and each way is executed.
     */
    private static final long MOST_WAYS = 10_000;

    private PluggedValues() {}

    /**
     * The prediction with gold's values; itself alone where either has none.
     *
     * @param gold as it is executed
     * @param prediction as it is executed
     */
    public static Stream<String> of(String gold, String prediction) {
        var values = new LinkedHashSet<String>();
        for (String piece : pieces(gold)) {
            if (isValue(piece)) {
                values.add(piece);
            }
        }
        List<String> pieces = pieces(prediction);
        long places = pieces.stream().filter(PluggedValues::isValue).count();
        if (values.isEmpty() || places == 0) {
            return Stream.of(prediction);
        }
        double ways = Math.pow(values.size(), (double) places);
        List<String> choices = List.copyOf(values);
        return LongStream.range(0, (long) Math.min(ways, MOST_WAYS))
                .mapToObj(way -> filled(pieces, choices, way));
    }

    /**
     * One way.
     *
     * @param way its digits, to the base of how many choices there are, are the choices
     */
    private static String filled(List<String> pieces, List<String> choices, long way) {
        var text = new StringBuilder();
        long rest = way;
        for (String piece : pieces) {
            if (isValue(piece)) {
                text.append(choices.get((int) (rest % choices.size())));
                rest /= choices.size();
            } else {
                text.append(piece);
            }
        }
        return text.toString();
    }

    /** Quoted in one way or the other, which the script takes for a text, or a number. */
    private static boolean isValue(String piece) {
        char first = piece.charAt(0);
        boolean isQuoted = (first == '\'' || first == '"') && piece.length() > 1;
        return isQuoted || (first >= '0' && first <= '9');
    }

    /** Tokens, with numbers that have a point as one. */
    private static List<String> pieces(String sql) {
        var pieces = new ArrayList<String>();
        for (String token : SqlparseTokens.ofFirstStatement(sql)) {
            String last = pieces.isEmpty() ? "" : pieces.getLast();
            boolean beginsFraction = token.equals(".") && last.matches("\\d+");
            boolean isFraction = token.matches("\\d+") && last.matches("\\d+\\.");
            if (beginsFraction || isFraction) {
                pieces.set(pieces.size() - 1, last + token);
            } else {
                pieces.add(token);
            }
        }
        return pieces;
    }
}
