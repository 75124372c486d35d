package org.demur.execution.jdbc;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.exceptionsorter.PostgreSQLExceptionSorter;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.demur.execution.AccountAlarm;
import org.demur.execution.QueryExecutor;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultTable;
import org.demur.execution.SessionCaller;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.PostgresServer;
import org.demur.schema.jdbc.PostgresSession;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.jdbc.PgConnection;
import org.postgresql.util.PSQLException;

/**
 * Runs guarded statements on one PostgreSQL database: each in a read-only transaction of its own
 * that is rolled back, after a look at the engine's plan. The server ends a statement at its time
 * limit; whoever waits goes on at that time in any case. Thread-safe.
 */
public final class PostgresQueryExecutor implements QueryExecutor, AutoCloseable {
    private static final System.Logger LOG =
            System.getLogger(PostgresQueryExecutor.class.getName());

    /** Statements on one database at once; the server has few connections for all its users. */
    private static final int CONNECTIONS = 8;

    /** What driver and network may add to a time limit. */
    private static final Duration GRACE = Duration.ofMillis(500);

    /** A connection whose statement does not end is given up then. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration CONNECTING = Duration.ofSeconds(6);

    /** Rows that the driver asks for at once. */
    private static final int PORTION = 200;

    private final PostgresSource source;
    private final AccountAlarm alarm;
    private final PostgresWall wall;
    private final AgroalDataSource connections;
    private final Semaphore places = new Semaphore(CONNECTIONS, true);

    /**
     * Connects once, so that the first statement need not wait for it.
     *
     * @param alarm hears of statements that the guard let through and the engine's account does not
     * @throws GatewayException {@code DATABASE_UNAVAILABLE}
     */
    public PostgresQueryExecutor(PostgresSource source, AccountAlarm alarm) {
        this.source = source;
        this.alarm = alarm;
        this.wall = new PostgresWall(source.server().namespace(), source.visible());
        this.connections = pool(source.server());
        try (var connection = connections.getConnection()) {
            PostgresSession.enter(connection, source.server(), "");
            wall.outside(connection, "SELECT 1");
            connection.rollback();
        } catch (SQLException e) {
            connections.close();
            throw PostgresSession.unavailable(source.id(), source.server(), e);
        }
    }

