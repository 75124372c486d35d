package org.demur.evaluation.frozen;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The statement inside of what a model wrote. */
final class DraftText {
    private static final Pattern FENCED = Pattern.compile("(?is)```(?:sql|sqlite)?\\s*(.*?)```");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern TIGHT = Pattern.compile("\\s*([(),=<>!]+)\\s*");

    private static final Pattern TEXT = Pattern.compile("'[^']*'|\"[^\"]*\"");
    private static final Pattern NUMBER = Pattern.compile("\\b[0-9]+(?:\\.[0-9]+)?\\b");
    private static final Pattern WORD =
            Pattern.compile("\\?[tn]|[a-z_][a-z_0-9]*(?:\\.[a-z_][a-z_0-9]*)?|[<>=!]+|[(),*]");

    private DraftText() {}

    /** Empty when there is no query in it, which is how a model declines. */
    static Optional<String> statement(String written) {
        var fenced = FENCED.matcher(written);
        var text = fenced.find() ? fenced.group(1) : written;
        text = BLANKS.matcher(text).replaceAll(" ").strip();
        while (text.endsWith(";")) {
            text = text.substring(0, text.length() - 1).strip();
        }
        return text.toLowerCase(Locale.ROOT).contains("select")
                ? Optional.of(text)
                : Optional.empty();
    }

    /**
     * Words and signs of a statement, alone and in twos and threes, with every text and number
     * masked: what drafts are compared by.
     */
    static Set<String> pieces(String statement) {
        var masked = TEXT.matcher(statement.toLowerCase(Locale.ROOT)).replaceAll(" ?t ");
        masked = NUMBER.matcher(masked).replaceAll(" ?n ");
        List<String> words = new ArrayList<>();
        var matcher = WORD.matcher(masked);
        while (matcher.find()) {
            var word = matcher.group();
            words.add(word.substring(word.lastIndexOf('.') + 1));
        }
        Set<String> pieces = new TreeSet<>();
        for (int length = 1; length <= 3; length++) {
            for (int start = 0; start + length <= words.size(); start++) {
                pieces.add(String.join(" ", words.subList(start, start + length)));
            }
        }
        return pieces;
    }

    /** Same for statements that differ in case, blanks or the kind of quotes only. */
    static String normalised(String statement) {
        var text = statement.toLowerCase(Locale.ROOT).replace('"', '\'');
        return TIGHT.matcher(text).replaceAll("$1");
    }
}
