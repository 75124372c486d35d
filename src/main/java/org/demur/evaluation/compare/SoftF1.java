package org.demur.evaluation.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much of gold's result a prediction returns, as BIRD's script counts: rows without repetition
 * are compared by place, their cells in any order.
 *
 * @see <a href="https://github.com/bird-bench/mini_dev">evaluation_f1.py</a>
 */
final class SoftF1 {
    private SoftF1() {}

    /** In [0, 1]. */
    static double of(List<@Nullable Object[]> predictedRows, List<@Nullable Object[]> goldRows) {
        List<List<Object>> predicted = distinct(predictedRows);
        List<List<Object>> gold = distinct(goldRows);
        if (predicted.isEmpty() && gold.isEmpty()) {
            return 1;
        }
        double matched = 0;
        double onlyPredicted = Math.max(0, predicted.size() - gold.size());
        double onlyGold = Math.max(0, gold.size() - predicted.size());
        for (int i = 0; i < Math.min(predicted.size(), gold.size()); i++) {
            List<Object> row = predicted.get(i);
            List<Object> goldRow = gold.get(i);
            // shares of gold's columns, also where the prediction has more
            double columns = goldRow.size();
            long common = within(row, goldRow);
            matched += common / columns;
            onlyPredicted += (row.size() - common) / columns;
            onlyGold += (columns - within(goldRow, row)) / columns;
        }
        // of the shares that are found and those that are not: F1 of precision and recall
        return matched == 0 ? 0 : 2 * matched / (2 * matched + onlyPredicted + onlyGold);
    }

    private static long within(List<Object> cells, Collection<Object> row) {
        return cells.stream().filter(row::contains).count();
    }

    private static List<List<Object>> distinct(List<@Nullable Object[]> rows) {
        var distinct = new LinkedHashSet<List<Object>>();
        rows.forEach(cells -> distinct.add(PythonCells.row(cells)));
        return new ArrayList<>(distinct);
    }
}
