package org.demur.schema.jdbc;

import static org.demur.schema.SqlNames.quoted;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.ForeignKey;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.demur.schema.jdbc.StoredSchema.ColumnValues;

/** One reading of the tables of one PostgreSQL schema, over one connection; not thread-safe. */
final class PostgresReading implements DatabaseReading {
    private static final String DEFINITIONS =
            """
            SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                coalesce(array_position(k.conkey, a.attnum), 0),
                coalesce(array_length(k.conkey, 1), 0),
                has_column_privilege(c.oid, a.attnum, 'SELECT')
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
            WHERE n.nspname = ? AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
            ORDER BY c.oid, a.attnum\
            """;

    private static final String VIEWS =
            """
            SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ? AND (c.relkind IN ('v', 'm')
                OR c.relkind IN ('r', 'p', 'f') AND c.relhassubclass) ORDER BY c.oid\
            """;

    /** Tables whose rows are shown as rows of a table: partitions, and whatever inherits. */
    private static final String HEIRS =
            """
            WITH RECURSIVE below(heir) AS (
              SELECT i.inhrelid FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhparent
              JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ?
              UNION SELECT i.inhrelid FROM below b JOIN pg_inherits i ON i.inhparent = b.heir)
            SELECT c.relname FROM below b JOIN pg_class c ON c.oid = b.heir
            JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ?\
            """;

    /**
     * What a view rests on, views between included: tables with their columns, and functions that
     * are not the server's own, into which nobody can see.
     */
    private static final String DEPENDENCIES =
            """
            WITH RECURSIVE reads(view, relation, attribute, function) AS (
              SELECT r.ev_class, CASE WHEN d.refclassid = 'pg_class'::regclass THEN d.refobjid END,
                d.refobjsubid, CASE WHEN d.refclassid = 'pg_proc'::regclass THEN d.refobjid END
              FROM pg_rewrite r
              JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
              WHERE d.refclassid IN ('pg_class'::regclass, 'pg_proc'::regclass)
              AND NOT (d.refclassid = 'pg_class'::regclass AND d.refobjid = r.ev_class)),
            below(relation, attribute, function) AS (
              SELECT r.relation, r.attribute, r.function FROM reads r
              JOIN pg_class c ON c.oid = r.view JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE n.nspname = ? AND c.relname = ?
              UNION SELECT r.relation, r.attribute, r.function
              FROM below b JOIN reads r ON r.view = b.relation)
            SELECT n.nspname, c.relname, a.attname, b.function::regprocedure::text FROM below b
            LEFT JOIN pg_class c ON c.oid = b.relation
            LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
            LEFT JOIN pg_attribute a ON a.attrelid = b.relation AND a.attnum = b.attribute\
            """;

    /**
     * Generated columns, each with the columns it is computed from and whether by a function that
     * is not the server's own. Servers note it under the column or under its expression.
     */
    private static final String GENERATED =
            """
            SELECT c.relname, a.attname, s.attname, d.refclassid = 'pg_proc'::regclass
            FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            LEFT JOIN pg_attrdef e ON e.adrelid = c.oid AND e.adnum = a.attnum
            LEFT JOIN pg_depend d ON (d.classid = 'pg_attrdef'::regclass AND d.objid = e.oid
                OR d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.objsubid = a.attnum)
              AND (d.refclassid = 'pg_proc'::regclass
                OR d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid
                AND d.refobjsubid NOT IN (0, a.attnum))
            LEFT JOIN pg_attribute s ON d.refclassid = 'pg_class'::regclass
              AND s.attrelid = c.oid AND s.attnum = d.refobjsubid
            WHERE n.nspname = ? AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated <> ''\
            """;

    private static final String FOREIGN_KEYS =
            """
            SELECT a.attname, p.relname, b.attname
            FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_class p ON p.oid = k.confrelid AND p.relnamespace = n.oid
            CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY u(here, there, place)
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = u.here
            JOIN pg_attribute b ON b.attrelid = p.oid AND b.attnum = u.there
            WHERE n.nspname = ? AND c.relname = ? AND k.contype = 'f' ORDER BY k.oid, u.place\
            """;

    private static final String UNIQUE =
            """
            SELECT a.attname FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
            WHERE n.nspname = ? AND c.relname = ? AND i.indisunique AND i.indisvalid
            AND i.indnkeyatts = 1 AND i.indpred IS NULL\
            """;

