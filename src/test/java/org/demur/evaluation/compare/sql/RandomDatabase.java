package org.demur.evaluation.compare.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.demur.evaluation.compare.sql.SchemaFacts.ColumnFacts;
import org.demur.evaluation.compare.sql.SchemaFacts.Reference;
import org.demur.evaluation.compare.sql.SchemaFacts.TableFacts;
import org.jspecify.annotations.Nullable;

/**
 * Small in-memory databases that keep a schema's promises and no more: few values, so that rows
 * share them; NULL wherever it may be; a table without rows where none is promised.
 */
final class RandomDatabase {
    private static final int MAX_ROWS = 7;
    private static final int VALUES = 4;

    private final Connection connection;
    private final SchemaFacts schema;
    private final Random random;
    private final List<String> texts;
    private final List<Integer> numbers;
    private final Map<String, Boolean> numeric = new HashMap<>();

    private RandomDatabase(
            Connection connection,
            SchemaFacts schema,
            Random random,
            List<String> texts,
            List<Integer> numbers) {
        this.connection = connection;
        this.schema = schema;
        this.random = random;
        this.texts = texts;
        this.numbers = numbers;
    }

    static Connection of(String script, SchemaFacts schema, Random random) throws SQLException {
        return of(script, schema, random, List.of(), List.of());
    }

    /**
     * @param texts and {@code numbers}: values to mix in, such as those that queries ask for
     */
    static Connection of(
            String script,
            SchemaFacts schema,
            Random random,
            List<String> texts,
            List<Integer> numbers)
            throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(script);
            new RandomDatabase(connection, schema, random, texts, numbers).fill(statement);
        }
        return connection;
    }

    /** Whether the results differ; rows and their cells have no order, as the metric takes them. */
    static boolean tellsApart(Connection database, String one, String other) throws SQLException {
        return !rows(database, one).equals(rows(database, other));
    }

    private static List<String> rows(Connection database, String sql) throws SQLException {
        try (Statement statement = database.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    cells.add(String.valueOf(result.getString(i)));
                }
                cells.sort(null);
                rows.add(cells.toString());
            }
            rows.sort(null);
            return rows;
        }
    }

    private void fill(Statement statement) throws SQLException {
        Set<TableFacts> done = new LinkedHashSet<>();
        while (done.size() < schema.tables().size()) {
            // A table is filled after those it refers to, where that is possible.
            TableFacts next =
                    schema.tables().stream()
                            .filter(table -> !done.contains(table))
                            .min((one, other) -> Long.compare(open(one, done), open(other, done)))
                            .orElseThrow();
            statement.executeUpdate("DELETE FROM " + quoted(next.name()));
            int rows = random.nextInt(MAX_ROWS + 1) + (next.nonEmpty() ? 1 : 0);
            for (int i = 0; i < rows; i++) {
                insert(next);
            }
            done.add(next);
        }
    }

    private long open(TableFacts table, Set<TableFacts> done) {
        return schema.foreignKeys().stream()
                .filter(key -> key.table().equalsIgnoreCase(table.name()))
                .filter(key -> !key.toTable().equalsIgnoreCase(table.name()))
                .filter(key ->
                        done.stream().noneMatch(t -> t.name().equalsIgnoreCase(key.toTable())))
                .count();
    }

    /** A row that breaks a constraint is left out. */
    private void insert(TableFacts table) throws SQLException {
        String places = String.join(", ", Collections.nCopies(table.columns().size(), "?"));
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT OR IGNORE INTO "
                                + quoted(table.name())
                                + " VALUES ("
                                + places
                                + ")")) {
            for (int i = 0; i < table.columns().size(); i++) {
                insert.setObject(i + 1, value(table, table.columns().get(i)));
            }
            insert.executeUpdate();
        }
    }

    private @Nullable Object value(TableFacts table, ColumnFacts column) throws SQLException {
        if (!column.notNull() && random.nextInt(4) == 0) {
            return null;
        }
        for (Reference reference : schema.foreignKeys()) {
            if (reference.table().equalsIgnoreCase(table.name())
                    && reference.column().equalsIgnoreCase(column.name())) {
                return parent(reference);
            }
        }
        int range = column.unique() ? 2 * MAX_ROWS : VALUES;
        if (isNumeric(table, column)) {
            return !numbers.isEmpty() && random.nextInt(2) == 0
                    ? numbers.get(random.nextInt(numbers.size())) + random.nextInt(3) - 1
                    : 1 + random.nextInt(range);
        }
        return !texts.isEmpty() && random.nextInt(2) == 0
                ? texts.get(random.nextInt(texts.size()))
                : String.valueOf((char) ('a' + random.nextInt(range)));
    }

    /** A key that a row of the other table has; null if that table is empty. */
    private @Nullable Object parent(Reference reference) throws SQLException {
        List<Object> keys = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "SELECT "
                                        + quoted(reference.toColumn())
                                        + " FROM "
                                        + quoted(reference.toTable()))) {
            while (rows.next()) {
                keys.add(rows.getObject(1));
            }
        }
        return keys.isEmpty() ? null : keys.get(random.nextInt(keys.size()));
    }

    private boolean isNumeric(TableFacts table, ColumnFacts column) throws SQLException {
        String name = table.name() + "." + column.name();
        Boolean known = numeric.get(name);
        if (known == null) {
            known = isNumber(declaredType(table, column).toUpperCase(Locale.ROOT));
            numeric.put(name, known);
        }
        return known;
    }

    private String declaredType(TableFacts table, ColumnFacts column) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT type FROM pragma_table_info(?) WHERE name = ?")) {
            statement.setString(1, table.name());
            statement.setString(2, column.name());
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Objects.requireNonNullElse(rows.getString(1), "") : "";
            }
        }
    }

    private static boolean isNumber(String type) {
        return !type.contains("CHAR") && !type.contains("TEXT") && !type.contains("DATE");
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }
}
