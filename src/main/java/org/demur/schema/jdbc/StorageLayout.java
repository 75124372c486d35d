package org.demur.schema.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What lies in each b-tree of a SQLite file: programs of the engine name tables, indexes and
 * columns by number.
 *
 * @param version of the schema that was read
 * @param trees by root page
 * @param rowNumbers by table: the column that stands for the row number, or {@link #ROW_NUMBER}
 */
public record StorageLayout(int version, Map<Integer, Tree> trees, Map<String, String> rowNumbers) {
    /** A row number that no column stands for; brackets keep it apart from names in practice. */
    public static final String ROW_NUMBER = "(row number)";

    /** What an index holds that is computed: it may be made of any column. */
    public static final String EXPRESSION = "(expression)";

    /** The table that holds the schema has no row of its own. */
    private static final int SCHEMA_ROOT = 1;

    private static final String VERSION = "PRAGMA schema_version";

    private static final String ROOTS =
            "SELECT type, name, tbl_name, rootpage FROM sqlite_schema WHERE rootpage > 0";

    /** hidden = 2 are generated columns that are not stored. */
    private static final String STORED =
            """
            SELECT s.name, c.name, c.pk = 1 AND c.type = 'INTEGER' COLLATE NOCASE
              AND sum(c.pk > 0) OVER (PARTITION BY s.name) = 1, l.wr
            FROM sqlite_schema s
            JOIN pragma_table_list l ON l.name = s.name AND l.schema = 'main'
            JOIN pragma_table_xinfo(s.name) c
            WHERE s.type = 'table' AND s.rootpage > 0 AND c.hidden <> 2 ORDER BY s.name, c.cid\
            """;

    /** For a table WITHOUT ROWID, its own name is that of the index which holds its rows. */
    private static final String INDEXED =
            """
            SELECT s.name, i.cid, i.name FROM sqlite_schema s JOIN pragma_index_xinfo(s.name) i
            WHERE s.rootpage > 0 ORDER BY s.name, i.seqno\
            """;

    /**
     * A table or an index.
     *
     * @param table whose rows it holds
     * @param fields in the order of its records: a column, {@link #ROW_NUMBER} or {@link
     *     #EXPRESSION}
     * @param keyed whether it is searched by its fields and not by row numbers
     */
    public record Tree(String table, List<String> fields, boolean keyed) {}

    private record Stored(List<String> fields, String rowNumber, boolean withoutRowId) {}

    /** The layout as the connection's file has it now; the connection then knows it too. */
    public static StorageLayout read(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            int version = version(statement);
            var stored = stored(statement);
            var indexed = indexed(statement, stored);
            var trees = new HashMap<Integer, Tree>();
            trees.put(SCHEMA_ROOT, new Tree("sqlite_schema", List.of(), false));
            try (var row = statement.executeQuery(ROOTS)) {
                while (row.next()) {
                    var name = row.getString(2);
                    var table = stored.get(name);
                    boolean keyed =
                            !row.getString(1).equals("table")
                                    || (table != null && table.withoutRowId());
                    var fields =
                            keyed || table == null
                                    ? indexed.getOrDefault(name, List.of())
                                    : table.fields();
                    trees.put(row.getInt(4), new Tree(row.getString(3), fields, keyed));
                }
            }
            var rowNumbers = new HashMap<String, String>();
            stored.forEach((name, table) -> rowNumbers.put(name, table.rowNumber()));
            return new StorageLayout(version, Map.copyOf(trees), Map.copyOf(rowNumbers));
        }
    }

    /** The version of the schema as it stands in the file at this moment. */
    public static int version(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            return version(statement);
        }
    }

    private static int version(Statement statement) throws SQLException {
        try (var row = statement.executeQuery(VERSION)) {
            row.next();
            return row.getInt(1);
        }
    }

    private static Map<String, Stored> stored(Statement statement) throws SQLException {
        var stored = new HashMap<String, Stored>();
        try (var row = statement.executeQuery(STORED)) {
            while (row.next()) {
                var column = row.getString(2);
                var before = stored.get(row.getString(1));
                var fields = before == null ? new ArrayList<String>() : before.fields();
                fields.add(column);
                boolean numbers = row.getBoolean(3);
                stored.put(
                        row.getString(1),
                        new Stored(
                                fields,
                                numbers ? column : before == null ? ROW_NUMBER : before.rowNumber(),
                                row.getBoolean(4)));
            }
        }
        return stored;
    }

    private static Map<String, List<String>> indexed(
            Statement statement, Map<String, Stored> stored) throws SQLException {
        var owners = new HashMap<String, String>();
        try (var row = statement.executeQuery(ROOTS)) {
            while (row.next()) {
                owners.put(row.getString(2), row.getString(3));
            }
        }
        var indexed = new HashMap<String, List<String>>();
        try (var row = statement.executeQuery(INDEXED)) {
            while (row.next()) {
                var table = stored.get(owners.get(row.getString(1)));
                indexed.computeIfAbsent(row.getString(1), name -> new ArrayList<>())
                        .add(field(row, table == null ? ROW_NUMBER : table.rowNumber()));
            }
        }
        return indexed;
    }

    /** As {@code pragma_index_xinfo} numbers them. */
    private static String field(ResultSet row, String rowNumber) throws SQLException {
        return switch (row.getInt(2)) {
            case -1 -> rowNumber;
            case -2 -> EXPRESSION;
            default -> row.getString(3);
        };
    }

    /** Null where no table or index of this file begins there. */
    @Nullable Tree tree(int rootPage) {
        return trees.get(rootPage);
    }

    String rowNumber(String table) {
        return rowNumbers.getOrDefault(table, ROW_NUMBER);
    }
}
