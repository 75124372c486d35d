package org.demur.evaluation.compare.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.demur.evaluation.compare.sql.SchemaFacts.ColumnFacts;
import org.demur.evaluation.compare.sql.SchemaFacts.Reference;
import org.demur.evaluation.compare.sql.SchemaFacts.TableFacts;
import org.jspecify.annotations.Nullable;

/**
 * Small in-memory databases that keep a schema's promises and no more: few values, so that rows
 * share them; NULL wherever it may be; a table without rows where none is promised.
 */
final class RandomDatabase {
    private static final int MAX_ROWS = 6;
    private static final int VALUES = 4;

    private RandomDatabase() {}

    /** Tables are filled in the schema's order: a table stands after those it refers to. */
    static Connection of(String script, SchemaFacts schema, Random random) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(script);
            for (TableFacts table : schema.tables()) {
                statement.executeUpdate("DELETE FROM " + table.name());
                int rows = random.nextInt(MAX_ROWS + 1) + (table.nonEmpty() ? 1 : 0);
                for (int i = 0; i < rows; i++) {
                    insert(connection, schema, table, random);
                }
            }
        }
        return connection;
    }

    /** A row that breaks a constraint is left out. */
    private static void insert(
            Connection connection, SchemaFacts schema, TableFacts table, Random random)
            throws SQLException {
        String places = String.join(", ", Collections.nCopies(table.columns().size(), "?"));
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT OR IGNORE INTO " + table.name() + " VALUES (" + places + ")")) {
            for (int i = 0; i < table.columns().size(); i++) {
                insert.setObject(i + 1, value(connection, schema, table, i, random));
            }
            insert.executeUpdate();
        }
    }

    private static @Nullable Object value(
            Connection connection, SchemaFacts schema, TableFacts table, int index, Random random)
            throws SQLException {
        ColumnFacts column = table.columns().get(index);
        if (!column.notNull() && random.nextInt(4) == 0) {
            return null;
        }
        for (Reference reference : schema.foreignKeys()) {
            if (reference.table().equals(table.name())
                    && reference.column().equals(column.name())) {
                return parent(connection, reference, random);
            }
        }
        int value = 1 + random.nextInt(column.unique() ? 2 * MAX_ROWS : VALUES);
        return isText(connection, table, column) ? String.valueOf((char) ('a' + value - 1)) : value;
    }

    /** A key that a row of the other table has; null if that table is empty. */
    private static @Nullable Object parent(
            Connection connection, Reference reference, Random random) throws SQLException {
        List<Object> keys = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "SELECT "
                                        + reference.toColumn()
                                        + " FROM "
                                        + reference.toTable())) {
            while (rows.next()) {
                keys.add(rows.getObject(1));
            }
        }
        return keys.isEmpty() ? null : keys.get(random.nextInt(keys.size()));
    }

    private static boolean isText(Connection connection, TableFacts table, ColumnFacts column)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT type FROM pragma_table_info(?) WHERE name = ?")) {
            statement.setString(1, table.name());
            statement.setString(2, column.name());
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() && Objects.equals(rows.getString(1), "TEXT");
            }
        }
    }
}
