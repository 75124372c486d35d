package org.demur.evaluation.compare;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.jdbc.FileEngine;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/**
 * One database in a file or in memory, opened so that nothing can be written, through which raw SQL
 * is executed as Python's sqlite3 would: exactly one statement, no parameters. Used by one thread
 * at a time.
 */
final class RawDatabase implements ScoredDatabase {
    /** How a statement begins that only reads; EXPLAIN tells of another one. */
    private static final Pattern QUERY =
            Pattern.compile("(?i)\\G(?:select|with|values|explain)\\b");

    /** Statements that stay prepared; each takes some 10 kB. */
    private static final int MOST_PREPARED = 1_000;

    private final SQLiteConnection connection;
    private final ExecutionWatch watch;
    private final LongAdder engineNanos;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final int mostPrepared;

    @FunctionalInterface
    private interface Opening {
        SQLiteConnection open() throws SQLException;
    }

    private RawDatabase(
            SQLiteConnection connection,
            ExecutionWatch watch,
            LongAdder engineNanos,
            int mostPrepared) {
        this.connection = connection;
        this.watch = watch;
        this.engineNanos = engineNanos;
        this.mostPrepared = mostPrepared;
    }

    /**
     * Opens a database.
     *
     * @param engineNanos receives the time spent inside of SQLite, in nanoseconds
     * @throws GatewayException {@code INVALID_INPUT_FILE} when the file is no SQLite database
     */
    static RawDatabase open(Path file, ExecutionLimits limits, LongAdder engineNanos) {
        return open(
                () -> FileEngine.immutable(file), // nobody writes to it while it is scored
                file.toString(),
                List.of("mmap_size = 268435456", "cache_size = -65536"),
                limits,
                engineNanos,
                0);
    }

    /**
     * Opens a database in memory, only for reading. Statements stay prepared: they are executed
     * again when its rows have changed.
     *
     * @param number the database's
     * @param pragmas settings that are of this connection only
     */
    static RawDatabase inMemory(long number, List<String> pragmas, ExecutionLimits limits) {
        return open(
                () -> FileEngine.inMemory(number, true),
                "memory",
                pragmas,
                limits,
                new LongAdder(),
                MOST_PREPARED);
    }

    private static RawDatabase open(
            Opening opening,
            String shown,
            List<String> pragmas,
            ExecutionLimits limits,
            LongAdder engineNanos,
            int mostPrepared) {
        try {
            var connection = opening.open();
            FileEngine.set(connection, pragmas);
            FileEngine.set(
                    connection,
                    List.of("temp_store = MEMORY", "query_only = 1", "trusted_schema = 0"));
            try (var statement = connection.createStatement()) {
                statement.executeQuery("SELECT count(*) FROM sqlite_master").close();
            }
            connection.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, limits.valueBytes());
            connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
            connection.setLimit(SQLiteLimits.SQLITE_LIMIT_WORKER_THREADS, 0);
            var watch = new ExecutionWatch(limits);
            FileEngine.watch(connection, ExecutionWatch.OPCODES_BETWEEN_CHECKS, watch::mustStop);
            return new RawDatabase(connection, watch, engineNanos, mostPrepared);
        } catch (SQLException e) {
            throw FileEngine.unreadable(shown, e);
        }
    }

    @Override
    public Execution execute(String sql, RowReader reader) {
        PreparedStatement known = prepared.get(sql);
        if (known == null) {
            Optional<Execution> refused = refused(sql);
            if (refused.isPresent()) {
                return refused.get();
            }
        }
        watch.start();
        var reading = new LongAdder();
        long started = System.nanoTime();
        try {
            PreparedStatement statement = known == null ? connection.prepareStatement(sql) : known;
            boolean stays = known != null || prepared.size() < mostPrepared;
            if (stays) {
                prepared.put(sql, statement);
            }
            try {
                return rows(statement, reader, reading);
            } finally {
                if (!stays) {
                    statement.close();
                }
            }
        } catch (SQLException e) {
            forget(sql, e);
            return watch.failure(String.valueOf(e.getMessage()));
        } finally {
            watch.stop();
            engineNanos.add(System.nanoTime() - started - reading.sum());
        }
    }

    /** A statement that failed would not be executed again, whatever the rows are then. */
    private void forget(String sql, SQLException failure) {
        PreparedStatement failed = prepared.remove(sql);
        if (failed != null) {
            try {
                failed.close();
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** How a text ends that is never executed. */
    private static Optional<Execution> refused(String sql) {
        if (sql.indexOf('\0') >= 0) {
            return Optional.of(failed("embedded null character"));
        }
        int end = StatementEnd.endOfFirst(sql);
        if (StatementEnd.hasStatement(sql, end)) {
            return Optional.of(failed("more than one statement"));
        }
        if (!StatementEnd.hasStatement(sql, 0)) {
            // Python executes nothing and fetches no rows
            return Optional.of(new Execution.Finished(true));
        }
        // a setting, or a temporary table by the name of another, would change later results
        return QUERY.matcher(sql).find(StatementEnd.startOfFirst(sql))
                ? Optional.empty()
                : Optional.of(failed("not a query"));
    }

    private static Execution failed(String because) {
        return new Execution.Failed(Execution.Cause.SQL, because);
    }

    /**
     * Executes.
     *
     * @param reading receives the time that the reader took, in nanoseconds
     */
    private Execution rows(PreparedStatement statement, RowReader reader, LongAdder reading)
            throws SQLException {
        if (statement.getParameterMetaData().getParameterCount() > 0) {
            return failed("parameters without values");
        }
        try (ResultSet rows = statement.executeQuery()) {
            int columns = rows.getMetaData().getColumnCount();
            reader.begin(labels(rows.getMetaData()));
            while (rows.next()) {
                @Nullable Object[] cells = cells(rows, columns);
                if (watch.isOver(cells)) {
                    return watch.failure("cut by a limit");
                }
                long stepped = System.nanoTime();
                boolean more = reader.accept(cells);
                reading.add(System.nanoTime() - stepped);
                if (!more) {
                    return new Execution.Finished(false);
                }
            }
            return new Execution.Finished(true);
        }
    }

    private static List<String> labels(ResultSetMetaData columns) throws SQLException {
        var labels = new ArrayList<String>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            labels.add(columns.getColumnLabel(i));
        }
        return labels;
    }

    private static @Nullable Object[] cells(ResultSet rows, int columns) {
        @Nullable Object[] cells = new @Nullable Object[columns];
        try {
            for (int i = 0; i < columns; i++) {
                cells[i] = cell(rows, i + 1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("a row that was stepped to cannot be read", e);
        }
        return cells;
    }

    private static @Nullable Object cell(ResultSet rows, int column) throws SQLException {
        Object cell = rows.getObject(column);
        return switch (cell) {
            case null -> null;
            case Integer whole -> whole.longValue();
            case String text when text.indexOf('\ufffd') >= 0 -> decoded(rows.getBytes(column));
            default -> cell;
        };
    }

    /** The published scripts drop bytes that are not UTF-8. */
    private static String decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.IGNORE)
                    .onUnmappableCharacter(CodingErrorAction.IGNORE)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("a decoder that ignores errors has met one", e);
        }
    }

    Connection connection() {
        return connection;
    }

    @Override
    public void close() {
        try {
            for (PreparedStatement statement : prepared.values()) {
                statement.close();
            }
            connection.close();
        } catch (SQLException e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "SQLite could not close a database", e);
        }
    }
}
