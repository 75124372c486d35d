package org.demur.prompt;

import java.util.List;
import org.demur.schema.Table;
import org.jspecify.annotations.Nullable;

/** Reads a few rows of a table. Thread-safe. */
@FunctionalInterface
public interface SampleRows {
    /** For databases whose rows no model may see. */
    SampleRows NONE = (table, limit) -> List.of();

    /**
     * At most {@code limit} rows, three in any case, in no particular order; none where they cannot
     * be read.
     *
     * @return cells in the order of the table's visible columns
     */
    List<List<@Nullable Object>> of(Table table, int limit);
}
