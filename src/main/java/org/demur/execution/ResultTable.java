package org.demur.execution;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a query returned. Immutable.
 *
 * @param columns in the order of the select list
 * @param rows in the engine's order; a cell is a {@code Long}, a {@code Double}, a {@code String}
 *     (binary values as hexadecimal digits) or null
 * @param truncated whether the query had more rows than these
 * @param elapsed from submission to the last row
 */
public record ResultTable(
        List<ResultColumn> columns,
        List<List<@Nullable Object>> rows,
        boolean truncated,
        Duration elapsed) {
    public ResultTable {
        columns = List.copyOf(columns);
        var copy = new ArrayList<List<@Nullable Object>>(rows.size());
        for (List<@Nullable Object> row : rows) {
            copy.add(Collections.unmodifiableList(new ArrayList<@Nullable Object>(row)));
        }
        rows = Collections.unmodifiableList(copy);
    }

    /** Whether there is a row, and no cell of any fetched row has a value. */
    public boolean isAllNull() {
        for (List<@Nullable Object> row : rows) {
            for (Object cell : row) {
                if (cell != null) {
                    return false;
                }
            }
        }
        return !rows.isEmpty();
    }
}
