package org.demur.schema.jdbc;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.Column;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Dialect;
import org.demur.schema.ForeignKey;
import org.demur.schema.PostgresServer;
import org.demur.schema.Table;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Copies what a database file shows into an empty schema of a PostgreSQL database: tables with
 * their rows, keys, and an index on each reference. Views become tables. Days and moments become
 * dates and timestamps, texts are ordered byte by byte as in the file. All of it is there at the
 * end or nothing.
 */
public final class PostgresLoader {
    private final Connection from;
    private final Connection to;
    private final Dialect.Postgres dialect;

    private PostgresLoader(Connection from, Connection to, Dialect.Postgres dialect) {
        this.from = from;
        this.to = to;
        this.dialect = dialect;
    }

    /**
     * Copies, as a user who may create tables.
     *
     * @param reader a role that may then read the tables; null for none
     * @return rows copied
     * @throws GatewayException DATABASE_UNAVAILABLE where one of the two cannot be opened, or the
     *     server objects; the message says to what
     */
    public static long load(
            DatabaseSchema schema, Path file, PostgresServer server, @Nullable String reader) {
        try (Connection from = FileEngine.readOnly(file);
                Connection to = PostgresSession.writable(server)) {
            long rows =
                    new PostgresLoader(from, to, new Dialect.Postgres(server.namespace()))
                            .load(schema, reader);
            to.commit();
            return rows;
        } catch (SQLException e) {
            throw new GatewayException(
                    FailureCode.DATABASE_UNAVAILABLE,
                    "%s cannot be loaded into %s: %s"
                            .formatted(schema.id(), server, e.getMessage()),
                    e);
        }
    }

    private long load(DatabaseSchema schema, @Nullable String reader) throws SQLException {
        long rows = 0;
        for (var table : schema.tables()) {
            var types = types(table);
            create(table, types);
            rows += copy(table);
        }
        for (var table : schema.tables()) {
            for (var key : table.foreignKeys()) {
                refer(schema, key);
            }
            execute("ANALYZE " + qualified(table.name()));
            if (reader != null) {
                execute(
                        "GRANT SELECT ON %s TO %s"
                                .formatted(qualified(table.name()), dialect.quoted(reader)));
            }
        }
        return rows;
    }

    /** The types of the columns; where a value is of another kind than the others, texts. */
    private List<String> types(Table table) throws SQLException {
        var checks =
                table.columns().stream()
                        .map(column -> fits(column) + " IS NOT FALSE")
                        .map("min(%s)"::formatted)
                        .collect(Collectors.joining(", "));
        try (Statement statement = from.createStatement();
                ResultSet fit =
                        statement.executeQuery(
                                "SELECT %s FROM %s"
                                        .formatted(checks, dialect.quoted(table.name())))) {
            fit.next();
            var types = new java.util.ArrayList<String>();
            for (int i = 0; i < table.columns().size(); i++) {
                boolean fits = fit.getObject(i + 1) == null || fit.getBoolean(i + 1);
                types.add(fits ? type(table.columns().get(i)) : TEXT);
            }
            return types;
        }
    }

    private static final String TEXT = "text COLLATE \"C\"";

    /** Whether a value is one of the column's type, in the SQL of files; NULL is. */
    private String fits(Column column) {
        var name = dialect.quoted(column.name());
        return switch (column.type()) {
            case INTEGER -> "(typeof(%s) IN ('integer', 'null'))".formatted(name);
            case REAL -> "(typeof(%s) IN ('integer', 'real', 'null'))".formatted(name);
            case DATE -> "(%1$s IS NULL OR date(%1$s) = %1$s)".formatted(name);
            case TIMESTAMP -> "(%1$s IS NULL OR datetime(%1$s) IS NOT NULL)".formatted(name);
            case TEXT, OTHER -> "TRUE";
        };
    }

    private static String type(Column column) {
        return switch (column.type()) {
            case INTEGER -> "bigint";
            case REAL -> "double precision";
            case DATE -> "date";
            case TIMESTAMP -> "timestamp";
            case TEXT, OTHER -> TEXT;
        };
    }

    private void create(Table table, List<String> types) throws SQLException {
        var parts = new java.util.ArrayList<String>();
        for (int i = 0; i < types.size(); i++) {
            var column = table.columns().get(i);
            parts.add(
                    "%s %s%s"
                            .formatted(
                                    dialect.quoted(column.name()),
                                    types.get(i),
                                    column.nullable() ? "" : " NOT NULL"));
        }
        if (!table.primaryKey().isEmpty()) {
            parts.add("PRIMARY KEY (%s)".formatted(names(table.primaryKey())));
        }
        execute(
                "CREATE TABLE %s (%s)"
                        .formatted(qualified(table.name()), String.join(", ", parts)));
    }

    private long copy(Table table) throws SQLException {
        var columns = names(table.columns().stream().map(Column::name).toList());
        var into =
                to.unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn(
                                "COPY %s (%s) FROM STDIN"
                                        .formatted(qualified(table.name()), columns));
        try (Statement statement = from.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                "SELECT %s FROM %s"
                                        .formatted(columns, dialect.quoted(table.name())))) {
            while (row.next()) {
                var line = new StringBuilder();
                for (int i = 1; i <= table.columns().size(); i++) {
                    line.append(i == 1 ? "" : "\t").append(cell(row, i));
                }
                var bytes = line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
                into.writeToCopy(bytes, 0, bytes.length);
            }
            return into.endCopy();
        } finally {
            if (into.isActive()) {
                into.cancelCopy();
            }
        }
    }

    /** As COPY reads it; https://www.postgresql.org/docs/current/sql-copy.html. */
    private static String cell(ResultSet row, int column) throws SQLException {
        return switch (row.getObject(column)) {
            case null -> "\\N";
            case byte[] binary -> HexFormat.of().withUpperCase().formatHex(binary);
            case Object value ->
                    value.toString()
                            .replace("\\", "\\\\")
                            .replace("\t", "\\t")
                            .replace("\n", "\\n")
                            .replace("\r", "\\r")
                            .replace("\0", "");
        };
    }

    /** A reference that the rows do not keep, or to what is no key, is left out, as in the file. */
    private void refer(DatabaseSchema schema, ForeignKey key) throws SQLException {
        var from = qualified(key.from().table());
        var column = dialect.quoted(key.from().column());
        execute("CREATE INDEX ON %s (%s)".formatted(from, column));
        boolean isKey =
                schema.table(key.to().table())
                        .filter(table -> table.primaryKey().equals(List.of(key.to().column())))
                        .isPresent();
        if (!isKey) {
            return;
        }
        var before = to.setSavepoint();
        try {
            execute(
                    "ALTER TABLE %s ADD FOREIGN KEY (%s) REFERENCES %s (%s)"
                            .formatted(
                                    from,
                                    column,
                                    qualified(key.to().table()),
                                    dialect.quoted(key.to().column())));
            to.releaseSavepoint(before);
        } catch (SQLException e) {
            to.rollback(before);
        }
    }

    private String names(List<String> columns) {
        return columns.stream().map(dialect::quoted).collect(Collectors.joining(", "));
    }

    private String qualified(String table) {
        return dialect.quoted(dialect.namespace()) + "." + dialect.quoted(table);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = to.createStatement()) {
            statement.execute(sql);
        }
    }
}