    private static final String COLUMNS =
            """
            SELECT count(*) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND NOT a.attisdropped\
            """;

    /**
     * Rows as the planner knows them, and whether parts of the table can be read at random; nothing
     * where a policy hides rows, which the planner counts.
     */
    private static final String SIZE =
            """
            SELECT c.reltuples::bigint, c.relkind IN ('r', 'm') FROM pg_class c
            JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ?
            AND NOT row_security_active(c.oid)\
            """;

    /** Category and name of a column's type; a domain counts as what it is made of. */
    private static final String TYPES =
            """
            SELECT a.attname, t.typcategory, t.typname,
              CASE WHEN t.typname = 'numeric' AND a.atttypmod >= 0 THEN (a.atttypmod - 4) & 65535 END
            FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_type d ON d.oid = a.atttypid
            JOIN pg_type t ON t.oid = CASE WHEN d.typtype = 'd' THEN d.typbasetype ELSE d.oid END
            WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND NOT a.attisdropped\
            """;

    /** What {@code COMMENT ON} said of a table, under an empty name, and of its columns. */
    private static final String COMMENTS =
            """
            SELECT coalesce(a.attname, ''), d.description FROM pg_description d
            JOIN pg_class c ON c.oid = d.objoid JOIN pg_namespace n ON n.oid = c.relnamespace
            LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid
            WHERE d.classoid = 'pg_class'::regclass AND n.nspname = ? AND c.relname = ?\
            """;

    private static final String DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
    private static final String MOMENT = DAY + "[ T][0-2][0-9]:[0-5][0-9].*";

    private static final Set<String> WHOLE_NUMBERS = Set.of("int2", "int4", "int8");
    private static final Set<String> FRACTIONS = Set.of("numeric", "float4", "float8");

    private final Connection connection;
    private final String namespace;
    private final ReadBounds bounds;
    private final KeptValues kept;

    PostgresReading(Connection connection, String namespace, ReadBounds bounds) {
        this.connection = connection;
        this.namespace = namespace;
        this.bounds = bounds;
        this.kept = new KeptValues(bounds);
    }

    /** The rows of a table that are looked at: all, or as many as the bounds allow. */
    private record Extent(String rows, long count, boolean whole) {}

    @Override
    public Map<String, List<Definition>> definitions() throws SQLException {
        var definitions = new LinkedHashMap<String, List<Definition>>();
        query(
                DEFINITIONS,
                row ->
                        definitions
                                .computeIfAbsent(row.getString(1), table -> new ArrayList<>())
                                .add(
                                        new Definition(
                                                row.getString(2),
                                                row.getString(3),
                                                row.getBoolean(4),
                                                row.getInt(5),
                                                row.getInt(6),
                                                row.getBoolean(7))),
                namespace);
        return definitions;
    }

    @Override
    public List<String> views() throws SQLException {
        return strings(VIEWS, namespace);
    }

    @Override
    public List<Generated> generated() throws SQLException {
        var from = new HashMap<ColumnRef, Set<String>>();
        var opaque = new HashSet<ColumnRef>();
        query(
                GENERATED,
                row -> {
                    var column = new ColumnRef(row.getString(1), row.getString(2));
                    var read = from.computeIfAbsent(column, c -> new HashSet<>());
                    if (row.getString(3) != null) {
                        read.add(SqlNames.folded(row.getString(3)));
                    }
                    if (row.getBoolean(4)) {
                        opaque.add(column);
                    }
                },
                namespace);
        return from.entrySet().stream()
                .map(entry ->
                        new Generated(
                                entry.getKey(),
                                opaque.contains(entry.getKey()) ? null : entry.getValue()))
                .toList();
    }

