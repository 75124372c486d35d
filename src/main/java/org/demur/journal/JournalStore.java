package org.demur.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.demur.file.OwnFile;
import org.demur.journal.JournalEntry.Erasure;
import org.demur.journal.JournalEntry.Kind;
import org.demur.schema.jdbc.FileEngine;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * A connection to the journal's table. What {@link #append} has written is durable when it returns.
 * Several processes may write: each transaction takes the lock of all writers and reads the chain's
 * end anew. Used by one thread at a time; after a failure to be closed.
 */
final class JournalStore implements AutoCloseable {
    /** Of a file. */
    private static final List<String> SETTINGS =
            List.of(
                    "busy_timeout = 5000", // ms for another writer, such as a command that erases
                    "journal_mode = WAL",
                    "synchronous = FULL",
                    "secure_delete = true", // what is erased is overwritten
                    "trusted_schema = 0");

    /** Together as long as the engine waits for another writer. */
    private static final int MOST_TRIES = 100;

    private static final long BETWEEN_TRIES_NANOS = 50_000_000;

    private static final String CONNECT_SECONDS = "5";

    /** A server that says nothing for longer is taken for gone. */
    private static final String SOCKET_SECONDS = "10";

    /** Of PostgreSQL's advisory locks: "demur" in ASCII. */
    private static final long WRITERS = 0x64656D7572L;

    private static final int FETCHED = 1_000;

    private static final String COLUMNS =
            "sequence, written_at, kind, id, about, content_digest, previous, hash, caller,"
                    + " content";

    private final JournalPlace place;
    private final Connection connection;

    /** The file's identity: a file that was moved away is written to no more. */
    private final @Nullable Object fileKey;

    private JournalStore(JournalPlace place, Connection connection) throws IOException {
        this.place = place;
        this.connection = connection;
        this.fileKey = fileKey();
    }

    /**
     * Opens the journal for writing, and makes it where there is none.
     *
     * @param mayMake false where there was one: a journal that is gone is not silently begun anew
     */
    static JournalStore open(JournalPlace place, boolean mayMake) throws SQLException, IOException {
        if (place instanceof JournalPlace.InFile(var file)) {
            if (mayMake) {
                make(file);
            } else {
                requireThere(file);
            }
        }
        var store = new JournalStore(place, connect(place, false));
        try {
            store.requireTable(mayMake);
            return store;
        } catch (SQLException | IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Opens a journal that is there for reading. */
    static JournalStore reading(JournalPlace place) throws SQLException, IOException {
        if (place instanceof JournalPlace.InFile(var file)) {
            requireThere(file);
        }
        return new JournalStore(place, connect(place, true));
    }

    private static void make(Path file) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            OwnFile.makeFolder(folder);
        }
        try {
            Files.createFile(file, OwnFile.ofAFile());
        } catch (FileAlreadyExistsException there) {
            // the files beside it get the permissions that this one has
        }
    }

    private static void requireThere(Path file) throws SQLException {
        if (!Files.isRegularFile(file)) {
            throw new SQLException("the journal " + file + " is not there");
        }
    }

    private static Connection connect(JournalPlace place, boolean readOnly) throws SQLException {
        return switch (place) {
            case JournalPlace.InFile(var file) -> connect(file, readOnly);
            case JournalPlace.OnServer server -> connect(server, readOnly);
        };
    }

