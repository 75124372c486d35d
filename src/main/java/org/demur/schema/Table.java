package org.demur.schema;

import java.util.List;
import java.util.Optional;

/**
 * A table as read from the live database, without the columns that the configuration excludes.
 *
 * @param name spelled as in the database
 * @param description declared, or the comment that the database keeps; empty where there is none
 * @param columns in the database's order
 * @param primaryKey names of the key's columns in order, possibly none
 * @param foreignKeys references from this table, possibly none
 * @param rowCount rows when the schema was read
 * @param hidesColumns whether the database's table has columns that are not in {@code columns}
 */
public record Table(
        String name,
        String description,
        List<Column> columns,
        List<String> primaryKey,
        List<ForeignKey> foreignKeys,
        long rowCount,
        boolean hidesColumns) {
    public Table {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
        foreignKeys = List.copyOf(foreignKeys);
    }

    /** A table all of whose columns are visible. */
    public Table(
            String name,
            String description,
            List<Column> columns,
            List<String> primaryKey,
            List<ForeignKey> foreignKeys,
            long rowCount) {
        this(name, description, columns, primaryKey, foreignKeys, rowCount, false);
    }

    /** The column of this name, upper and lower case alike. */
    public Optional<Column> column(String columnName) {
        return columns.stream().filter(c -> SqlNames.areSame(c.name(), columnName)).findFirst();
    }
}
