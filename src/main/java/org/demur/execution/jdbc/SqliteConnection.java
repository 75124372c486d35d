package org.demur.execution.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;
import org.sqlite.Function;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/** A connection that can only read, and whose work is watched. Used by one thread at a time. */
final class SqliteConnection implements AutoCloseable {
    /**
     * Steps of the engine between two looks at the watch: 0.2 to 0.3 ms, at an overhead below
     * measurement.
     */
    static final int STEPS_PER_TICK = 10_000;

    private static final int BUSY_TIMEOUT_MILLIS = 1_000;

    /** Run once on a fresh connection; constant texts, never a draft's. */
    private static final List<String> PRAGMAS =
            List.of(
                    "PRAGMA query_only = 1",
                    "PRAGMA trusted_schema = 0",
                    "PRAGMA cell_size_check = 1",
                    "PRAGMA mmap_size = 0", // a file cut short under a mapping kills the process
                    "PRAGMA temp_store = 2", // in memory, where the watch sees it: nothing on disk
                    "PRAGMA cache_size = -8192"); // KiB, hence the sign

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

    private final SQLiteConnection jdbc;
    private @Nullable QueryWatch watch;

    private SqliteConnection(SQLiteConnection jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Opens the database.
     *
     * @throws GatewayException {@code DATABASE_UNAVAILABLE}
     */
    static SqliteConnection open(SqliteSource source) {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        config.enableLoadExtension(false);
        config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
        Connection raw = null;
        try {
            // as a URI, a question mark in the file's name is not taken for driver settings
            raw = config.createConnection("jdbc:sqlite:" + source.file().toUri());
            var connection = new SqliteConnection(raw.unwrap(SQLiteConnection.class));
            connection.harden();
            return connection;
        } catch (SQLException e) {
            closeQuietly(raw, e);
            throw unavailable(source, e);
        }
    }

    static GatewayException unavailable(SqliteSource source, SQLException cause) {
        return new GatewayException(
                FailureCode.DATABASE_UNAVAILABLE,
                "The database %s cannot be read: check that %s is a SQLite file and readable."
                        .formatted(source.id(), source.file()),
                cause);
    }

    private static void closeQuietly(@Nullable Connection connection, SQLException because) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }

    private void harden() throws SQLException {
        try (var statement = jdbc.createStatement()) {
            for (var pragma : PRAGMAS) {
                statement.execute(pragma);
            }
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
        ProgressHandler.setHandler(
                jdbc,
                STEPS_PER_TICK,
                new ProgressHandler() {
                    @Override
                    protected int progress() {
                        var current = watch;
                        return current != null && current.mustStop() ? 1 : 0;
                    }
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
