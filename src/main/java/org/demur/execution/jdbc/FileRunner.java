package org.demur.execution.jdbc;

import java.lang.System.Logger.Level;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import org.demur.execution.ResultTable;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;

/**
 * Runs statements on one database file, each on the thread that calls, behind every wall that the
 * engine and its connection offer. Thread-safe.
 */
final class FileRunner implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FileRunner.class.getName());

    /** What is done with a compiled statement. */
    @FunctionalInterface
    interface Use<T> {
        T of(PreparedStatement statement, QueryWatch watch) throws SQLException;
    }

    private final FileSource source;
    private final EngineWall wall;
    private final Consumer<Set<String>> hidden;
    private final ConcurrentLinkedDeque<FileConnection> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /**
     * Opens the database once, so that a broken file is noticed here.
     *
     * @param hidden hears what a statement was about to read and must not; it is refused then
     * @throws GatewayException {@code DATABASE_UNAVAILABLE}
     */
    FileRunner(FileSource source, Consumer<Set<String>> hidden) {
        this.source = source;
        this.wall = new EngineWall(source.visible());
        this.hidden = hidden;
        idle.push(FileConnection.open(source));
    }

    /** Compiles a statement, and does no more with it. */
    static boolean compile(PreparedStatement statement, QueryWatch watch) {
        return true;
    }

    /** Runs a statement and reads its rows. */
    static Use<ResultTable> rows(DatabaseLimits limits) {
        return (statement, watch) -> {
            try (var rows = statement.executeQuery()) {
                return ResultReader.read(rows, ResultReader::plain, limits, watch::elapsed);
            }
        };
    }

    /**
     * Compiles a statement, has the engine say what it reads, and uses it.
     *
     * @throws GatewayException as {@link org.demur.execution.QueryExecutor#execute}
     */
    <T> T run(String sql, QueryWatch watch, Use<T> use) {
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
            throw watch.stop() == null ? connection.failure(e) : stopped(watch);
        } finally {
            watch.end();
            giveBack(connection, reusable);
        }
    }

    /** Text analysis is the guard's; here the engine itself says what it is about to read. */
    private void requireWithin(FileConnection connection, String sql) throws SQLException {
        var outside = connection.outside(wall, sql);
        if (!outside.isEmpty()) {
            hidden.accept(outside);
            throw new GatewayException(
                    FailureCode.READS_HIDDEN_DATA,
                    "The statement would read more than the database shows.");
        }
    }

    private static GatewayException stopped(QueryWatch watch) {
        if (watch.stop() == QueryWatch.Stop.MEMORY) {
            return memoryLimit();
        }
        return watch.stop() == QueryWatch.Stop.STEPS
                ? new GatewayException(
                        FailureCode.QUERY_STEP_LIMIT,
                        "The query was stopped: it takes too many steps.")
                : timeLimit();
    }

    static GatewayException timeLimit() {
        return new GatewayException(
                FailureCode.QUERY_TIME_LIMIT, "The query was stopped at its time limit.");
    }

    static GatewayException memoryLimit() {
        return new GatewayException(
                FailureCode.QUERY_MEMORY_LIMIT, "The query was stopped: it takes too much memory.");
    }

    private FileConnection borrow() {
        var connection = idle.poll();
        return connection == null ? FileConnection.open(source) : connection;
    }

    private void giveBack(FileConnection connection, boolean reusable) {
        if (reusable && !closed) {
            idle.push(connection);
        } else {
            close(connection);
        }
    }

    private static void close(FileConnection connection) {
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
