package org.demur.sql;

import net.sf.jsqlparser.statement.select.SelectItem;
import org.demur.schema.ColumnRef;
import org.demur.schema.SqlNames;
import org.jspecify.annotations.Nullable;

/**
 * A column that a table or a query offers.
 *
 * @param givenName as the engine has it; null of what is computed and has no alias
 * @param isNamed whether it can be counted on that the engine has it by this name
 * @param origin the table's column whose values it passes on; null where they are computed
 * @param kind of the values of the table's column; not known of what is computed
 * @param item that computes it; null of a table's column
 */
public record RelationColumn(
        @Nullable String givenName,
        boolean isNamed,
        @Nullable ColumnRef origin,
        ValueKind kind,
        @Nullable SelectItem<?> item) {
    /** The name that was given, or else the text of what computes the column. */
    public String name() {
        return givenName != null || item == null
                ? String.valueOf(givenName)
                : QuotedName.meant(SqlNames.plain(item.getExpression().toString()));
    }

    RelationColumn named(@Nullable String other, boolean isNamed) {
        return new RelationColumn(other, isNamed, origin, kind, item);
    }
}