    @Override
    public EngineAccount account(String view, List<Definition> shown) throws SQLException {
        var columns = new HashMap<String, Set<String>>();
        var beyond = new TreeSet<String>();
        query(
                DEPENDENCIES,
                row -> {
                    if (row.getString(4) != null) {
                        beyond.add(row.getString(4));
                    } else if (!namespace.equals(row.getString(1))) {
                        return; // no declaration can name it
                    } else {
                        var read = columns.computeIfAbsent(row.getString(2), t -> new HashSet<>());
                        if (row.getString(3) != null) {
                            read.add(row.getString(3));
                        }
                    }
                },
                namespace,
                view);
        columns.putIfAbsent(view, Set.copyOf(DatabaseReading.names(shown)));
        for (var table : List.copyOf(columns.keySet())) {
            for (var heir : strings(HEIRS, namespace, table, namespace)) {
                var read = new HashSet<>(columns.getOrDefault(heir, Set.of()));
                read.addAll(columns.get(table));
                columns.put(heir, read);
            }
        }
        return new EngineAccount(columns, Set.of(), EngineAccount.NO_SCHEMA, beyond);
    }

    @Override
    public StoredSchema read(Map<String, List<Definition>> selected) throws SQLException {
        var tables = new ArrayList<Table>();
        var values = new ArrayList<ColumnValues>();
        for (var entry : selected.entrySet()) {
            String name = entry.getKey();
            List<Definition> definitions = entry.getValue();
            var extent = extent(name, definitions);
            var types = types(name);
            var comments = comments(name);
            var unique = unique(name, definitions, extent);
            var columns = new ArrayList<Column>();
            for (Definition definition : definitions) {
                var column = definition.name();
                var type = type(types.getOrDefault(column, ColumnType.OTHER), column, extent);
                columns.add(
                        new Column(
                                column,
                                type,
                                definition.declaredType(),
                                !definition.notNull(),
                                unique.contains(column),
                                !definition.notNull()
                                        && (!extent.whole() || holdsNull(name, column)),
                                comments.getOrDefault(column, "")));
                if (type == ColumnType.TEXT) {
                    values.add(
                            new ColumnValues(
                                    new ColumnRef(name, column), values(definition, extent)));
                }
            }
            tables.add(
                    new Table(
                            name,
                            comments.getOrDefault("", ""),
                            columns,
                            DatabaseReading.primaryKey(definitions),
                            foreignKeys(name, selected),
                            extent.count(),
                            Integer.parseInt(strings(COLUMNS, namespace, name).getFirst())
                                    > definitions.size()));
        }
        return new StoredSchema(tables, values);
    }

    private Extent extent(String table, List<Definition> definitions) throws SQLException {
        var known = new ArrayList<Extent>();
        query(
                SIZE,
                row -> {
                    long rows = row.getLong(1);
                    if (rows > bounds.profiledRows()) {
                        known.add(
                                new Extent(
                                        row.getBoolean(2)
                                                ? "%s TABLESAMPLE SYSTEM (%s) REPEATABLE (0)"
                                                        .formatted(
                                                                qualified(table),
                                                                100.0
                                                                        * bounds.profiledRows()
                                                                        / rows)
                                                : "(SELECT %s FROM %s LIMIT %d) AS some_rows"
                                                        .formatted(
                                                                columns(definitions),
                                                                qualified(table),
                                                                bounds.profiledRows()),
                                        rows,
                                        false));
                    }
                },
                namespace,
                table);
        if (!known.isEmpty()) {
            return known.getFirst();
        }
        // a count needs the right to some column, which a star alone would not name
        long rows =
                Long.parseLong(
                        strings(
                                        "SELECT count(*) FROM (SELECT %s FROM %s) AS all_rows"
                                                .formatted(columns(definitions), qualified(table)))
                                .getFirst());
        return new Extent(qualified(table), rows, true);
    }

    private static String columns(List<Definition> definitions) {
        return definitions.stream()
                .map(definition -> quoted(definition.name()))
                .collect(Collectors.joining(", "));
    }

    private Map<String, String> comments(String table) throws SQLException {
        var comments = new HashMap<String, String>();
        query(
                COMMENTS,
                row -> comments.put(row.getString(1), row.getString(2).strip()),
                namespace,
                table);
        return comments;
    }

    private Map<String, ColumnType> types(String table) throws SQLException {
        var types = new HashMap<String, ColumnType>();
        query(TYPES, row -> types.put(row.getString(1), type(row)), namespace, table);
        return types;
    }

