package org.demur.detection;

import org.demur.schema.ColumnRef;
import org.demur.sql.ValueKind;
import org.jspecify.annotations.Nullable;

/**
 * A column of a relation that a statement reads from or yields.
 *
 * @param name as seen from outside of the relation
 * @param kind the kind of its values
 * @param origin the table's column whose values it passes on; null where they are computed
 */
record BoundColumn(String name, ValueKind kind, @Nullable ColumnRef origin) {
    BoundColumn named(String other) {
        return new BoundColumn(other, kind, origin);
    }
}