    private static Connection connect(Path file, boolean readOnly) throws SQLException {
        var connection = FileEngine.writable(file);
        try {
            setUp(connection);
            if (readOnly) {
                FileEngine.set(connection, List.of("query_only = 1"));
            }
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** The engine waits for no other process that turns the same new file to a write-ahead log. */
    private static void setUp(Connection connection) throws SQLException {
        for (int tries = 1; ; tries++) {
            try {
                FileEngine.set(connection, SETTINGS);
                return;
            } catch (SQLException e) {
                if (tries == MOST_TRIES || FileEngine.isLasting(String.valueOf(e.getMessage()))) {
                    throw e;
                }
                LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
            }
        }
    }

    private static Connection connect(JournalPlace.OnServer server, boolean readOnly)
            throws SQLException {
        var properties = new Properties();
        properties.setProperty("ApplicationName", "demur journal");
        properties.setProperty("connectTimeout", CONNECT_SECONDS);
        properties.setProperty("loginTimeout", CONNECT_SECONDS);
        properties.setProperty("socketTimeout", SOCKET_SECONDS);
        properties.setProperty("options", "-c synchronous_commit=on -c TimeZone=UTC");
        if (server.user() != null) {
            properties.setProperty("user", server.user());
        }
        if (server.password() != null) {
            properties.setProperty("password", server.password());
        }
        var connection = new Driver().connect(server.url(), properties);
        if (connection == null) {
            throw new SQLException("no address of a PostgreSQL database: " + server);
        }
        connection.setReadOnly(readOnly);
        connection.setAutoCommit(false);
        return connection;
    }

    private void requireTable(boolean mayMake) throws SQLException, IOException {
        begin();
        var isThere =
                switch (place) {
                    case JournalPlace.InFile _ ->
                            "SELECT count(*) FROM pragma_table_info('demur_journal')";
                    case JournalPlace.OnServer _ ->
                            "SELECT count(to_regclass('demur_journal')::text)";
                };
        try (var statement = connection.createStatement()) {
            boolean there;
            try (var row = statement.executeQuery(isThere)) {
                there = row.next() && row.getInt(1) > 0;
            }
            if (!there && !mayMake) {
                throw new SQLException("the journal's table is gone");
            }
            for (var sql : there ? List.<String>of() : tables()) {
                statement.execute(sql);
            }
        }
        commit();
    }

    private List<String> tables() throws IOException {
        var name = place instanceof JournalPlace.InFile ? "file.sql" : "server.sql";
        try (var stream = Objects.requireNonNull(JournalStore.class.getResourceAsStream(name))) {
            var text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return List.of(text.strip().split("\n\n", -1));
        }
    }

    /**
     * An entry to append, unless something that is said of the same decision already stands for it.
     *
     * @param instead what stands for it among what was said, in the order in which it was said;
     *     null where nothing can, so that nothing is looked up
     */
    record Wanted(
            JournalEntry entry,
            @Nullable Function<List<JournalEntry>, Optional<JournalEntry>> instead) {}

    /**
     * Appends all that nothing stands for, or none. Looks for that with the lock of all writers, so
     * that no other process says it meanwhile.
     *
     * @return what the journal holds for each, durable by now
     */
    List<JournalEntry> append(List<Wanted> wanted, Instant now) throws SQLException, IOException {
        requireSameFile();
        begin();
        var fresh = new ArrayList<JournalEntry>();
        var held = new ArrayList<JournalEntry>();
        for (var one : wanted) {
            var entry = one.entry();
            var instead =
                    one.instead() == null || entry.about() == null
                            ? Optional.<JournalEntry>empty()
                            : one.instead().apply(about(entry.about(), fresh));
            if (instead.isEmpty()) {
                fresh.add(entry);
            }
            held.add(instead.orElse(entry));
        }
        insert(fresh, now);
        commit();
        return held;
    }

    /** Makes a transaction durable that changes nothing: it is written all the same. */
    void tryWriting() throws SQLException {
        begin();
        execute(
                switch (place) {
                    case JournalPlace.InFile _ -> "PRAGMA user_version = 0";
                    case JournalPlace.OnServer _ -> "SELECT txid_current()";
                });
        commit();
    }

    /** What is said of a decision, by the journal and then by entries that are not in it yet. */
    private List<JournalEntry> about(String decision, List<JournalEntry> fresh)
            throws SQLException {
        var said = new ArrayList<JournalEntry>();
        forEach(
                "about = ? ORDER BY sequence",
                List.of(decision),
                link -> {
                    var entry = link.entry();
                    if (entry != null) {
                        said.add(entry);
                    }
                });
        fresh.stream().filter(entry -> decision.equals(entry.about())).forEach(said::add);
        return said;
    }

    /** Erases contents and says so, in one transaction; as durable as {@link #append}. */
    void erase(List<Long> sequences, Erasure erasure, Instant now)
            throws SQLException, IOException {
        requireSameFile();
        begin();
        try (var update =
                connection.prepareStatement(
                        "UPDATE demur_journal SET content = NULL, caller = NULL WHERE sequence"
                                + " = ?")) {
            for (long sequence : sequences) {
                update.setLong(1, sequence);
                update.addBatch();
            }
            update.executeBatch();
        }
        insert(List.of(erasure), now);
        commit();
        if (place instanceof JournalPlace.InFile) {
            // or else what was erased would lie in the log of writes for a while
            execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    /**
     * With the lock of all writers. The driver of files would take it as soon as it has committed.
     */
    private void begin() throws SQLException {
        switch (place) {
            case JournalPlace.InFile _ -> execute("BEGIN IMMEDIATE");
            case JournalPlace.OnServer _ ->
                    execute("SELECT pg_advisory_xact_lock(%d)".formatted(WRITERS));
        }
    }

    private void commit() throws SQLException {
        switch (place) {
            case JournalPlace.InFile _ -> execute("COMMIT");
            case JournalPlace.OnServer _ -> connection.commit();
        }
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void insert(List<JournalEntry> entries, Instant now) throws SQLException {
        long sequence = 0;
        var previous = JournalRecord.GENESIS;
        try (var statement = connection.createStatement();
                var last =
                        statement.executeQuery(
                                "SELECT sequence, hash FROM demur_journal ORDER BY sequence DESC"
                                        + " LIMIT 1")) {
            if (last.next()) {
                sequence = last.getLong(1);
                previous = last.getString(2);
            }
        }
        try (var insert =
                connection.prepareStatement(
                        "INSERT INTO demur_journal (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                                .formatted(COLUMNS))) {
            for (var entry : entries) {
                var link =
                        JournalRecord.of(
                                entry,
                                ++sequence,
                                Instant.ofEpochMilli(now.toEpochMilli()),
                                previous);
                set(insert, link);
                insert.addBatch();
                previous = link.hash();
            }
            insert.executeBatch();
        }
    }

    private static void set(PreparedStatement insert, JournalRecord link) throws SQLException {
        insert.setLong(1, link.sequence());
        insert.setLong(2, link.at().toEpochMilli());
        insert.setString(3, link.kind().key());
        insert.setString(4, link.id());
        insert.setString(5, link.about());
        insert.setString(6, link.contentDigest());
        insert.setString(7, link.previous());
        insert.setString(8, link.hash());
        insert.setString(9, link.caller());
        insert.setString(10, link.content());
    }

    private void requireSameFile() throws SQLException, IOException {
        if (!Objects.equals(fileKey, fileKey())) {
            throw new SQLException("the journal " + place + " was moved or replaced");
        }
    }

    private @Nullable Object fileKey() throws IOException {
        return place instanceof JournalPlace.InFile(var file)
                ? Files.readAttributes(file, BasicFileAttributes.class).fileKey()
                : null;
    }

    /**
     * Records in the order of their sequence.
     *
     * @param where a condition over the columns, in which each {@code ?} stands for a value
     * @param values long or String
     */
    void forEach(String where, List<Object> values, Consumer<JournalRecord> each)
            throws SQLException {
        whileTrue(
                where,
                values,
                link -> {
                    each.accept(link);
                    return true;
                });
    }

    /** As {@link #forEach}, up to the first that is not gone on from. */
    void whileTrue(String where, List<Object> values, Predicate<JournalRecord> goesOn)
            throws SQLException {
        try (var query =
                connection.prepareStatement(
                        "SELECT %s FROM demur_journal WHERE %s".formatted(COLUMNS, where))) {
            query.setFetchSize(FETCHED);
            for (int i = 0; i < values.size(); i++) {
                query.setObject(i + 1, values.get(i));
            }
            try (var rows = query.executeQuery()) {
                boolean on = true;
                while (on && rows.next()) {
                    on = goesOn.test(record(rows));
                }
            }
        }
    }

    List<JournalRecord> all(String where, Object... values) throws SQLException {
        var found = new ArrayList<JournalRecord>();
        forEach(where, List.of(values), found::add);
        return found;
    }

    private static JournalRecord record(ResultSet row) throws SQLException {
        var kind = row.getString(3);
        for (var known : Kind.values()) {
            if (known.key().equals(kind)) {
                return new JournalRecord(
                        row.getLong(1),
                        Instant.ofEpochMilli(row.getLong(2)),
                        known,
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8),
                        row.getString(9),
                        row.getString(10));
            }
        }
        throw new DamagedRecord(row.getLong(1), "is of the unknown kind \"" + kind + "\"");
    }

    /** What the engine itself finds wrong; empty where that is nothing. */
    String complaint() throws SQLException {
        if (place instanceof JournalPlace.OnServer) {
            return "";
        }
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("PRAGMA integrity_check(1)")) {
            var said = row.next() ? row.getString(1) : "nothing";
            return "ok".equals(said) ? "" : said;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** A record that cannot be read as one. */
    static final class DamagedRecord extends RuntimeException {
        @java.io.Serial private static final long serialVersionUID = 1L;

        private final long sequence;

        DamagedRecord(long sequence, String what) {
            super(what);
            this.sequence = sequence;
        }

        long sequence() {
            return sequence;
        }
    }
}
