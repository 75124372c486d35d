package org.demur.execution.jdbc;

import java.lang.System.Logger.Level;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.demur.execution.AccountAlarm;
import org.demur.execution.QueryExecutor;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultTable;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Runs guarded statements on one SQLite file. Every wall here stands without the guard.
 * Thread-safe; waiting for a result blocks the caller, cheaply on a virtual thread.
 */
public final class SqliteQueryExecutor implements QueryExecutor, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(SqliteQueryExecutor.class.getName());

    /** How long after the limit a query may still stop by itself before it is interrupted. */
    private static final Duration GRACE = Duration.ofMillis(100);

    /** What is done with a compiled statement. */
    @FunctionalInterface
    private interface Use<T> {
        T of(PreparedStatement statement, QueryWatch watch) throws SQLException;
    }

    private final SqliteSource source;
    private final EngineWall wall;
    private final AccountAlarm alarm;
    private final QueryThreads threads;
    private final ProcessMemory memory = new ProcessMemory();
    private final ConcurrentLinkedDeque<SqliteConnection> idle = new ConcurrentLinkedDeque<>();
    private final LongSupplier clock;
    private final Duration grace;
    private volatile boolean closed;

    /**
     * Opens the database once, so that a broken file is noticed here.
     *
     * @param threads shared by all databases; not closed with this executor
     * @throws GatewayException {@code DATABASE_UNAVAILABLE}
     */
    public SqliteQueryExecutor(SqliteSource source, QueryThreads threads) {
        this(source, threads, AccountAlarm.NOP);
    }

    /**
     * As the other constructor.
     *
     * @param alarm hears of statements that the guard let through and the engine's account does not
     */
    public SqliteQueryExecutor(SqliteSource source, QueryThreads threads, AccountAlarm alarm) {
        this(source, threads, alarm, System::nanoTime, GRACE);
    }

    /**
     * For tests that count looks at the watch instead of time.
     *
     * @param clock in nanoseconds
     * @param grace as {@link #GRACE}, by the clock on the wall
     */
    SqliteQueryExecutor(
            SqliteSource source,
            QueryThreads threads,
            AccountAlarm alarm,
            LongSupplier clock,
            Duration grace) {
        this.wall = new EngineWall(source.visible());
        this.alarm = alarm;
        this.grace = grace;
        this.clock = clock;
        this.source = source;
        this.threads = threads;
        idle.push(SqliteConnection.open(source));
    }

    @Override
    public ResultTable execute(ReadOnlySql sql, DatabaseLimits limits) {
        return executeText(sql.textFor(source.id()), limits);
    }

    @Override
    public void explain(ReadOnlySql sql) {
        run(sql.textFor(source.id()), DatabaseLimits.DEFAULT, (statement, watch) -> true);
    }

    /** For tests of the walls behind the guard: any text at all. */
    ResultTable executeText(String sql, DatabaseLimits limits) {
        return run(sql, limits, (statement, watch) -> fetch(statement, limits, watch));
    }

    private <T> T run(String sql, DatabaseLimits limits, Use<T> use) {
        var lane = threads.lane();
        var watch = new QueryWatch(lane, memory, limits, clock);
        var result = threads.submit(() -> runInLane(sql, lane, watch, use));
        return await(result, watch);
    }

    private <T> T runInLane(String sql, QueryThreads.Lane lane, QueryWatch watch, Use<T> use)
            throws InterruptedException {
        try (lane) {
            if (!lane.enter(watch.remaining())) {
                throw new GatewayException(
                        FailureCode.OVERLOADED,
                        "The query waited for its turn until its time was up: try again later.");
            }
            if (watch.mustStop()) { // cancelled while it waited
                throw stopped(watch);
            }
            var connection = borrow();
            boolean reusable = false;
            try {
                watch.begin(connection);
                requireWithin(connection, sql);
                T result;
                try (var statement = connection.prepare(sql)) {
                    result = use.of(statement, watch);
                }
                reusable = true;
                return result;
            } catch (SQLException e) {
                // stopped for its steps it was compiled and ran as guarded; after any other failure
                // a setting may have been changed while the statement was compiled
                reusable = watch.stop() == QueryWatch.Stop.STEPS;
                throw failure(e, watch);
            } finally {
                watch.end();
                giveBack(connection, reusable);
            }
        }
    }

    /** Text analysis is the guard's; here the engine itself says what it is about to read. */
    private void requireWithin(SqliteConnection connection, String sql) throws SQLException {
        var outside = connection.outside(wall, sql);
        if (outside.isEmpty()) {
            return;
        }
        LOG.log(
                Level.ERROR,
                "ALARM: a statement on {0} was about to read {1}, which is not shown; it was refused",
                source.id(),
                outside);
        alarm.disagreed();
        throw new GatewayException(
                FailureCode.READS_HIDDEN_DATA,
                "The statement would read more than the database shows.");
    }

    private <T> T await(Future<T> result, QueryWatch watch) {
        try {
            return result.get(watch.remaining().plus(grace).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            abandon(result, watch);
            throw timeLimit();
        } catch (InterruptedException e) {
            abandon(result, watch);
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

    /** The thread is not waited for: it stops at its next row. */
    private static void abandon(Future<?> result, QueryWatch watch) {
        watch.cancel();
        result.cancel(false);
    }

    private static ResultTable fetch(
            PreparedStatement statement, DatabaseLimits limits, QueryWatch watch)
            throws SQLException {
        try (var rows = statement.executeQuery()) {
            return ResultReader.read(rows, ResultReader::plain, limits, watch::elapsed);
        }
    }

    private GatewayException failure(SQLException e, QueryWatch watch) {
        if (watch.stop() != null) {
            return stopped(watch);
        }
        if (!(e instanceof SQLiteException sqlite)) {
            return rejected(e, e.getMessage());
        }
        var code = sqlite.getResultCode();
        return switch (SQLiteErrorCode.getErrorCode(code.code & 0xff)) {
            case SQLITE_TOOBIG, SQLITE_NOMEM ->
                    new GatewayException(
                            FailureCode.QUERY_MEMORY_LIMIT,
                            "The query makes a value or a statement larger than is allowed.",
                            e);
            case SQLITE_BUSY,
                    SQLITE_LOCKED,
                    SQLITE_IOERR,
                    SQLITE_CORRUPT,
                    SQLITE_CANTOPEN,
                    SQLITE_PROTOCOL,
                    SQLITE_NOTADB,
                    SQLITE_PERM ->
                    SqliteConnection.unavailable(source, e);
            default -> rejected(e, code.name());
        };
    }

    private static GatewayException rejected(SQLException cause, @Nullable String code) {
        return new GatewayException(
                FailureCode.QUERY_FAILED,
                "The database rejects the statement (%s).".formatted(code),
                cause);
    }

    private static GatewayException stopped(QueryWatch watch) {
        if (watch.stop() == QueryWatch.Stop.MEMORY) {
            return new GatewayException(
                    FailureCode.QUERY_MEMORY_LIMIT,
                    "The query was stopped: it takes too much memory.");
        }
        return watch.stop() == QueryWatch.Stop.STEPS
                ? new GatewayException(
                        FailureCode.QUERY_STEP_LIMIT,
                        "The query was stopped: it takes too many steps.")
                : timeLimit();
    }

    private static GatewayException timeLimit() {
        return new GatewayException(
                FailureCode.QUERY_TIME_LIMIT, "The query was stopped at its time limit.");
    }

    private SqliteConnection borrow() {
        var connection = idle.poll();
        return connection == null ? SqliteConnection.open(source) : connection;
    }

    private void giveBack(SqliteConnection connection, boolean reusable) {
        if (reusable && !closed) {
            idle.push(connection);
        } else {
            close(connection);
        }
    }

    private static void close(SqliteConnection connection) {
        try {
            connection.close();
        } catch (SQLException e) { // costs a little memory, not correctness
            LOG.log(Level.DEBUG, "a connection did not close cleanly", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        for (var connection = idle.poll(); connection != null; connection = idle.poll()) {
            close(connection);
        }
    }
}
