package org.demur.schema;

import java.util.List;
import java.util.Set;

/**
 * The distinct values of a database's text columns, as far as they fit the index's bound.
 * Immutable; thread-safe.
 */
public interface ValueIndex {
    /** For databases without text values. */
    ValueIndex EMPTY =
            new ValueIndex() {
                @Override
                public Set<ColumnRef> columns() {
                    return Set.of();
                }

                @Override
                public List<String> values(ColumnRef column) {
                    return List.of();
                }

                @Override
                public boolean complete(ColumnRef column) {
                    return false;
                }

                @Override
                public boolean contains(ColumnRef column, String value) {
                    return false;
                }
            };

    Set<ColumnRef> columns();

    /**
     * The distinct values of a column in ascending order; empty where the column is not indexed.
     */
    List<String> values(ColumnRef column);

    /**
     * Whether every distinct value of the column is in the index, so that a missing one occurs in
     * no row.
     */
    boolean complete(ColumnRef column);

    /** Whether this exact value occurs in the column. */
    boolean contains(ColumnRef column, String value);
}
