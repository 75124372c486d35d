package org.demur.evaluation.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.demur.evaluation.compare.ResultPreview;
import org.demur.evaluation.compare.TextTable;
import org.jspecify.annotations.Nullable;

/**
 * A database on which a prediction returns something else than gold does: without any one of its
 * rows, and those that refer to it, they would agree.
 *
 * @param tables those with rows
 * @param goldResult the first rows of what gold returns there
 * @param result the first rows of what the prediction returns there, or why it returns none
 */
public record Witness(List<Table> tables, ResultPreview goldResult, ResultPreview result) {
    public Witness {
        tables = List.copyOf(tables);
    }

    /**
     * A table's rows.
     *
     * @param rows cells are null, numbers or texts
     */
    public record Table(String name, List<String> columns, List<List<@Nullable Object>> rows) {
        public Table {
            columns = List.copyOf(columns);
            var copies = new ArrayList<List<@Nullable Object>>();
            rows.forEach(row -> copies.add(Collections.unmodifiableList(new ArrayList<>(row))));
            rows = Collections.unmodifiableList(copies);
        }
    }

    /** Tables and results, for a terminal. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        for (Table table : tables) {
            lines.add(table.name());
            add(lines, new ResultPreview(table.columns(), table.rows(), false, null));
        }
        lines.add(tables.isEmpty() ? "without any row, gold returns" : "gold returns");
        add(lines, goldResult);
        lines.add("the prediction returns");
        add(lines, result);
        return lines;
    }

    private static void add(List<String> lines, ResultPreview result) {
        List<String> rows =
                result.failure() == null
                        ? new TextTable(result).lines()
                        : List.of(result.failure());
        rows.forEach(row -> lines.add("  " + row));
    }
}
