package org.demur.evaluation.suite;

import static org.demur.schema.SqlNames.quoted;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.demur.evaluation.compare.DeclaredClock;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Dialect;
import org.demur.schema.ForeignKey;
import org.demur.schema.PostgresServer;
import org.demur.schema.SemanticLayer;
import org.demur.schema.Table;
import org.demur.schema.ValueIndex;
import org.demur.schema.jdbc.PostgresSession;
import org.jspecify.annotations.Nullable;

/**
 * The tables that a PostgreSQL database shows, as they are made anew for a suite: with keys and NOT
 * NULL, without what else is declared. Reads them as any statement would, by the user who may only
 * read.
 */
final class ServedTables {
    /** Of a table, as looked at. */
    private static final int ROWS = 100_000;

    /** Types of other values than numbers, texts and times that every server has. */
    private static final Set<String> OTHER_TYPES =
            Set.of("boolean", "uuid", "interval", "time without time zone", "time with time zone");

    private static final String UNIQUE =
            """
            SELECT i.indexrelid, a.attname FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k(attribute, place)
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attribute
            WHERE n.nspname = ? AND c.relname = ? AND i.indisunique AND i.indisvalid
            AND NOT i.indisprimary AND i.indpred IS NULL AND i.indexprs IS NULL
            AND k.place <= i.indnkeyatts ORDER BY i.indexrelid, k.place\
            """;

    private final Connection connection;
    private final DatabaseSchema schema;
    private final String namespace;

    private ServedTables(Connection connection, DatabaseSchema schema, String namespace) {
        this.connection = connection;
        this.schema = schema;
        this.namespace = namespace;
    }

    /**
     * The profile of a database on a server.
     *
     * @throws org.demur.failure.GatewayException {@code DATABASE_UNAVAILABLE} where it cannot be
     *     read
     */
    static DatabaseProfile profile(DatabaseSchema schema, PostgresServer server) {
        try (Connection connection = PostgresSession.open(server, PostgresSession.Use.SCHEMA)) {
            return new ServedTables(connection, schema, server.namespace()).profile();
        } catch (SQLException e) {
            throw PostgresSession.unavailable(schema.id(), server, e);
        }
    }

    private DatabaseProfile profile() throws SQLException {
        var shapes = new ArrayList<TableShape>();
        var profiles = new ArrayList<TableProfile>();
        for (Table table : schema.tables()) {
            var columns = new ArrayList<ColumnProfile>();
            for (Column column : table.columns()) {
                profile(table, column).ifPresent(columns::add);
            }
            if (!columns.isEmpty()) {
                profiles.add(new TableProfile(table.name(), isDistinct(table), columns));
                shapes.add(shape(table, columns.stream().map(ColumnProfile::name).toList()));
            }
        }
        return new DatabaseProfile(
                List.of(), profiles, shapes, schema.constants(), DeclaredClock.presentOf(schema));
    }