    private static AgroalDataSource pool(PostgresServer server) {
        var configuration =
                new AgroalDataSourceConfigurationSupplier()
                        .metricsEnabled(false)
                        .connectionPoolConfiguration(pool ->
                                pool.maxSize(CONNECTIONS)
                                        .acquisitionTimeout(CONNECTING)
                                        .reapTimeout(Duration.ofMinutes(5))
                                        .maxLifetime(Duration.ofMinutes(30))
                                        .idleValidationTimeout(Duration.ofSeconds(30))
                                        .connectionValidator(ConnectionValidator.defaultValidator())
                                        .exceptionSorter(new PostgreSQLExceptionSorter())
                                        .connectionFactoryConfiguration(factory -> {
                                            factory.jdbcUrl(server.url())
                                                    .connectionProviderClass(Driver.class)
                                                    .autoCommit(false);
                                            PostgresSession.settings(PostgresSession.Use.STATEMENTS)
                                                    .forEach(factory::jdbcProperty);
                                            if (server.user() != null) {
                                                factory.principal(new NamePrincipal(server.user()));
                                            }
                                            if (server.password() != null) {
                                                factory.credential(
                                                        new SimplePassword(server.password()));
                                            }
                                            return factory;
                                        }));
        try {
            return AgroalDataSource.from(configuration);
        } catch (SQLException e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "No pool of connections can be made.", e);
        }
    }

    /** What is done with a statement that may run. */
    private interface Use<T> {
        T of(PreparedStatement statement, Running running) throws SQLException;
    }

    @Override
    public ResultTable execute(ReadOnlySql sql, DatabaseLimits limits) {
        return executeText(sql.textFor(source.id()), limits);
    }

    /** For tests of the walls behind the guard: any text at all. */
    ResultTable executeText(String sql, DatabaseLimits limits) {
        return run(
                sql,
                limits,
                (statement, running) -> {
                    statement.setFetchSize(Math.min(PORTION, limits.maxRows() + 1));
                    try (var rows = statement.executeQuery()) {
                        return ResultReader.read(
                                rows, PostgresQueryExecutor::cell, limits, running::elapsed);
                    }
                });
    }

    @Override
    public void explain(ReadOnlySql sql) {
        run(sql.textFor(source.id()), DatabaseLimits.DEFAULT, (statement, running) -> true);
    }

    /** Where rows depend on the caller, nothing runs for one that is not known. */
    private String caller() {
        return source.server().needsCaller()
                ? SessionCaller.current()
                        .orElseThrow(() ->
                                new GatewayException(
                                        FailureCode.UNKNOWN_CALLER,
                                        "%s shows each caller rows of its own: say who asks."
                                                .formatted(source.id())))
                : "";
    }

    private <T> T run(String sql, DatabaseLimits limits, Use<T> use) {
        var running = new Running(limits.timeLimit(), caller());
        var result = new FutureTask<>(() -> runInPlace(sql, running, use));
        Thread.ofVirtual().name("query").start(result);
        try {
            return result.get(running.remaining().plus(GRACE).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            running.cancel();
            throw timeLimit();
        } catch (InterruptedException e) {
            running.cancel();
            Thread.currentThread().interrupt();
            throw new GatewayException(
                    FailureCode.QUERY_TIME_LIMIT, "The query was cancelled before it finished.", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GatewayException failure) {
                throw failure;
            }
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "The query broke down outside of the database.", e);
        }
    }

    /** The place stays taken while the server works, whether or not anybody waits for it. */
    private <T> T runInPlace(String sql, Running running, Use<T> use) throws InterruptedException {
        if (!places.tryAcquire(running.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
            throw new GatewayException(
                    FailureCode.OVERLOADED,
                    "The query waited for its turn until its time was up: try again later.");
        }
        try {
            return runConnected(sql, running, use);
        } finally {
            places.release();
        }
    }

    private <T> T runConnected(String sql, Running running, Use<T> use) {
        try (var connection = connections.getConnection()) {
            try {
                running.begin(connection);
                return runWithin(connection, sql, running, use);
            } catch (SQLException e) {
                throw failure(e, running);
            } finally {
                running.end();
                giveBack(connection, running);
            }
        } catch (SQLException e) {
            throw PostgresSession.unavailable(source.id(), source.server(), e);
        }
    }

    /** A late cancellation would meet the next statement on the connection. */
    private static void giveBack(Connection connection, Running running) {
        try {
            if (running.isCancelled()) {
                abort(connection);
            }
            connection.rollback(); // fails on what was aborted: so the pool learns of it
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "a connection is given up", e);
        }
    }

    /** The driver's own: the pool's would come back neither as a connection nor as a free place. */
    private static void abort(Connection connection) throws SQLException {
        connection.unwrap(PgConnection.class).abort(Runnable::run);
    }

    private <T> T runWithin(Connection connection, String sql, Running running, Use<T> use)
            throws SQLException {
        limitTime(connection, running.remaining());
        PostgresSession.enter(connection, source.server(), running.caller);
        requireWithin(wall.outside(connection, sql));
        limitTime(connection, running.remaining());
        try (var statement = connection.prepareStatement(sql)) {
            running.begin(statement);
            return use.of(statement, running);
        }
    }

    private static void limitTime(Connection connection, Duration limit) throws SQLException {
        try (var setting =
                connection.prepareStatement("SELECT set_config('statement_timeout', ?, true)")) {
            setting.setString(1, String.valueOf(Math.max(1, limit.toMillis())));
            setting.executeQuery().close();
        }
    }

    /** Text analysis is the guard's; here the engine itself says what it is about to read. */
    private void requireWithin(Set<String> outside) {
        if (!outside.isEmpty()) {
            throw disagreed("was about to read " + outside + ", which is not shown");
        }
    }

    private GatewayException disagreed(String what) {
        LOG.log(Level.ERROR, "ALARM: a statement on {0} {1}; it was refused", source.id(), what);
        alarm.disagreed();
        return new GatewayException(
                FailureCode.READS_HIDDEN_DATA,
                "The statement would read more than the database shows.");
    }

    /** Dates and times as their texts, yes and no as 1 and 0. */
    private static @Nullable Object cell(ResultSet rows, int column) throws SQLException {
        var text = rows.getString(column);
        if (text == null) {
            return null;
        }
        return switch (rows.getMetaData().getColumnTypeName(column)) {
            case "int2", "int4", "int8" -> rows.getLong(column);
            case "float4", "float8" -> {
                double number = rows.getDouble(column);
                yield Double.isFinite(number) ? number : text;
            }
            case "numeric" -> number(text);
            case "bool" -> rows.getBoolean(column) ? 1L : 0L;
            case "bytea" -> HexFormat.of().withUpperCase().formatHex(rows.getBytes(column));
            default -> text;
        };
    }

    private static Object number(String text) {
        if (!text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '-' || c == '.')) {
            return text; // NaN or Infinity
        }
        var number = new BigDecimal(text);
        return number.scale() == 0 && number.precision() <= 18
                ? (Object) number.longValueExact()
                : (Object) number.doubleValue();
    }

    /** By the classes of https://www.postgresql.org/docs/current/errcodes-appendix.html. */
    private GatewayException failure(SQLException e, Running running) {
        var state = String.valueOf(e.getSQLState());
        if (running.isCancelled() || state.equals("57014")) {
            return timeLimit();
        }
        if (state.equals("42501") || state.equals("25006")) {
            return disagreed("did what its user may not, by the server's code " + state);
        }
        boolean large = String.valueOf(e.getMessage()).contains("maxResultBuffer");
        boolean tooMuch = state.startsWith("54") && !isOfCharacter(e);
        if (large || tooMuch || state.equals("53200") || state.equals("53400")) {
            return new GatewayException(
                    FailureCode.QUERY_MEMORY_LIMIT,
                    "The query makes a value or a statement larger than is allowed.",
                    e);
        }
        if (state.startsWith("08")
                || state.startsWith("53")
                || state.startsWith("57")
                || state.startsWith("58")
                || state.equals("55P03")
                || state.equals("XX001")) {
            return PostgresSession.unavailable(source.id(), source.server(), e);
        }
        return new GatewayException(
                FailureCode.QUERY_FAILED,
                "The database rejects the statement (%s).".formatted(state),
                e);
    }

    /** Whether {@code chr} was given a number of no character, for which it has a limit's code. */
    private static boolean isOfCharacter(SQLException e) {
        var message = e instanceof PSQLException failed ? failed.getServerErrorMessage() : null;
        return message != null && "chr".equals(message.getRoutine());
    }

    private static GatewayException timeLimit() {
        return new GatewayException(
                FailureCode.QUERY_TIME_LIMIT, "The query was stopped at its time limit.");
    }

    @Override
    public void close() {
        connections.close();
    }

    /**
     * One statement from its submission to its end, for the thread that waits and the one that
     * runs.
     */
    private static final class Running {
        private final long startNanos = System.nanoTime();
        private final Duration limit;
        private final String caller;
        private @Nullable Connection connection;
        private @Nullable PreparedStatement statement;
        private boolean cancelled;

        Running(Duration limit, String caller) {
            this.limit = limit;
            this.caller = caller;
        }

        Duration elapsed() {
            return Duration.ofNanos(System.nanoTime() - startNanos);
        }

        Duration remaining() {
            var left = limit.minus(elapsed());
            return left.isNegative() ? Duration.ZERO : left;
        }

        synchronized void begin(Connection newConnection) throws SQLException {
            requireWanted();
            connection = newConnection;
        }

        synchronized void begin(PreparedStatement newStatement) throws SQLException {
            requireWanted();
            statement = newStatement;
        }

        private void requireWanted() throws SQLException {
            if (cancelled) {
                throw new SQLException("cancelled while it waited", "57014");
            }
        }

        synchronized void end() {
            connection = null;
            statement = null;
        }

        synchronized boolean isCancelled() {
            return cancelled;
        }

        /** Asks the server to stop; where it does not, the connection is given up later. */
        synchronized void cancel() {
            cancelled = true;
            if (connection != null) {
                var running = statement;
                Thread.ofVirtual().name("query-cancel").start(() -> stop(running));
            }
        }

        private void stop(@Nullable PreparedStatement running) {
            try {
                if (running != null) {
                    running.cancel();
                }
                Thread.sleep(PATIENCE);
                abort();
            } catch (SQLException e) { // the server's own limit remains
                LOG.log(Level.DEBUG, "a statement could not be cancelled", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized void abort() throws SQLException {
            if (connection != null) {
                PostgresQueryExecutor.abort(connection);
            }
        }
    }
}
