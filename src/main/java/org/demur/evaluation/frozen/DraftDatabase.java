package org.demur.evaluation.frozen;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;

/**
 * A database that recorded drafts are run on, read-only and bounded in time and rows. Statements
 * are remembered: one that was run is not run again. Not thread-safe.
 */
final class DraftDatabase implements AutoCloseable {
    /** Past this many rows a result is as good as failed: no reading of it is compared. */
    private static final int MAX_ROWS = 20_000;

    /** How often SQLite asks whether the time is over, in steps of its virtual machine. */
    private static final int STEPS_BETWEEN_CHECKS = 10_000;

    private static final Pattern READS = Pattern.compile("(?is)\\s*(select|with|values)\\b.*");

    private final Connection connection;
    private final Duration timeLimit;
    private final Map<String, DraftRun> ran = new HashMap<>();
    private final Map<String, List<String>> columnsByTable;

    DraftDatabase(Path file, Duration timeLimit) {
        if (!Files.isRegularFile(file)) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "no database at " + file + ": name the folder or file under `databases`");
        }
        this.timeLimit = timeLimit;
        try {
            var config = new SQLiteConfig();
            config.setReadOnly(true);
            connection = config.createConnection("jdbc:sqlite:" + file);
            columnsByTable = readColumns();
        } catch (SQLException e) {
            throw new GatewayException(
                    FailureCode.DATABASE_UNAVAILABLE, "cannot open database " + file, e);
        }
    }

    /** Columns of a table, spelled in lower case; empty when there is no such table. */
    List<String> columnsOf(String table) {
        return columnsByTable.getOrDefault(table, List.of());
    }

    /** Whether some table or column is called so, whatever the case of its letters. */
    boolean hasName(String name) {
        return columnsByTable.containsKey(name)
                || columnsByTable.values().stream()
                        .anyMatch(names -> names.contains(name.toLowerCase(Locale.ROOT)));
    }

    DraftRun run(String sql) {
        var known = ran.get(sql);
        if (known == null) {
            known = READS.matcher(sql).matches() ? execute(sql) : new DraftRun.Failed();
            ran.put(sql, known);
        }
        return known;
    }

    private DraftRun execute(String sql) {
        long deadline = System.nanoTime() + timeLimit.toNanos();
        try (var statement = connection.createStatement()) {
            ProgressHandler.setHandler(connection, STEPS_BETWEEN_CHECKS, new Deadline(deadline));
            try (var results = statement.executeQuery(sql)) {
                return read(results);
            } finally {
                ProgressHandler.clearHandler(connection);
            }
        } catch (SQLException e) {
            return new DraftRun.Failed(); // a draft that does not run is a finding, not our failure
        }
    }

    private static DraftRun read(ResultSet results) throws SQLException {
        int columns = results.getMetaData().getColumnCount();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        while (results.next()) {
            if (rows.size() == MAX_ROWS) {
                return new DraftRun.Failed();
            }
            List<@Nullable Object> row = new ArrayList<>(columns);
            for (int i = 1; i <= columns; i++) {
                row.add(cell(results.getObject(i)));
            }
            rows.add(Collections.unmodifiableList(row));
        }
        return new DraftRun.Rows(columns, rows);
    }

    /** A number by its value, whatever its type, rounded as far as floating sums may drift. */
    private static @Nullable Object cell(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Number number -> Math.rint(number.doubleValue() * 1e6) / 1e6;
            case byte[] bytes -> List.of("blob", bytes.length);
            default -> value.toString();
        };
    }

    private Map<String, List<String>> readColumns() throws SQLException {
        Map<String, List<String>> columns = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        var sql =
                "SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p"
                        + " WHERE m.type IN ('table', 'view') ORDER BY m.name, p.cid";
        try (var statement = connection.createStatement();
                var results = statement.executeQuery(sql)) {
            Map<String, List<String>> found = new LinkedHashMap<>();
            while (results.next()) {
                found.computeIfAbsent(results.getString(1), table -> new ArrayList<>())
                        .add(results.getString(2).toLowerCase(Locale.ROOT));
            }
            found.forEach((table, names) -> columns.put(table, List.copyOf(names)));
        }
        return columns;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new GatewayException(
                    FailureCode.DATABASE_UNAVAILABLE, "cannot close a database", e);
        }
    }

    private static final class Deadline extends ProgressHandler {
        private final long nanoTime;

        Deadline(long nanoTime) {
            this.nanoTime = nanoTime;
        }

        @Override
        protected int progress() {
            return System.nanoTime() > nanoTime ? 1 : 0;
        }
    }
}
