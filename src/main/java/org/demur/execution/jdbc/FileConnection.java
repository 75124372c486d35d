package org.demur.execution.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.jdbc.FileEngine;
import org.jspecify.annotations.Nullable;
import org.sqlite.Function;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteLimits;

/** A connection that can only read, and whose work is watched. Used by one thread at a time. */
final class FileConnection implements AutoCloseable {
    /**
     * Steps of the engine between two looks at the watch: 0.2 to 0.3 ms, at an overhead below
     * measurement.
     */
    static final int STEPS_PER_TICK = 10_000;

    /** Of a fresh connection; constant texts, never a draft's. */
    private static final List<String> SETTINGS =
            List.of(
                    "busy_timeout = 1000", // milliseconds
                    "query_only = 1",
                    "trusted_schema = 0",
                    "cell_size_check = 1",
                    "mmap_size = 0", // a file cut short under a mapping kills the process
                    "temp_store = 2", // in memory, where the watch sees it: nothing on disk
                    "cache_size = -8192"); // KiB, hence the sign

    /**
     * Functions that the driver adds to the engine: they take memory without asking for its limit,
     * and seconds in a single step. All have two arguments.
     */
    private static final List<String> OVERRIDDEN = List.of("replicate", "padl", "padr", "padc");

    /** The driver adds UTF-16; in that encoding alone a function does not replace another. */
    private static final int UTF_8 = 1;

    private static final class Forbidden extends Function {
        @Override
        protected void xFunc() throws SQLException {
            error("not authorized");
        }
    }

    private final FileSource source;
    private final SQLiteConnection jdbc;
    private @Nullable QueryWatch watch;

    private FileConnection(FileSource source, SQLiteConnection jdbc) {
        this.source = source;
        this.jdbc = jdbc;
    }

    /**
     * Opens the database.
     *
     * @throws GatewayException {@code DATABASE_UNAVAILABLE}
     */
    static FileConnection open(FileSource source) {
        SQLiteConnection raw = null;
        try {
            raw = FileEngine.readOnly(source.file());
            var connection = new FileConnection(source, raw);
            connection.harden();
            return connection;
        } catch (SQLException e) {
            closeQuietly(raw, e);
            throw unavailable(source, e);
        }
    }

    /** Whose fault it is that a statement failed which the watch has not stopped. */
    GatewayException failure(SQLException e) {
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
                    unavailable(source, e);
            default -> rejected(e, code.name());
        };
    }

    private static GatewayException rejected(SQLException cause, @Nullable String code) {
        return new GatewayException(
                FailureCode.QUERY_FAILED,
                "The database rejects the statement (%s).".formatted(code),
                cause);
    }

    private static GatewayException unavailable(FileSource source, SQLException cause) {
        return new GatewayException(
                FailureCode.DATABASE_UNAVAILABLE,
                "The database %s cannot be read: check that %s is a SQLite file and readable."
                        .formatted(source.id(), source.file()),
                cause);
    }

    private static void closeQuietly(@Nullable SQLiteConnection connection, SQLException because) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }

    private void harden() throws SQLException {
        FileEngine.set(jdbc, SETTINGS);
        try (var statement = jdbc.createStatement()) {
            // reads the header, so that a file that is no database is noticed here
            statement.executeQuery("PRAGMA schema_version").close();
        }
        // what one call of a function takes grows with the square: 40 ms here, 5.4 s at 1 MB
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, 100_000);
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH, 100_000);
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_COLUMN, 500);
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_EXPR_DEPTH, 200);
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_COMPOUND_SELECT, 20);
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_VDBE_OP, 25_000);
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_FUNCTION_ARG, 16);
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0); // or VACUUM INTO writes a copy
        // the longest pattern in gold statements has 61 bytes
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100);
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_VARIABLE_NUMBER, 0);
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_TRIGGER_DEPTH, 0);
        jdbc.setLimit(SQLiteLimits.SQLITE_LIMIT_WORKER_THREADS, 0);
        for (var name : OVERRIDDEN) {
            Function.create(jdbc, name, new Forbidden(), 2, UTF_8);
        }
        FileEngine.watch(
                jdbc,
                STEPS_PER_TICK,
                () -> {
                    var current = watch;
                    return current != null && current.mustStop();
                });
    }

    /** From now on the engine stops when this watch says so; null ends the watch. */
    void watch(@Nullable QueryWatch newWatch) {
        this.watch = newWatch;
    }

    /**
     * Compiles one statement. The driver's own commands ({@code backup to}) are known to {@code
     * execute} and {@code executeUpdate} only, which nothing here calls with a draft.
     */
    PreparedStatement prepare(String sql) throws SQLException {
        return jdbc.prepareStatement(sql);
    }

    /** What the wall says that a statement must not read; see {@link EngineWall#outside}. */
    Set<String> outside(EngineWall wall, String sql) throws SQLException {
        return wall.outside(jdbc, sql);
    }

    /** Stops what runs at this moment. The one method that other threads may call. */
    void interrupt() {
        try {
            jdbc.getDatabase().interrupt();
        } catch (SQLException e) {
            throw new IllegalStateException("SQLite's interrupt reports no errors", e);
        }
    }

    @Override
    public void close() throws SQLException {
        jdbc.close();
    }
}
