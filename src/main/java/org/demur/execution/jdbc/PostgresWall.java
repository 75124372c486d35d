package org.demur.execution.jdbc;

import static org.demur.schema.SqlNames.quoted;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.Column;
import org.demur.schema.Dialect;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.demur.schema.jdbc.EngineAccount;
import org.demur.sql.SqlFunctions;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.NativeQuery;
import org.postgresql.core.Parser;
import org.postgresql.core.SqlCommandType;

/**
 * Holds PostgreSQL's plan of a statement against what may be read: whatever the engine reads to
 * show the visible columns of the visible tables and views. Knows nothing of the guard, so that a
 * mistake in either is noticed. For the connections to one database; thread-safe.
 */
final class PostgresWall {
    /**
     * What the engine calls by another name than a draft does, as its plans have it, and what a
     * draft may call in one form only.
     */
    private static final Set<String> OTHER_NAMES =
            Set.of(
                    "extract",
                    "int2",
                    "int4",
                    "int8",
                    "like_escape",
                    "lpad",
                    "overlay",
                    "position",
                    "rpad",
                    "timezone",
                    "timestamp",
                    "\"left\"",
                    "\"right\"",
                    "\"overlay\"",
                    "\"position\"",
                    "\"substring\"");

    private final String namespace;
    private final List<Table> visible;
    private volatile @Nullable EngineAccount permitted;

    PostgresWall(String namespace, List<Table> visible) {
        this.namespace = namespace;
        this.visible = visible;
    }

    /**
     * Fails on what is not one query to the driver, which would run each statement of a text by
     * itself.
     *
     * @throws GatewayException QUERY_FAILED
     */
    static void requireOneQuery(String sql) throws SQLException {
        var queries = Parser.parseJdbcSql(sql, true, true, true, false, false);
        if (queries.size() != 1 || !isQuery(queries.getFirst())) {
            throw new GatewayException(
                    FailureCode.QUERY_FAILED, "The text is not one query to the database.");
        }
    }

    private static boolean isQuery(NativeQuery query) {
        var type = query.command.getType();
        return query.bindPositions.length == 0
                && (type == SqlCommandType.SELECT || type == SqlCommandType.WITH);
    }

    /**
     * What the statement would read or call and must not, in the schema's own names; empty where it
     * may run.
     *
     * @throws SQLException where the engine rejects the statement
     */
    Set<String> outside(Connection connection, String sql) throws SQLException {
        var known = permitted;
        var account = account(connection, sql);
        if (known != null && account.outside(known).isEmpty()) {
            return Set.of();
        }
        // parts of a table may have been added
        known = permitted(connection);
        permitted = known;
        return account.outside(known);
    }

    private EngineAccount permitted(Connection connection) throws SQLException {
        var functions = SqlFunctions.of(new Dialect.Postgres(namespace)).allowed();
        var account =
                new EngineAccount(
                        Map.of(),
                        Stream.of(functions, OTHER_NAMES)
                                .flatMap(Set::stream)
                                .collect(Collectors.toSet()),
                        EngineAccount.NO_SCHEMA,
                        Set.of());
        for (var table : visible) {
            account = account.with(shown(connection, table));
        }
        return account;
    }

    private EngineAccount shown(Connection connection, Table table) throws SQLException {
        var sql =
                table.columns().stream()
                        .map(Column::name)
                        .map(SqlNames::quoted)
                        .collect(
                                Collectors.joining(
                                        ", ",
                                        "SELECT ",
                                        " FROM %s.%s"
                                                .formatted(
                                                        quoted(namespace), quoted(table.name()))));
        var before = connection.setSavepoint();
        try {
            var account = account(connection, sql);
            connection.releaseSavepoint(before);
            return account;
        } catch (SQLException e) { // what is gone or forbidden cannot be read by a statement either
            connection.rollback(before);
            return EngineAccount.NOTHING;
        }
    }

    private static EngineAccount account(Connection connection, String sql) throws SQLException {
        requireOneQuery(sql);
        // inside of another, since of one table alone the plan does not name the columns' table
        var explained =
                "EXPLAIN (FORMAT JSON, VERBOSE) SELECT * FROM (%s\n) AS \"demur statement\""
                        .formatted(sql);
        try (var statement = connection.prepareStatement(explained);
                var plan = statement.executeQuery()) {
            plan.next();
            return PlanReading.account(plan.getString(1));
        }
    }
}
