package org.demur.prompt;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ForeignKey;
import org.demur.schema.SemanticLayer;
import org.demur.schema.Table;

/** A part of a schema that can stand for the whole: what is kept can still be joined. */
public final class SchemaPart {
    private SchemaPart() {}

    /** The tables of these columns with them, their primary keys and the keys between them. */
    public static DatabaseSchema of(DatabaseSchema schema, Collection<ColumnRef> columns) {
        var kept = Set.copyOf(columns);
        var tables = new HashSet<String>();
        columns.forEach(c -> tables.add(c.table().toLowerCase(Locale.ROOT)));
        var parts = new ArrayList<Table>();
        for (var table : schema.tables()) {
            if (tables.contains(table.name().toLowerCase(Locale.ROOT))) {
                var keys =
                        table.foreignKeys().stream()
                                .filter(k ->
                                        tables.contains(k.to().table().toLowerCase(Locale.ROOT)))
                                .toList();
                parts.add(part(schema, table, kept, keys));
            }
        }
        return new DatabaseSchema(
                schema.id(),
                schema.description(),
                schema.assumptions(),
                schema.now(),
                schema.constants(),
                parts,
                schema.values(),
                SemanticLayer.NONE,
                schema.dialect());
    }

    private static Table part(
            DatabaseSchema schema, Table table, Set<ColumnRef> kept, List<ForeignKey> keys) {
        var columns =
                table.columns().stream()
                        .filter(c ->
                                kept.contains(new ColumnRef(table.name(), c.name()))
                                        || isKey(table, c, keys)
                                        || isReferredTo(schema, table, c))
                        .toList();
        return new Table(
                table.name(),
                table.description(),
                columns,
                table.primaryKey(),
                keys,
                table.rowCount(),
                true);
    }

    private static boolean isKey(Table table, Column column, List<ForeignKey> keys) {
        return table.primaryKey().stream().anyMatch(column.name()::equalsIgnoreCase)
                || keys.stream().anyMatch(k -> k.from().column().equalsIgnoreCase(column.name()));
    }

    private static boolean isReferredTo(DatabaseSchema schema, Table table, Column column) {
        return schema.tables().stream()
                .flatMap(t -> t.foreignKeys().stream())
                .anyMatch(k ->
                        k.to().table().equalsIgnoreCase(table.name())
                                && k.to().column().equalsIgnoreCase(column.name()));
    }
}
