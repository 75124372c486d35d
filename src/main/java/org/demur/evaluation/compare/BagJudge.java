package org.demur.evaluation.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares results as Spider does: as lists of rows where gold orders them, else as bags; equal if
 * some permutation of the columns makes them so. Never reads more rows than gold has, and one.
 *
 * @see <a href="https://arxiv.org/abs/2010.02840">Zhong et al. 2020</a>
 */
final class BagJudge implements RowJudge {
    private final List<@Nullable Object[]> gold;
    private final boolean ordered;
    private final List<@Nullable Object[]> predicted = new ArrayList<>();

    BagJudge(String goldSql, GoldResult.Values gold) {
        this.gold = gold.rows();
        ordered = goldSql.toLowerCase(Locale.ROOT).contains("order by");
    }

    @Override
    public boolean accept(@Nullable Object[] cells) {
        predicted.add(cells);
        return predicted.size() <= gold.size();
    }

    @Override
    public boolean isRight() {
        if (predicted.size() != gold.size()) {
            return false;
        }
        if (haveSameCells()) {
            return true;
        }
        int columns = gold.getFirst().length;
        return predicted.getFirst().length == columns
                && haveSameRowsWithinRows()
                && new ColumnMatching(columnsOf(gold), columnsOf(predicted), ordered).exists();
    }

    /** Whether both are the same as they stand, as most right predictions are. */
    private boolean haveSameCells() {
        for (int i = 0; i < gold.size(); i++) {
            if (!Arrays.deepEquals(gold.get(i), predicted.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * The scorer's quick rejection. It orders the cells of a row by text and type, so 1 and 1.0 may
     * end up at different places though they are equal: it decides, not only speeds up.
     */
    private boolean haveSameRowsWithinRows() {
        List<List<Object>> goldRows = gold.stream().map(BagJudge::unordered).toList();
        List<List<Object>> rows = predicted.stream().map(BagJudge::unordered).toList();
        return ordered
                ? goldRows.equals(rows)
                : new HashSet<>(goldRows).equals(new HashSet<>(rows));
    }

    private static List<Object> unordered(@Nullable Object[] row) {
        record Keyed(String key, Object cell) {}
        return Arrays.stream(row)
                .map(cell ->
                        new Keyed(
                                PythonCells.text(cell) + PythonCells.typeText(cell),
                                PythonCells.comparable(cell)))
                .sorted(Comparator.comparing(Keyed::key, TextRow::compare))
                .map(Keyed::cell)
                .toList();
    }

    private static List<List<Object>> columnsOf(List<@Nullable Object[]> rows) {
        var columns = new ArrayList<List<Object>>();
        for (int c = 0; c < rows.getFirst().length; c++) {
            int column = c;
            columns.add(rows.stream().map(row -> PythonCells.comparable(row[column])).toList());
        }
        return columns;
    }

    /** A search for a permutation of columns under which two tables are equal. */
    private static final class ColumnMatching {
        private final List<List<Object>> gold;
        private final List<List<Object>> predicted;
        private final boolean ordered;
        private final boolean[] taken;

        ColumnMatching(List<List<Object>> gold, List<List<Object>> predicted, boolean ordered) {
            this.gold = gold;
            this.predicted = predicted;
            this.ordered = ordered;
            taken = new boolean[gold.size()];
        }

        boolean exists() {
            int rows = gold.getFirst().size();
            return extend(0, new int[rows], new int[rows]);
        }

        /**
         * Extends a matching of gold's first columns. Rows are numbered by what their matched
         * columns hold, alike on both sides, so that two prefixes are equal iff the numbers are.
         */
        private boolean extend(int column, int[] goldRows, int[] predictedRows) {
            if (column == gold.size()) {
                return true;
            }
            var tried = new HashSet<List<Object>>();
            for (int candidate = 0; candidate < predicted.size(); candidate++) {
                // equal columns are interchangeable, one of them is enough
                if (taken[candidate] || !tried.add(predicted.get(candidate))) {
                    continue;
                }
                var numbers = new HashMap<Map.Entry<Integer, Object>, Integer>();
                int[] nextGold = numbered(goldRows, gold.get(column), numbers);
                int[] next = numbered(predictedRows, predicted.get(candidate), numbers);
                if (!areEqual(nextGold, next)) {
                    continue;
                }
                taken[candidate] = true;
                if (extend(column + 1, nextGold, next)) {
                    return true;
                }
                taken[candidate] = false;
            }
            return false;
        }

        private static int[] numbered(
                int[] rows, List<Object> column, Map<Map.Entry<Integer, Object>, Integer> numbers) {
            int[] next = new int[rows.length];
            for (int i = 0; i < rows.length; i++) {
                next[i] =
                        numbers.computeIfAbsent(
                                Map.entry(rows[i], column.get(i)), key -> numbers.size());
            }
            return next;
        }

        private boolean areEqual(int[] one, int[] other) {
            if (ordered) {
                return Arrays.equals(one, other);
            }
            int[] sorted = one.clone();
            int[] otherSorted = other.clone();
            Arrays.sort(sorted);
            Arrays.sort(otherSorted);
            return Arrays.equals(sorted, otherSorted);
        }
    }
}