    private static ColumnType type(ResultSet row) throws SQLException {
        var name = row.getString(3);
        if (WHOLE_NUMBERS.contains(name) || "0".equals(row.getString(4))) {
            return ColumnType.INTEGER;
        }
        if (FRACTIONS.contains(name)) {
            return ColumnType.REAL;
        }
        if (name.equals("date")) {
            return ColumnType.DATE;
        }
        if (name.startsWith("timestamp")) {
            return ColumnType.TIMESTAMP;
        }
        var category = row.getString(2);
        return category.equals("S") || category.equals("E") || name.equals("citext")
                ? ColumnType.TEXT
                : ColumnType.OTHER;
    }

    /** Texts that are all days or moments count as such. */
    private ColumnType type(ColumnType declared, String column, Extent extent) throws SQLException {
        if (declared != ColumnType.TEXT) {
            return declared;
        }
        var sql =
                """
                SELECT count(*), count(*) FILTER (WHERE v ~ '^%s$'), count(*) FILTER (WHERE v ~ '^%s')
                FROM (SELECT %s::text AS v FROM %s) AS values_read WHERE v IS NOT NULL\
                """
                        .formatted(DAY, MOMENT, quoted(column), extent.rows());
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            long texts = row.getLong(1);
            if (texts == 0 || row.getLong(2) + row.getLong(3) < texts) {
                return ColumnType.TEXT;
            }
            return row.getLong(3) == 0 ? ColumnType.DATE : ColumnType.TIMESTAMP;
        }
    }

    private Set<String> unique(String table, List<Definition> definitions, Extent extent)
            throws SQLException {
        var unique = new HashSet<>(strings(UNIQUE, namespace, table));
        var key = DatabaseReading.primaryKey(definitions);
        if (key.size() == 1) {
            unique.add(key.getFirst());
        }
        if (extent.count() > 0 && extent.whole() && extent.count() <= bounds.uniqueRows()) {
            for (Definition definition : definitions) {
                if (!unique.contains(definition.name()) && !repeats(table, definition)) {
                    unique.add(definition.name());
                }
            }
        }
        return unique;
    }

    /** Compared as texts, since not every type knows when its values are equal. */
    private boolean repeats(String table, Definition column) throws SQLException {
        var sql =
                """
                SELECT count(v) = 0 OR count(v) > count(DISTINCT v)
                FROM (SELECT %s::text AS v FROM %s) AS values_read\
                """
                        .formatted(quoted(column.name()), qualified(table));
        return strings(sql).getFirst().equals("t");
    }

    private boolean holdsNull(String table, String column) throws SQLException {
        return strings(
                        "SELECT EXISTS (SELECT 1 FROM %s WHERE %s IS NULL)"
                                .formatted(qualified(table), quoted(column)))
                .getFirst()
                .equals("t");
    }

    private List<ForeignKey> foreignKeys(String table, Map<String, List<Definition>> selected)
            throws SQLException {
        var keys = new ArrayList<ForeignKey>();
        var here = DatabaseReading.names(selected.getOrDefault(table, List.<Definition>of()));
        query(
                FOREIGN_KEYS,
                row -> {
                    var there =
                            DatabaseReading.names(
                                    selected.getOrDefault(row.getString(2), List.<Definition>of()));
                    if (here.contains(row.getString(1)) && there.contains(row.getString(3))) {
                        keys.add(
                                new ForeignKey(
                                        new ColumnRef(table, row.getString(1)),
                                        new ColumnRef(row.getString(2), row.getString(3))));
                    }
                },
                namespace,
                table);
        return keys;
    }

    private PackedValues.Values values(Definition column, Extent extent) throws SQLException {
        var sql =
                """
                SELECT DISTINCT %1$s::text COLLATE "C" FROM %2$s WHERE %1$s IS NOT NULL
                ORDER BY 1 LIMIT %3$d\
                """
                        .formatted(
                                quoted(column.name()),
                                extent.rows(),
                                bounds.valuesPerColumn() + 1L);
        // citext takes texts for equal that differ
        boolean exact = !column.declaredType().endsWith("citext");
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            return kept.of(row, exact && extent.whole());
        }
    }

    private interface EachRow {
        void see(ResultSet row) throws SQLException;
    }

    private void query(String sql, EachRow each, String... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    each.see(row);
                }
            }
        }
    }

    private List<String> strings(String sql, String... arguments) throws SQLException {
        var strings = new ArrayList<String>();
        query(sql, row -> strings.add(row.getString(1)), arguments);
        return strings;
    }

    private String qualified(String table) {
        return quoted(namespace) + "." + quoted(table);
    }
}
