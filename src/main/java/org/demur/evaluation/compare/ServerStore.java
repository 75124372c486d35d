package org.demur.evaluation.compare;

import static org.demur.schema.SqlNames.quoted;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.demur.execution.AccountAlarm;
import org.demur.execution.GuardLimits;
import org.demur.execution.SqlGuard;
import org.demur.execution.jdbc.PostgresQueryExecutor;
import org.demur.execution.jdbc.PostgresSource;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.PostgresServer;
import org.demur.schema.Table;
import org.demur.schema.jdbc.PostgresSession;

/**
 * Rows in two schemas of a PostgreSQL database, in one in the order in which they were written, in
 * the other in the opposite one; both are gone when it is closed. One connection writes; statements
 * are executed as everywhere, behind all walls.
 */
final class ServerStore implements SuiteDatabase.Store {
    /** On a few hundred rows; the server counts no instructions. */
    private static final Duration TIME = Duration.ofSeconds(5);

    private final SqlGuard guard = new SqlGuard(GuardLimits.DEFAULT);
    private final Connection writer;
    private final List<Table> tables;
    private final Side forwards;
    private final Side backwards;

    /** One of the two schemas. */
    private record Side(String namespace, PostgresQueryExecutor executor, ScoredDatabase reader) {}

    /**
     * Makes the schemas.
     *
     * @throws GatewayException {@code DATABASE_UNAVAILABLE} where the server objects; {@code
     *     INVALID_CONFIGURATION} where its user may do more than it has to
     */
    ServerStore(
            PostgresServer server,
            Function<String, DatabaseSchema> schema,
            SuiteDatabase.Change declaring,
            ExecutionLimits limits) {
        String name = "demur_suite_" + UUID.randomUUID().toString().replace("-", "");
        try {
            writer = PostgresSession.writable(server);
        } catch (SQLException e) {
            throw PostgresSession.unavailable("suite", server, e);
        }
        try {
            requireNoPower(server);
            forwards = side(server, schema, name, declaring, limits);
            backwards = side(server, schema, name + "_backwards", declaring, limits);
            tables = schema.apply(name).tables();
        } catch (SQLException e) {
            throw PostgresSession.unavailable("suite", server, e);
        }
    }

    /** What is executed was written by models. */
    private void requireNoPower(PostgresServer server) throws SQLException {
        try (Statement statement = writer.createStatement();
                var row =
                        statement.executeQuery(
                                "SELECT rolsuper FROM pg_roles WHERE rolname = current_user")) {
            row.next();
            if (row.getBoolean(1)) {
                throw new GatewayException(
                        FailureCode.INVALID_CONFIGURATION,
                        "The user that makes suites in %s is a superuser: name a role that may CREATE there and nothing else."
                                .formatted(server));
            }
        }
    }

    private Side side(
            PostgresServer server,
            Function<String, DatabaseSchema> schema,
            String namespace,
            SuiteDatabase.Change declaring,
            ExecutionLimits limits)
            throws SQLException {
        execute("CREATE SCHEMA " + quoted(namespace));
        writer.setSchema(namespace);
        declaring.on(writer);
        writer.commit();
        DatabaseSchema shown = schema.apply(namespace);
        var place = new PostgresServer(server.url(), namespace, server.user(), server.password());
        var executor =
                new PostgresQueryExecutor(
                        new PostgresSource(shown.id(), place, shown.tables()), AccountAlarm.NOP);
        ExecutionLimits bounded =
                limits.time().compareTo(TIME) < 0 ? limits : limits.withTime(TIME);
        return new Side(
                namespace,
                executor,
                new GuardedDatabase(guard, shown, executor, bounded, new LongAdder()));
    }

    @Override
    public void change(SuiteDatabase.Change change) throws SQLException {
        writer.setSchema(forwards.namespace());
        change.on(writer);
        for (Table table : tables) {
            String name = quoted(table.name());
            execute("TRUNCATE %s.%s".formatted(quoted(backwards.namespace()), name));
            execute(
                    "INSERT INTO %s.%s SELECT * FROM %s.%s ORDER BY ctid DESC"
                            .formatted(
                                    quoted(backwards.namespace()),
                                    name,
                                    quoted(forwards.namespace()),
                                    name));
        }
        writer.commit();
    }

    @Override
    public ScoredDatabase reader() {
        return forwards.reader();
    }

    @Override
    public ScoredDatabase backwards() {
        return backwards.reader();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        guard.close();
        forwards.executor().close();
        backwards.executor().close();
        try (Connection last = writer) {
            last.rollback();
            for (Side side : List.of(forwards, backwards)) {
                execute("DROP SCHEMA %s CASCADE".formatted(quoted(side.namespace())));
            }
            last.commit();
        }
    }
}
