package org.demur.evaluation.compare;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares a prediction's rows, as texts, with gold's first rows. Stops reading as soon as a row
 * shows that the two cannot be equal.
 */
final class TextJudge implements RowJudge {
    private static final Pattern COUNT_ABOVE_ZERO =
            Pattern.compile(
                    "\\bcount\\s*\\([^)]*\\)\\s*>\\s*0\\s*from\\b",
                    Pattern.UNICODE_CHARACTER_CLASS);
    private static final List<TextRow> ZERO = List.of(new TextRow(List.of("0.0")));

    private final ScoringRules rules;
    private final List<TextRow> gold;
    private final boolean asksWhetherAny;
    private final FirstRows rows = new FirstRows();
    private final Map<TextRow, Integer> missing = new HashMap<>();
    private boolean differs;

    TextJudge(ScoringRules rules, String goldSql, GoldResult.Texts gold) {
        this.rules = rules;
        this.gold = gold.rows();
        String lower = goldSql.toLowerCase(Locale.ROOT);
        asksWhetherAny = rules.knowsCounting() && COUNT_ABOVE_ZERO.matcher(lower).find();
        for (TextRow row : this.gold) {
            missing.merge(row, 1, Integer::sum);
        }
    }

    @Override
    public boolean accept(@Nullable Object[] cells) {
        return accept(TextRow.of(cells, rules));
    }

    boolean accept(TextRow row) {
        rows.add(row);
        // a truth value is read off all rows, so there only the end decides
        if (!asksWhetherAny && mustBeAmongGold(row)) {
            int left = missing.getOrDefault(row, 0) - 1;
            missing.put(row, left);
            differs = left < 0;
        }
        return !differs;
    }

    /** A row beyond the last compared one may be anything; one before it has to be gold's. */
    private boolean mustBeAmongGold(TextRow row) {
        return gold.size() < FirstRows.COMPARED || row.compareTo(gold.getLast()) < 0;
    }

    @Override
    public boolean isRight() {
        if (differs) {
            return false;
        }
        List<TextRow> predicted = rows.sorted();
        boolean isTruth = asksWhetherAny && !predicted.isEmpty();
        return gold.equals(isTruth ? truthOf(predicted) : predicted);
    }

    /**
     * The scorer's reduction of the distinct cells to one row: none but {@code None} is 0.0, a lone
     * 0.0 or 1.0 stays, anything else becomes the number of distinct cells. With one distinct cell
     * that is the truth value 1.0; with more it equals no truth value, and the prediction is wrong.
     */
    private static List<TextRow> truthOf(List<TextRow> predicted) {
        Set<String> distinct = new HashSet<>();
        predicted.forEach(row -> distinct.addAll(row.cells()));
        boolean isZero = distinct.equals(Set.of("None")) || distinct.equals(Set.of("0.0"));
        return isZero ? ZERO : List.of(new TextRow(List.of(distinct.size() + ".0")));
    }
}
