package org.demur.evaluation.compare.sql;

import static org.demur.schema.SqlNames.quoted;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.demur.evaluation.compare.sql.SchemaFacts.ColumnFacts;
import org.demur.evaluation.compare.sql.SchemaFacts.Reference;
import org.demur.evaluation.compare.sql.SchemaFacts.TableFacts;
import org.demur.failure.GatewayException;
import org.demur.schema.jdbc.FileEngine;
import org.jspecify.annotations.Nullable;

/** Reads the facts of a live database file: what its declarations promise, not what its rows do. */
public final class DeclaredFacts {
    private DeclaredFacts() {}

    /**
     * As {@link #read(Connection, String)}, from a file that nobody writes to meanwhile.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} when the file is no SQLite database
     */
    public static SchemaFacts read(Path file, String database) {
        return FileEngine.read(file, connection -> read(connection, database));
    }

    /**
     * All tables, keys and constraints. A column is unique if it alone is the primary key or under
     * a unique index over all rows; it is not null if declared so or the primary key.
     *
     * @param database the name to give to the database
     */
    public static SchemaFacts read(Connection connection, String database) throws SQLException {
        List<TableFacts> tables = new ArrayList<>();
        List<Reference> references = new ArrayList<>();
        for (String table : tableNames(connection)) {
            tables.add(table(connection, table));
            references.addAll(references(connection, table));
        }
        return new SchemaFacts(database, tables, references);
    }

    private static List<String> tableNames(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "SELECT name FROM sqlite_master WHERE type = 'table'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    private static TableFacts table(Connection connection, String table) throws SQLException {
        record Declared(String name, boolean notNull, boolean key, String type) {}

        List<Declared> declared = new ArrayList<>();
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT name, \"notnull\", pk, type FROM pragma_table_info(?)")) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    declared.add(
                            new Declared(
                                    rows.getString(1),
                                    rows.getInt(2) == 1,
                                    rows.getInt(3) > 0,
                                    String.valueOf(rows.getString(4))));
                }
            }
        }
        List<String> key = declared.stream().filter(Declared::key).map(Declared::name).toList();
        Set<String> unique = uniqueColumns(connection, table);
        List<ColumnFacts> columns = new ArrayList<>();
        for (Declared column : declared) {
            boolean isKey = column.key() && key.size() == 1;
            columns.add(
                    new ColumnFacts(
                            column.name(),
                            isKey || unique.contains(column.name().toLowerCase(Locale.ROOT)),
                            isKey || column.notNull(),
                            kind(column.type())));
        }
        return new TableFacts(table, columns, key, hasRow(connection, table));
    }

    /**
     * What SQLite makes of a declared type: it calls this affinity, and its numeric ones are one
     * here.
     *
     * @see <a href="https://www.sqlite.org/datatype3.html">SQLite, section 3.1</a>
     */
    private static String kind(String declaredType) {
        String type = declaredType.toUpperCase(Locale.ROOT);
        if (type.contains("INT")) {
            return "number";
        }
        if (type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT")) {
            return "text";
        }
        return type.isEmpty() || type.contains("BLOB") ? "as stored" : "number";
    }

    private static Set<String> uniqueColumns(Connection connection, String table)
            throws SQLException {
        Set<String> unique = new HashSet<>();
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT min(c.name) FROM pragma_index_list(?) i"
                                + " JOIN pragma_index_info(i.name) c"
                                + " WHERE i.\"unique\" = 1 AND i.partial = 0"
                                + " GROUP BY i.name HAVING count(*) = 1 AND count(c.name) = 1")) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    unique.add(rows.getString(1).toLowerCase(Locale.ROOT));
                }
            }
        }
        return unique;
    }

    private static boolean hasRow(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "SELECT EXISTS (SELECT 1 FROM " + quoted(table) + ")")) {
            return rows.next() && rows.getInt(1) == 1;
        }
    }

    private static List<Reference> references(Connection connection, String table)
            throws SQLException {
        List<Reference> references = new ArrayList<>();
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT \"from\", \"table\", \"to\", id, seq"
                                + " FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq")) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    String to =
                            target(
                                    connection,
                                    rows.getString(2),
                                    rows.getString(3),
                                    rows.getInt(5));
                    if (to != null) {
                        references.add(
                                new Reference(table, rows.getString(1), rows.getString(2), to));
                    }
                }
            }
        }
        return references;
    }

    /** A reference without a column means the key's column of the same place; null if none. */
    private static @Nullable String target(
            Connection connection, String table, @Nullable String column, int place)
            throws SQLException {
        if (column != null) {
            return column;
        }
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT name FROM pragma_table_info(?) WHERE pk = ?")) {
            statement.setString(1, table);
            statement.setInt(2, place + 1);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }
}
