package org.demur.schema.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.Dialect;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.core.Codes;

/**
 * The engine of databases in files, SQLite: how its files are named and begin, and each way in
 * which one is opened.
 */
public final class FileEngine {
    /** Ends the name of a file. */
    public static final String SUFFIX = ".sqlite";

    /** Makes an address of a path. */
    public static final String URL = "jdbc:sqlite:";

    /** Where the driver may unpack its library: {@code -D} of this property and a folder. */
    public static final String LIBRARY_FOLDER = "org.sqlite.tmpdir";

    /** A class of the driver. */
    public static final Class<?> DRIVER = SQLiteConnection.class;

    private static final byte[] HEADER = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private static final String DECLARED =
            """
            SELECT type, name, sql FROM sqlite_schema
            WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
            AND type IN ('table', 'index', 'view') ORDER BY type = 'table' DESC, rowid\
            """;

    private FileEngine() {}

    /** What is read over a connection. */
    @FunctionalInterface
    public interface Reading<T> {
        T of(Connection connection) throws SQLException;
    }

    /**
     * What a CREATE statement made.
     *
     * @param type {@code table}, {@code index} or {@code view}
     */
    public record Declared(String type, String name, String sql) {
        public boolean isTable() {
            return type.equals("table");
        }
    }

    /** Of the one version that executes; on it some verdicts depend. */
    private static final class Version {
        private static final String TITLE = Dialect.ofFiles().title() + " " + read();

        private static String read() {
            try (var connection = open(":memory:", false);
                    var statement = connection.createStatement();
                    var row = statement.executeQuery("SELECT sqlite_version()")) {
                return row.getString(1);
            } catch (SQLException e) {
                throw new IllegalStateException("the engine does not say its version", e);
            }
        }
    }

    /** Name and version, such as {@code SQLite 3.54.1}. */
    public static String title() {
        return Version.TITLE;
    }

    /** A file that others may write to, for reading only. */
    public static SQLiteConnection readOnly(Path file) throws SQLException {
        return open(address(file), true);
    }

    /** A file that nobody writes to meanwhile, for reading only and without locks. */
    public static SQLiteConnection immutable(Path file) throws SQLException {
        return open("file:" + file.toUri().getRawPath() + "?mode=ro&immutable=1", true);
    }

    /** A file to write to, made where there is none. */
    public static SQLiteConnection writable(Path file) throws SQLException {
        return open(address(file), false);
    }

    /** The database in memory of that number, one for the process while a connection is open. */
    public static SQLiteConnection inMemory(long number, boolean readOnly) throws SQLException {
        // shared by all connections, as the name begins with a slash
        String name = "file:/demur-%d?vfs=memdb".formatted(number);
        return open(readOnly ? name + "&mode=ro" : name, readOnly);
    }

    /** As a URI, a question mark in the file's name is not taken for driver settings. */
    private static String address(Path file) {
        return file.toUri().toString();
    }

    private static SQLiteConnection open(String name, boolean readOnly) throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(readOnly);
        return (SQLiteConnection) config.createConnection(URL + name);
    }

    /**
     * Has the engine ask, while it works, whether to stop.
     *
     * @param steps of the engine between two questions
     */
    public static void watch(SQLiteConnection connection, int steps, BooleanSupplier mustStop)
            throws SQLException {
        ProgressHandler.setHandler(
                connection,
                steps,
                new ProgressHandler() {
                    @Override
                    protected int progress() {
                        return mustStop.getAsBoolean() ? 1 : 0;
                    }
                });
    }

    /**
     * Sets the connection up.
     *
     * @param pragmas constant texts such as {@code query_only = 1}
     */
    public static void set(Connection connection, List<String> pragmas) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (String pragma : pragmas) {
                statement.execute("PRAGMA " + pragma);
            }
        }
    }

    /** For a draft of a file, which after a crash is never moved to its place. */
    public static void setUnsafe(Connection connection) throws SQLException {
        set(connection, List.of("journal_mode = OFF", "synchronous = OFF"));
    }

    /**
     * Reads a file that nobody writes to meanwhile.
     *
     * @throws GatewayException as {@link #unreadable}
     */
    public static <T> T read(Path file, Reading<T> reading) {
        try (Connection connection = immutable(file)) {
            return reading.of(connection);
        } catch (SQLException e) {
            throw unreadable(file.toString(), e);
        }
    }

    /** Copies a database, with what stands in a log beside it, into a file that is not there. */
    static void copy(Path file, Path to) throws SQLException {
        try (var original = readOnly(file)) {
            int code = original.getDatabase().backup("main", to.toString(), null);
            if (code != Codes.SQLITE_OK) {
                throw new SQLException("copying ended with SQLite's code " + code);
            }
        }
    }

    /** The tables in the order declared, then in that order what is built upon them. */
    public static List<Declared> declared(Connection connection) throws SQLException {
        var declared = new ArrayList<Declared>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(DECLARED)) {
            while (rows.next()) {
                declared.add(new Declared(rows.getString(1), rows.getString(2), rows.getString(3)));
            }
        }
        return declared;
    }

    /** {@code INVALID_INPUT_FILE}: no file of this engine, or a broken one. */
    public static GatewayException unreadable(String file, SQLException e) {
        return new GatewayException(
                FailureCode.INVALID_INPUT_FILE,
                "%s is not a readable SQLite database: %s".formatted(file, e.getMessage()),
                e);
    }

    /** What is damaged where that is why a file cannot be read; empty for other causes. */
    static Optional<String> damage(SQLException e) {
        if (!(e instanceof SQLiteException failure)) {
            return Optional.empty();
        }
        SQLiteErrorCode code = failure.getResultCode();
        return code == SQLiteErrorCode.SQLITE_CORRUPT || code == SQLiteErrorCode.SQLITE_NOTADB
                ? Optional.of(code.message)
                : Optional.empty();
    }

    /** Whether the same would be said of a statement again: the database may have been busy. */
    public static boolean isLasting(String message) {
        return !message.contains("[SQLITE_") || message.contains("[SQLITE_ERROR]");
    }

    /**
     * What keeps a file from being one of this engine.
     *
     * @param what it is instead
     */
    record Objection(String what, String remedy) {}

    /** What the first bytes of a file say against it; empty where it begins as it should. */
    static Optional<Objection> objection(Path file) throws IOException {
        byte[] start;
        try (var in = Files.newInputStream(file)) {
            start = in.readNBytes(HEADER.length);
        }
        if (start.length == 0) {
            return Optional.of(new Objection("is empty", "put a SQLite database there"));
        }
        if (start.length > 1 && start[0] == (byte) 0x1f && start[1] == (byte) 0x8b) {
            return Optional.of(new Objection("is a gzip file", "let its name end in .gz"));
        }
        return Arrays.equals(start, HEADER)
                ? Optional.empty()
                : Optional.of(
                        new Objection("is not a SQLite 3 database", "check what the file is"));
    }
}