    /** Empty where the column can hold no value that is known. */
    private Optional<ColumnProfile> profile(Table table, Column column) throws SQLException {
        boolean isOther = column.type() == ColumnType.OTHER;
        if (isOther && !OTHER_TYPES.contains(column.declaredType())) {
            return Optional.empty();
        }
        String name = quoted(column.name()) + (isText(column) ? "::text" : "");
        String rows =
                "(SELECT %s AS v FROM %s.%s LIMIT %d) AS some_rows"
                        .formatted(name, quoted(namespace), quoted(table.name()), ROWS);
        double nulls;
        int distinct;
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                "SELECT coalesce(avg((v IS NULL)::int), 0), count(DISTINCT v) FROM "
                                        + rows)) {
            row.next();
            nulls = row.getDouble(1);
            distinct = row.getInt(2);
        }
        var sampling = new ColumnProfile.Sampling(distinct);
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                "SELECT v::text, n FROM (SELECT v, count(*) AS n FROM %s WHERE v IS NOT NULL GROUP BY v) AS d ORDER BY d.v%s"
                                        .formatted(rows, isText(column) ? " COLLATE \"C\"" : ""))) {
            while (row.next()) {
                sampling.add(value(row.getString(1), column.type()), row.getLong(2));
            }
        }
        return isOther && sampling.isEmpty()
                ? Optional.empty()
                : Optional.of(sampling.profile(column.name(), nulls));
    }

    private static boolean isText(Column column) {
        return column.type() != ColumnType.OTHER
                && madeAs(column.type(), column.declaredType()).equals("text");
    }

    private static @Nullable Object value(String text, ColumnType type) {
        return switch (type) {
            case INTEGER -> text.length() > 18 ? null : (Object) Long.valueOf(text);
            case REAL -> {
                double number = Double.parseDouble(text);
                yield Double.isFinite(number) ? (Object) number : null;
            }
            case TEXT, DATE, TIMESTAMP, OTHER ->
                    text.length() > DatabaseProfile.LENGTH
                            ? text.substring(0, DatabaseProfile.LENGTH)
                            : text;
        };
    }

    private boolean isDistinct(Table table) throws SQLException {
        String columns =
                table.columns().stream()
                        .map(column -> quoted(column.name()))
                        .collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                "SELECT count(*) = count(DISTINCT r::text) FROM (SELECT %s FROM %s.%s LIMIT %d) AS r"
                                        .formatted(
                                                columns,
                                                quoted(namespace),
                                                quoted(table.name()),
                                                ROWS))) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private TableShape shape(Table table, List<String> columns) throws SQLException {
        List<Column> kept =
                table.columns().stream().filter(column -> columns.contains(column.name())).toList();
        Predicate<List<String>> isKept = names -> !names.isEmpty() && columns.containsAll(names);
        var keys = new ArrayList<List<Integer>>();
        if (isKept.test(table.primaryKey())) {
            keys.add(places(columns, table.primaryKey()));
        }
        unique(table).stream().filter(isKept).forEach(key -> keys.add(places(columns, key)));
        return new TableShape(
                table.name(),
                columns,
                kept.stream().map(Column::declaredType).toList(),
                kept.stream()
                        .map(column ->
                                !column.nullable() || table.primaryKey().contains(column.name()))
                        .toList(),
                keys,
                references(table, columns),
                kept.stream().map(Column::type).toList());
    }

    private static List<Integer> places(List<String> columns, List<String> names) {
        return names.stream().map(columns::indexOf).toList();
    }

    private List<List<String>> unique(Table table) throws SQLException {
        var indexes = new LinkedHashMap<String, List<String>>();
        try (PreparedStatement statement = connection.prepareStatement(UNIQUE)) {
            statement.setString(1, namespace);
            statement.setString(2, table.name());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    indexes.computeIfAbsent(row.getString(1), index -> new ArrayList<>())
                            .add(row.getString(2));
                }
            }
        }
        return List.copyOf(indexes.values());
    }

    /** Of a key over several columns each column by itself: the schema tells no more. */
    private static List<TableShape.Reference> references(Table table, List<String> columns) {
        return table.foreignKeys().stream()
                .filter(key -> columns.contains(key.from().column()))
                .map(key ->
                        new TableShape.Reference(
                                List.of(columns.indexOf(key.from().column())),
                                key.to().table(),
                                List.of(key.to().column())))
                .toList();
    }

    /** Makes the tables in the connection's schema. */
    static void declare(Connection connection, List<TableShape> shapes) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (TableShape shape : shapes) {
                var parts = new ArrayList<String>();
                for (int i = 0; i < shape.columns().size(); i++) {
                    parts.add(
                            "%s %s%s"
                                    .formatted(
                                            quoted(shape.columns().get(i)),
                                            madeAs(shape.kinds().get(i), shape.types().get(i)),
                                            shape.required().get(i) ? " NOT NULL" : ""));
                }
                for (List<Integer> key : shape.keys()) {
                    parts.add(
                            "%s (%s)"
                                    .formatted(
                                            key.equals(primaryKey(shape))
                                                    ? "PRIMARY KEY"
                                                    : "UNIQUE",
                                            key.stream()
                                                    .map(i -> quoted(shape.columns().get(i)))
                                                    .collect(Collectors.joining(", "))));
                }
                statement.execute(
                        "CREATE TABLE %s (%s)"
                                .formatted(quoted(shape.name()), String.join(", ", parts)));
            }
        }
    }

    /** Its places; none where there is no key without NULL. */
    private static List<Integer> primaryKey(TableShape shape) {
        return shape.keys().stream()
                .filter(key -> key.stream().allMatch(shape.required()::get))
                .findFirst()
                .orElse(List.of());
    }

    /** The type of a column of that type: as wide as the values that are drawn. */
    static String madeAs(ColumnType kind, String declared) {
        boolean isTime = declared.startsWith("date") || declared.startsWith("timestamp");
        return switch (kind) {
            case INTEGER -> declared.startsWith("numeric") ? "numeric" : "bigint";
            case REAL -> declared.startsWith("numeric") ? "numeric" : declared;
            case DATE, TIMESTAMP -> isTime ? declared : "text";
            case TEXT -> "text";
            case OTHER -> declared;
        };
    }

    /** What statements may read of them. */
    static DatabaseSchema schema(String id, String namespace, DatabaseProfile profile) {
        String present = profile.present();
        return new DatabaseSchema(
                id,
                "",
                List.of(),
                present.isEmpty() ? null : LocalDateTime.parse(present.replace(' ', 'T')),
                profile.constants(),
                profile.served().stream().map(ServedTables::table).toList(),
                ValueIndex.EMPTY,
                SemanticLayer.NONE,
                new Dialect.Postgres(namespace));
    }

    private static Table table(TableShape shape) {
        List<Column> columns =
                IntStream.range(0, shape.columns().size())
                        .mapToObj(i ->
                                new Column(
                                        shape.columns().get(i),
                                        shape.kinds().get(i),
                                        madeAs(shape.kinds().get(i), shape.types().get(i)),
                                        !shape.required().get(i),
                                        shape.keys().contains(List.of(i)),
                                        ""))
                        .toList();
        return new Table(
                shape.name(),
                "",
                columns,
                primaryKey(shape).stream().map(shape.columns()::get).toList(),
                shape.references().stream()
                        .map(reference ->
                                new ForeignKey(
                                        new ColumnRef(
                                                shape.name(),
                                                shape.columns()
                                                        .get(reference.columns().getFirst())),
                                        new ColumnRef(
                                                reference.table(), reference.targets().getFirst())))
                        .toList(),
                1);
    }
}
