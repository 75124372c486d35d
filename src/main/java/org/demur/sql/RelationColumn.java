package org.demur.sql;

import net.sf.jsqlparser.statement.select.SelectItem;
import org.demur.schema.ColumnRef;
import org.jspecify.annotations.Nullable;

/**
 * A column that a table or a query offers.
 *
 * @param name as the engine has it; the expression's text where it has none
 * @param isNamed whether it can be counted on that the engine has it by this name
 * @param origin the table's column whose values it passes on; null where they are computed
 * @param kind of the values of the table's column; not known of what is computed
 * @param item that computes it; null of a table's column
 */
public record RelationColumn(
        String name,
        boolean isNamed,
        @Nullable ColumnRef origin,
        ValueKind kind,
        @Nullable SelectItem<?> item) {
    RelationColumn named(String other, boolean isNamed) {
        return new RelationColumn(other, isNamed, origin, kind, item);
    }
}
