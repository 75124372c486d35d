package org.demur.evaluation.suite;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.demur.schema.ColumnType;
import org.demur.schema.jdbc.FileEngine;

/**
 * What a table's declaration demands of its rows. Columns are places in the declaration, from 0.
 *
 * @param types as declared, in upper case
 * @param required whether a column is NOT NULL or of the primary key
 * @param keys columns whose values together occur once
 * @param references to other tables, or to the table itself
 * @param kinds of values, where the engine takes no others in a column; none where it takes any
 */
record TableShape(
        String name,
        List<String> columns,
        List<String> types,
        List<Boolean> required,
        List<List<Integer>> keys,
        List<Reference> references,
        List<ColumnType> kinds)
        implements Serializable {
    /** Of a table in a file, whose columns take any value. */
    TableShape(
            String name,
            List<String> columns,
            List<String> types,
            List<Boolean> required,
            List<List<Integer>> keys,
            List<Reference> references) {
        this(name, columns, types, required, keys, references, List.of());
    }

    /** Columns that have the values of a row of another table. */
    record Reference(List<Integer> columns, String table, List<String> targets)
            implements Serializable {}

    /** Whether a column takes only values of its type. */
    boolean isTyped() {
        return !kinds.isEmpty();
    }

    int place(String column) {
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).equalsIgnoreCase(column))
                .findFirst()
                .orElse(-1);
    }

    /** The shapes of all tables, in the order declared. */
    static List<TableShape> all(Connection connection) throws SQLException {
        var shapes = new ArrayList<TableShape>();
        for (var declared : FileEngine.declared(connection)) {
            if (declared.isTable()) {
                shapes.add(of(connection, declared.name()));
            }
        }
        return shapes;
    }

    private static TableShape of(Connection connection, String table) throws SQLException {
        var columns = new ArrayList<String>();
        var types = new ArrayList<String>();
        var required = new ArrayList<Boolean>();
        var primary = new ArrayList<Integer>();
        for (List<String> column :
                rows(
                        connection,
                        "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?) ORDER BY cid",
                        table)) {
            boolean isKey = !column.get(3).equals("0");
            if (isKey) {
                primary.add(columns.size());
            }
            columns.add(column.get(0));
            types.add(column.get(1).toUpperCase(Locale.ROOT));
            required.add(isKey || column.get(2).equals("1"));
        }
        var shape = new TableShape(table, columns, types, required, List.of(), List.of());
        var keys = new ArrayList<List<Integer>>();
        if (!primary.isEmpty()) {
            keys.add(primary);
        }
        var unique = new LinkedHashMap<String, List<Integer>>();
        for (List<String> part :
                rows(
                        connection,
                        "SELECT i.name, c.name FROM pragma_index_list(?) i"
                                + " JOIN pragma_index_info(i.name) c"
                                + " WHERE i.\"unique\" = 1 AND i.origin != 'pk'"
                                + " AND c.name IS NOT NULL ORDER BY i.seq, c.seqno",
                        table)) {
            unique.computeIfAbsent(part.get(0), index -> new ArrayList<>())
                    .add(shape.place(part.get(1)));
        }
        keys.addAll(unique.values());
        return new TableShape(table, columns, types, required, keys, references(connection, shape));
    }

    private static List<Reference> references(Connection connection, TableShape shape)
            throws SQLException {
        record Found(String table, List<Integer> columns, List<String> targets) {}

        Map<String, Found> found = new LinkedHashMap<>();
        for (List<String> part :
                rows(
                        connection,
                        "SELECT id, \"table\", \"from\", coalesce(\"to\", (SELECT name FROM"
                                + " pragma_table_info(f.\"table\") WHERE pk = f.seq + 1), '')"
                                + " FROM pragma_foreign_key_list(?) f ORDER BY id DESC, seq",
                        shape.name())) {
            Found reference =
                    found.computeIfAbsent(
                            part.get(0),
                            id -> new Found(part.get(1), new ArrayList<>(), new ArrayList<>()));
            reference.columns().add(shape.place(part.get(2)));
            reference.targets().add(part.get(3));
        }
        return found.values().stream()
                .map(f -> new Reference(f.columns(), f.table(), f.targets()))
                .toList();
    }

    private static List<List<String>> rows(Connection connection, String sql, String... arguments)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            var rows = new ArrayList<List<String>>();
            try (ResultSet result = statement.executeQuery()) {
                int width = result.getMetaData().getColumnCount();
                while (result.next()) {
                    var row = new ArrayList<String>();
                    for (int i = 1; i <= width; i++) {
                        row.add(String.valueOf(result.getString(i)));
                    }
                    rows.add(row);
                }
            }
            return rows;
        }
    }
}
