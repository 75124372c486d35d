package org.demur.evaluation.compare.sql;

import java.util.List;
import java.util.Optional;
import org.demur.schema.Column;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;

/**
 * What a comparison may assume of a database: names, keys and declared constraints. What is not
 * known to hold is stated as not holding. Names compare without regard to case.
 *
 * @param database the database's name
 * @param tables in the order of the source
 * @param foreignKeys in the order of the source; one entry per column pair
 */
public record SchemaFacts(String database, List<TableFacts> tables, List<Reference> foreignKeys) {
    public SchemaFacts {
        tables = List.copyOf(tables);
        foreignKeys = List.copyOf(foreignKeys);
    }

    /**
     * Of what a database shows. Of a key of one column alone it is known that no value occurs
     * twice: others may be unique in the rows that were read, by no constraint.
     */
    public static SchemaFacts of(DatabaseSchema schema) {
        return new SchemaFacts(
                schema.id(),
                schema.tables().stream().map(SchemaFacts::facts).toList(),
                schema.tables().stream()
                        .flatMap(table -> table.foreignKeys().stream())
                        .map(key ->
                                new Reference(
                                        key.from().table(),
                                        key.from().column(),
                                        key.to().table(),
                                        key.to().column()))
                        .toList());
    }

    private static TableFacts facts(Table table) {
        List<String> key = table.primaryKey();
        return new TableFacts(
                table.name(),
                table.columns().stream()
                        .map(column -> {
                            boolean isKey = key.equals(List.of(column.name()));
                            return new ColumnFacts(
                                    column.name(),
                                    isKey,
                                    isKey || !column.nullable(),
                                    kind(column));
                        })
                        .toList(),
                key,
                table.rowCount() > 0);
    }

    private static String kind(Column column) {
        return switch (column.type()) {
            case TEXT -> "text";
            case INTEGER, REAL -> "number";
            case DATE, TIMESTAMP, OTHER -> column.declaredType();
        };
    }

    /**
     * A table with its constraints.
     *
     * @param name spelled as in the source
     * @param columns in the order of the source
     * @param primaryKey the key's columns, possibly none
     * @param nonEmpty whether the table is known to hold a row
     */
    public record TableFacts(
            String name, List<ColumnFacts> columns, List<String> primaryKey, boolean nonEmpty) {
        public TableFacts {
            columns = List.copyOf(columns);
            primaryKey = List.copyOf(primaryKey);
        }

        /** Whether this column alone is the primary key. */
        public boolean isKey(String columnName) {
            return primaryKey.size() == 1 && primaryKey.getFirst().equalsIgnoreCase(columnName);
        }
    }

    /**
     * A column with its constraints.
     *
     * @param name spelled as in the source
     * @param unique whether a constraint on this column alone forbids a value to occur twice
     * @param notNull whether a constraint forbids NULL
     * @param kind of its values: {@code text}, {@code number} or the source's own word for another;
     *     a comparison reads the text 3 as the number 3, though what is printed, sorted or told
     *     apart by EXCEPT differs
     */
    public record ColumnFacts(String name, boolean unique, boolean notNull, String kind) {}

    /** One column that refers to another: {@code table.column} to {@code toTable.toColumn}. */
    public record Reference(String table, String column, String toTable, String toColumn) {}

    /** The table of this name, upper and lower case alike. */
    public Optional<TableFacts> table(String tableName) {
        return tables.stream().filter(t -> t.name().equalsIgnoreCase(tableName)).findFirst();
    }

    /** Whether {@code table.column} is declared to refer to {@code toTable.toColumn}. */
    public boolean refers(String table, String column, String toTable, String toColumn) {
        return foreignKeys.stream()
                .anyMatch(key ->
                        key.table().equalsIgnoreCase(table)
                                && key.column().equalsIgnoreCase(column)
                                && key.toTable().equalsIgnoreCase(toTable)
                                && key.toColumn().equalsIgnoreCase(toColumn));
    }
}
