package org.demur.evaluation.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Receives the rows of a result, in its order. */
@FunctionalInterface
interface RowReader {
    /**
     * Takes a row.
     *
     * @param cells {@code null}, Long, Double, String or byte[]; a new array each time
     * @return whether more rows are wanted
     */
    boolean accept(@Nullable Object[] cells);

    /**
     * Called once, before any row.
     *
     * @param columns their labels
     */
    default void begin(List<String> columns) {}
}
