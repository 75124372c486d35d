package org.demur.detection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.demur.generation.SqlOrigin;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.ForeignKey;
import org.demur.schema.Table;
import org.demur.schema.ValueIndex;

/** A SQLite database with its schema, read without the gateway's own catalog. */
final class TestDatabase implements DryRun {
    private final String id;
    private final Connection connection;

    private TestDatabase(String id, Connection connection) {
        this.id = id;
        this.connection = connection;
    }

    static TestDatabase of(String id, Path file) {
        try {
            return new TestDatabase(
                    id, DriverManager.getConnection("jdbc:sqlite:" + unpacked(file)));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static TestDatabase inMemory(String id, List<String> script) {
        try {
            var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
            try (var statement = connection.createStatement()) {
                for (var line : script) {
                    statement.executeUpdate(line);
                }
            }
            return new TestDatabase(id, connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path unpacked(Path file) {
        if (!file.toString().endsWith(".gz")) {
            return file;
        }
        try {
            var target = Files.createTempFile("demur", ".sqlite");
            target.toFile().deleteOnExit();
            try (var in = new GZIPInputStream(Files.newInputStream(file));
                    var out = Files.newOutputStream(target)) {
                in.transferTo(out);
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized Optional<String> complaint(String database, String sql, SqlOrigin origin) {
        try (var _ = connection.prepareStatement("EXPLAIN " + sql)) {
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    DatabaseSchema schema() {
        try {
            var tables = new ArrayList<Table>();
            Map<ColumnRef, Set<String>> values = new HashMap<>();
            for (var name :
                    strings(
                            "select name from sqlite_master where type = 'table' and name not like"
                                    + " 'sqlite_%'")) {
                tables.add(table(name, values));
            }
            return FileSchema.of(id, "", List.of(), null, tables, new Values(values));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Table table(String name, Map<ColumnRef, Set<String>> values) throws SQLException {
        var columns = new ArrayList<Column>();
        var key = new ArrayList<String>();
        long rows = Long.parseLong(strings("select count(*) from \"" + name + "\"").getFirst());
        try (var statement = connection.createStatement();
                var infos = statement.executeQuery("pragma table_info(\"" + name + "\")")) {
            while (infos.next()) {
                var column = infos.getString("name");
                var declared = infos.getString("type");
                var type = type(declared);
                var quoted = "\"" + column + "\"";
                var distinct =
                        Long.parseLong(
                                strings(
                                                "select count(distinct "
                                                        + quoted
                                                        + ") from \""
                                                        + name
                                                        + "\"")
                                        .getFirst());
                columns.add(
                        new Column(column, type, declared, true, rows > 0 && distinct == rows, ""));
                if (infos.getInt("pk") > 0) {
                    key.add(column);
                }
                if (type == ColumnType.TEXT) {
                    values.put(
                            new ColumnRef(name, column),
                            new TreeSet<>(
                                    strings(
                                            "select distinct %s from \"%s\" where %s is not null"
                                                    .formatted(quoted, name, quoted))));
                }
            }
        }
        return new Table(name, "", columns, key, foreignKeys(name), rows);
    }

    private List<ForeignKey> foreignKeys(String name) throws SQLException {
        var keys = new ArrayList<ForeignKey>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("pragma foreign_key_list(\"" + name + "\")")) {
            while (rows.next()) {
                var to =
                        rows.getString("to") == null
                                ? rows.getString("from")
                                : rows.getString("to");
                keys.add(
                        new ForeignKey(
                                new ColumnRef(name, rows.getString("from")),
                                new ColumnRef(rows.getString("table"), to)));
            }
        }
        return keys;
    }

    private List<String> strings(String sql) throws SQLException {
        try (var statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            var strings = new ArrayList<String>();
            while (rows.next()) {
                var value = rows.getString(1);
                if (value != null) {
                    strings.add(value);
                }
            }
            return strings;
        }
    }

    private static ColumnType type(String declared) {
        var upper = declared.toUpperCase(java.util.Locale.ROOT);
        if (upper.contains("INT") || upper.contains("BOOL") || upper.contains("BIT")) {
            return ColumnType.INTEGER;
        }
        if (upper.contains("TIME")) {
            return ColumnType.TIMESTAMP;
        }
        if (upper.contains("DATE")) {
            return ColumnType.DATE;
        }
        if (upper.contains("CHAR") || upper.contains("TEXT") || upper.contains("CLOB")) {
            return ColumnType.TEXT;
        }
        return upper.isEmpty() ? ColumnType.OTHER : ColumnType.REAL;
    }

    /** Complete for every column that it holds. */
    private record Values(Map<ColumnRef, Set<String>> byColumn) implements ValueIndex {
        @Override
        public Set<ColumnRef> columns() {
            return byColumn.keySet();
        }

        @Override
        public List<String> values(ColumnRef column) {
            return List.copyOf(byColumn.getOrDefault(column, Set.of()));
        }

        @Override
        public boolean complete(ColumnRef column) {
            return byColumn.containsKey(column);
        }

        @Override
        public boolean contains(ColumnRef column, String value) {
            return byColumn.getOrDefault(column, Set.of()).contains(value);
        }
    }
}
