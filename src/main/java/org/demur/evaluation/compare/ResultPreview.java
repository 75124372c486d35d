package org.demur.evaluation.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a result, for people to look at.
 *
 * @param columns their names, the first {@link #COLUMNS} at most
 * @param rows in the order returned, the first {@link #ROWS} at most; cells are null, numbers or
 *     texts of at most {@link #CHARACTERS} characters
 * @param isCut whether there are more rows or columns
 * @param failure why there is no result; null where there is one
 */
public record ResultPreview(
        List<String> columns,
        List<List<@Nullable Object>> rows,
        boolean isCut,
        @Nullable String failure) {
    public static final int ROWS = 10;
    public static final int COLUMNS = 20;
    public static final int CHARACTERS = 80;

    public ResultPreview {
        columns = List.copyOf(columns);
        var copies = new ArrayList<List<@Nullable Object>>();
        rows.forEach(row -> copies.add(Collections.unmodifiableList(new ArrayList<>(row))));
        rows = Collections.unmodifiableList(copies);
    }

    static ResultPreview failed(String because) {
        return new ResultPreview(List.of(), List.of(), false, because);
    }
}
