package org.demur.schema.jdbc;

import static org.demur.schema.SqlNames.quoted;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.ForeignKey;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.demur.schema.jdbc.StoredSchema.ColumnValues;

/** One reading of a SQLite database over one connection; not thread-safe. */
final class FileReading implements DatabaseReading {
    /** Far below SQLite's limit of 2,000 result columns at seven per column. */
    private static final int COLUMNS_PER_SCAN = 100;

    private static final String DAY = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]";

    private final Connection connection;
    private final ReadBounds bounds;
    private final KeptValues kept;

    FileReading(Connection connection, ReadBounds bounds) {
        this.connection = connection;
        this.bounds = bounds;
        this.kept = new KeptValues(bounds);
    }

    @Override
    public Map<String, List<Definition>> definitions() throws SQLException {
        var definitions = new LinkedHashMap<String, List<Definition>>();
        for (String table :
                strings(
                        """
                        SELECT s.name FROM sqlite_schema s
                        JOIN pragma_table_list l ON l.name = s.name AND l.schema = 'main'
                        WHERE l.type IN ('table', 'view') AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                        ORDER BY s.rowid\
                        """)) {
            definitions.put(table, columnsOf(table));
        }
        return definitions;
    }

    @Override
    public List<String> views() throws SQLException {
        return strings("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY rowid");
    }

    /** From the text of the definition: the engine's account of a stored one shows nothing else. */
    @Override
    public List<Generated> generated() throws SQLException {
        String sql =
                """
                SELECT s.name, c.name, s.sql FROM sqlite_schema s JOIN pragma_table_xinfo(s.name) c
                WHERE s.type = 'table' AND c.hidden IN (2, 3)\
                """;
        var generated = new ArrayList<Generated>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                generated.add(
                        new Generated(
                                new ColumnRef(row.getString(1), row.getString(2)),
                                DefinitionNames.of(row.getString(3))
                                        .get(SqlNames.folded(row.getString(2)))));
            }
        }
        return generated;
    }

    @Override
    public EngineAccount account(String table, List<Definition> shown) throws SQLException {
        String columns =
                shown.stream().map(d -> quoted(d.name())).collect(Collectors.joining(", "));
        return EngineAccount.of(
                connection,
                StorageLayout.read(connection),
                "SELECT %s FROM %s".formatted(columns, quoted(table)));
    }

    /** An empty text where the file is sound, else the first damage found. */
    String damage() throws SQLException {
        String found = strings("PRAGMA quick_check(1)").getFirst();
        return found.equals("ok") ? "" : found;
    }

    @Override
    public StoredSchema read(Map<String, List<Definition>> selected) throws SQLException {
        var tables = new ArrayList<Table>();
        var values = new ArrayList<ColumnValues>();
        for (var entry : selected.entrySet()) {
            String name = entry.getKey();
            List<Definition> definitions = entry.getValue();
            long rows = count(name);
            List<ColumnProfile> profiles = profiles(name, definitions, rows);
            List<Boolean> unique = unique(name, definitions, profiles, rows);
            var comments = DefinitionComments.of(definition(name));
            var columns = new ArrayList<Column>();
            for (int i = 0; i < definitions.size(); i++) {
                Definition definition = definitions.get(i);
                ColumnProfile profile = profiles.get(i);
                boolean neverNull =
                        definition.notNull()
                                || (definition.keyPosition() > 0 && profile.values() == rows);
                columns.add(
                        new Column(
                                definition.name(),
                                profile.type(),
                                definition.declaredType(),
                                !neverNull,
                                unique.get(i),
                                !neverNull
                                        && (rows > bounds.profiledRows()
                                                || profile.values() < rows),
                                comments.ofColumns()
                                        .getOrDefault(SqlNames.folded(definition.name()), "")));
                if (profile.type() == ColumnType.TEXT) {
                    values.add(
                            new ColumnValues(
                                    new ColumnRef(name, definition.name()),
                                    values(name, definition.name(), rows, profile)));
                }
            }
            tables.add(
                    new Table(
                            name,
                            comments.ofTable(),
                            columns,
                            DatabaseReading.primaryKey(definitions),
                            foreignKeys(name, selected),
                            rows,
                            columnsOf(name).size() > definitions.size()));
        }
        return new StoredSchema(tables, values);
    }

    /** As it was typed; empty for a view, whose columns are other tables'. */
    private String definition(String table) throws SQLException {
        String sql = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getString(1) : "";
            }
        }
    }

    private List<Definition> columnsOf(String table) throws SQLException {
        // hidden = 1 are the secret columns of virtual tables; 2 and 3 are generated ones
        String sql =
                """
                SELECT name, type, "notnull", pk, max(pk) OVER () FROM pragma_table_xinfo(?)
                WHERE hidden <> 1 ORDER BY cid\
                """;
        var columns = new ArrayList<Definition>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    columns.add(
                            new Definition(
                                    row.getString(1),
                                    Optional.ofNullable(row.getString(2)).orElse(""),
                                    row.getInt(3) != 0,
                                    row.getInt(4),
                                    row.getInt(5),
                                    true));
                }
            }
        }
        return columns;
    }

    /** Those whose both ends are selected; a name that fits no column is left out. */
    private List<ForeignKey> foreignKeys(String table, Map<String, List<Definition>> selected)
            throws SQLException {
        var keys = new ArrayList<ForeignKey>();
        String sql =
                "SELECT \"table\", \"from\", \"to\", seq FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    Optional<String> parent =
                            TableSelection.spelled(selected.keySet(), row.getString(1));
                    if (parent.isEmpty()) {
                        continue;
                    }
                    List<Definition> ofParent =
                            selected.getOrDefault(parent.get(), List.<Definition>of());
                    String to = row.getString(3);
                    if (to == null) { // no column named: the parent's primary key is meant
                        List<String> key = DatabaseReading.primaryKey(ofParent);
                        to = row.getInt(4) < key.size() ? key.get(row.getInt(4)) : "";
                    }
                    Optional<String> from =
                            TableSelection.spelled(
                                    DatabaseReading.names(
                                            selected.getOrDefault(table, List.<Definition>of())),
                                    row.getString(2));
                    Optional<String> target =
                            TableSelection.spelled(DatabaseReading.names(ofParent), to);
                    if (from.isPresent() && target.isPresent()) {
                        keys.add(
                                new ForeignKey(
                                        new ColumnRef(table, from.get()),
                                        new ColumnRef(parent.get(), target.get())));
                    }
                }
            }
        }
        return keys;
    }

    private List<ColumnProfile> profiles(String table, List<Definition> definitions, long rows)
            throws SQLException {
        var profiles = new ArrayList<ColumnProfile>();
        for (int start = 0; start < definitions.size(); start += COLUMNS_PER_SCAN) {
            List<Definition> part =
                    definitions.subList(
                            start, Math.min(definitions.size(), start + COLUMNS_PER_SCAN));
            String sums =
                    part.stream()
                            .map(d -> quoted(d.name()))
                            .map(FileReading::sums)
                            .collect(Collectors.joining(", "));
            try (Statement statement = connection.createStatement();
                    ResultSet row =
                            statement.executeQuery(
                                    "SELECT " + sums + " FROM " + profiled(table, rows))) {
                row.next();
                for (int i = 0; i < part.size(); i++) {
                    int at = 6 * i;
                    profiles.add(
                            new ColumnProfile(
                                    part.get(i).declaredType(),
                                    row.getLong(at + 1),
                                    row.getLong(at + 2),
                                    row.getLong(at + 3),
                                    row.getLong(at + 4),
                                    row.getLong(at + 5),
                                    row.getLong(at + 6)));
                }
            }
        }
        return profiles;
    }

    private static String sums(String column) {
        return """
        sum(typeof(%1$s) = 'integer'), sum(typeof(%1$s) = 'real'), sum(typeof(%1$s) = 'text'),
        sum(typeof(%1$s) = 'blob'), sum(typeof(%1$s) = 'text' AND %1$s GLOB '%2$s'),
        sum(typeof(%1$s) = 'text' AND %1$s GLOB '%2$s[ T][0-2][0-9]:[0-5][0-9]*')\
        """
                .formatted(column, DAY);
    }

    private List<Boolean> unique(
            String table, List<Definition> definitions, List<ColumnProfile> profiles, long rows)
            throws SQLException {
        Set<String> constrained = constrainedUnique(table, definitions);
        var searched = new ArrayList<String>();
        for (int i = 0; i < definitions.size(); i++) {
            boolean candidate = profiles.get(i).values() > 0 && profiles.get(i).blobs() == 0;
            if (candidate
                    && rows <= bounds.uniqueRows()
                    && !constrained.contains(definitions.get(i).name())) {
                searched.add(definitions.get(i).name());
            }
        }
        var found = new HashSet<>(constrained);
        for (String column : searched) {
            if (!repeats(table, column)) {
                found.add(column);
            }
        }
        return definitions.stream().map(d -> found.contains(d.name())).toList();
    }

    /** Stops at the first value that is there twice. */
    private boolean repeats(String table, String column) throws SQLException {
        String name = quoted(column);
        return exists(
                "SELECT 1 FROM %s WHERE %s IS NOT NULL GROUP BY %s HAVING count(*) > 1 LIMIT 1"
                        .formatted(quoted(table), name, name));
    }

    private Set<String> constrainedUnique(String table, List<Definition> definitions)
            throws SQLException {
        var unique = new HashSet<String>();
        List<String> key = DatabaseReading.primaryKey(definitions);
        if (key.size() == 1) {
            unique.add(key.getFirst());
        }
        String sql =
                """
                SELECT max(c.name) FROM pragma_index_list(?) l, pragma_index_info(l.name) c
                WHERE l."unique" AND NOT l.partial GROUP BY l.name HAVING count(*) = 1\
                """;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    TableSelection.spelled(DatabaseReading.names(definitions), row.getString(1))
                            .ifPresent(unique::add);
                }
            }
        }
        return unique;
    }

    private PackedValues.Values values(
            String table, String column, long rows, ColumnProfile profile) throws SQLException {
        String name = quoted(column);
        String sql =
                // grouped and sorted in one pass; DISTINCT with ORDER BY takes four times as long
                "SELECT %s COLLATE BINARY FROM %s WHERE typeof(%s) = 'text' GROUP BY 1 LIMIT %d"
                        .formatted(
                                name, profiled(table, rows), name, bounds.valuesPerColumn() + 1L);
        boolean complete =
                rows <= bounds.profiledRows()
                        && profile.texts() == profile.values()
                        && !equatesVariants(table, name);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return kept.of(row, complete);
        }
    }

    /**
     * Whether the column's own collation takes different texts for equal, so that a text may match
     * without being among the values.
     */
    private boolean equatesVariants(String table, String name) throws SQLException {
        return exists(
                """
                SELECT 1 FROM %2$s WHERE typeof(%1$s) = 'text' AND (
                  (%1$s = upper(%1$s) AND %1$s COLLATE BINARY <> upper(%1$s))
                  OR (%1$s = lower(%1$s) AND %1$s COLLATE BINARY <> lower(%1$s))
                  OR %1$s = %1$s || ' ') LIMIT 1\
                """
                        .formatted(name, quoted(table)));
    }

    private String profiled(String table, long rows) {
        return rows <= bounds.profiledRows()
                ? quoted(table)
                : "(SELECT * FROM %s LIMIT %d)".formatted(quoted(table), bounds.profiledRows());
    }

    private long count(String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + quoted(table))) {
            row.next();
            return row.getLong(1);
        }
    }

    private boolean exists(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next();
        }
    }

    private List<String> strings(String sql) throws SQLException {
        var strings = new ArrayList<String>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                strings.add(row.getString(1));
            }
        }
        return strings;
    }
}
