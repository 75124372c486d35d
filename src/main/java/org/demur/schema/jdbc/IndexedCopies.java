package org.demur.schema.jdbc;

import static org.demur.schema.SqlNames.quoted;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.demur.file.DerivedFile;

/**
 * Copies of databases with an index on every column that rows may be looked up by, kept in the
 * cache by content. A statement gives the same rows there and on the original, but for what SQL
 * leaves open: the order of rows, and which of several equals a LIMIT leaves. The original is only
 * read.
 */
public final class IndexedCopies {
    private static final System.Logger LOG = System.getLogger(IndexedCopies.class.getName());

    /** Below, a scan takes no longer than what else a statement costs. */
    private static final int LARGE_TABLE = 1_000;

    /** A copy takes as much disk again and half of it more, and seconds at the first start. */
    private static final long LARGEST_FILE = 1L << 30;

    /** Raise the number whenever other indexes are made. */
    private static final String KIND = "indexed-1";

    /**
     * Columns of whole numbers and of text that lead no index yet. The declared type decides as in
     * https://sqlite.org/datatype3.html#determination_of_column_affinity.
     */
    private static final String UNINDEXED =
            """
            SELECT t.name, c.name FROM pragma_table_list t, pragma_table_info(t.name) c
            WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            AND (c.type LIKE '%INT%' OR c.type LIKE '%CHAR%' OR c.type LIKE '%CLOB%'
                OR c.type LIKE '%TEXT%')
            AND NOT EXISTS (SELECT 1 FROM pragma_index_list(t.name) l, pragma_index_info(l.name) i
                WHERE i.seqno = 0 AND i.name = c.name)
            AND NOT (c.pk = 1 AND c.type LIKE 'INTEGER')
            ORDER BY t.name, c.cid\
            """;

    /** What a statement's own text does not show: views, and texts that compare as equal. */
    private static final String HIDDEN =
            "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'view' OR sql LIKE '%COLLATE%')";

    /**
     * An indexed copy.
     *
     * @param hides whether the engine's plan may have a say where a statement does not show it: the
     *     database has views, or texts that are equal though they differ
     */
    public record Copy(Path file, boolean hides) {}

    private record TableColumn(String table, String column) {}

    private final Cache cache;

    public IndexedCopies(Cache cache) {
        this.cache = cache;
    }

    /**
     * The copy of a database, made if need be. Empty where none would help, because no table is
     * large or everything is indexed; where the file is too large to be doubled; and where the
     * cache cannot be written.
     *
     * @param file the original
     * @param digest of the original's content
     */
    public Optional<Copy> of(Path file, String digest) {
        Path copy = cache.entry(KIND, digest + FileEngine.SUFFIX);
        try {
            if (DerivedFile.isIntact(copy)) {
                return Optional.of(new Copy(copy, hides(copy)));
            }
            if (Files.size(file) > LARGEST_FILE) {
                return Optional.empty();
            }
            List<TableColumn> columns = unindexed(file);
            if (columns.isEmpty()) {
                return Optional.empty();
            }
            DerivedFile.<SQLException>make(copy, draft -> make(file, draft, columns));
            LOG.log(
                    Level.DEBUG,
                    "{0} is an indexed copy of {1}, {2} MB",
                    copy,
                    file,
                    Files.size(copy) / 1_000_000);
            return Optional.of(new Copy(copy, hides(copy)));
        } catch (IOException | SQLException e) { // slower without, not wrong
            LOG.log(
                    Level.WARNING,
                    "%s is served without an indexed copy, which makes it slower: %s"
                            .formatted(file, e));
            return Optional.empty();
        }
    }

    private static List<TableColumn> unindexed(Path file) throws SQLException {
        var columns = new ArrayList<TableColumn>();
        try (Connection original = FileEngine.readOnly(file);
                Statement statement = original.createStatement()) {
            try (ResultSet rows = statement.executeQuery(UNINDEXED)) {
                while (rows.next()) {
                    columns.add(new TableColumn(rows.getString(1), rows.getString(2)));
                }
            }
            for (String table : columns.stream().map(TableColumn::table).distinct().toList()) {
                if (isLarge(statement, table)) {
                    return columns;
                }
            }
        }
        return List.of();
    }

    private static boolean hides(Path copy) throws SQLException {
        try (Connection connection = FileEngine.readOnly(copy);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(HIDDEN)) {
            return row.getBoolean(1);
        }
    }

    private static boolean isLarge(Statement statement, String table) throws SQLException {
        try (ResultSet row =
                statement.executeQuery(
                        "SELECT 1 FROM %s LIMIT 1 OFFSET %d"
                                .formatted(quoted(table), LARGE_TABLE - 1))) {
            return row.next();
        }
    }

    private static void make(Path file, Path draft, List<TableColumn> columns) throws SQLException {
        FileEngine.copy(file, draft);
        try (Connection copy = FileEngine.writable(draft);
                Statement statement = copy.createStatement()) {
            FileEngine.set(copy, List.of("journal_mode = DELETE")); // no log beside the copy
            FileEngine.setUnsafe(copy);
            copy.setAutoCommit(false);
            int number = 0;
            for (TableColumn indexed : columns) {
                statement.execute(
                        "CREATE INDEX indexed_copy_%d ON %s (%s)"
                                .formatted(
                                        ++number,
                                        quoted(indexed.table()),
                                        quoted(indexed.column())));
            }
            statement.execute("ANALYZE");
            copy.commit();
        }
    }
}
