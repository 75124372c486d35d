package org.demur.schema.jdbc;

import java.util.List;
import org.demur.schema.ColumnRef;
import org.demur.schema.Table;

/**
 * What was read from a database, before descriptions are added.
 *
 * @param tables the selected ones
 * @param valuesByColumn of their text columns
 */
record StoredSchema(List<Table> tables, List<ColumnValues> valuesByColumn) {
    StoredSchema {
        tables = List.copyOf(tables);
        valuesByColumn = List.copyOf(valuesByColumn);
    }

    /** The values of one column. */
    record ColumnValues(ColumnRef column, PackedValues.Values values) {}
}
