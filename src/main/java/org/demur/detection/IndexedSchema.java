package org.demur.detection;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;
import org.demur.sql.ValueKind;

/** A schema prepared for look-ups by name. Thread-safe. */
final class IndexedSchema {
    private final DatabaseSchema schema;
    private final KeyGraph keys;
    private final Map<String, NamedTable> byName = new HashMap<>();

    /**
     * @param table as in the schema
     * @param relation its columns
     */
    record NamedTable(Table table, Relation relation) {}

    IndexedSchema(DatabaseSchema schema) {
        this.schema = schema;
        this.keys = new KeyGraph(schema);
        for (var table : schema.tables()) {
            var columns =
                    table.columns().stream()
                            .map(c ->
                                    new BoundColumn(
                                            c.name(),
                                            ValueKind.of(c.type()),
                                            new ColumnRef(table.name(), c.name())))
                            .toList();
            byName.put(
                    Names.folded(table.name()), new NamedTable(table, Relation.of(columns, false)));
        }
    }

    DatabaseSchema schema() {
        return schema;
    }

    KeyGraph keys() {
        return keys;
    }

    Optional<NamedTable> table(String foldedName) {
        return Optional.ofNullable(byName.get(foldedName));
    }

    List<String> tableNames() {
        return schema.tables().stream().map(Table::name).toList();
    }
}
