package org.demur.schema.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.file.Sha256;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.demur.schema.declaration.DatabaseDeclaration;
import org.demur.schema.declaration.Located;
import org.demur.schema.declaration.Selection;
import org.demur.schema.declaration.Selection.Description;
import org.demur.schema.jdbc.SqliteReading.Definition;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Reads a declared database's schema, from the cache where its content is known there. */
public final class SchemaReader {
    private final StoredSchemas stored;
    private final ReadBounds bounds;

    public SchemaReader(Cache cache) {
        this(cache, ReadBounds.DEFAULT);
    }

    SchemaReader(Cache cache, ReadBounds bounds) {
        this.stored = new StoredSchemas(cache);
        this.bounds = bounds;
    }

    /**
     * The schema as the declaration leaves it visible.
     *
     * @throws GatewayException DATABASE_UNAVAILABLE where the file is damaged or cannot be opened;
     *     INVALID_CONFIGURATION where the declaration names a table or column that is not there
     */
    public DatabaseSchema read(DatabaseDeclaration declaration, SqliteFile file) {
        Selection selection = declaration.selection();
        String key = file.digest().substring(0, 32) + "-" + key(selection);
        StoredSchema schema =
                stored.find(key)
                        .orElseGet(() -> {
                            StoredSchema read = readLive(declaration, file);
                            stored.keep(key, read);
                            return read;
                        });
        var values = new HashMap<ColumnRef, PackedValues.Values>();
        schema.valuesByColumn().forEach(v -> values.put(v.column(), v.values()));
        var tables = described(schema.tables(), selection);
        var index = new PackedValues(values);
        return new DatabaseSchema(
                declaration.id(),
                declaration.description(),
                declaration.assumptions(),
                declaration.now(),
                declaration.constants(),
                tables,
                index,
                new DeclaredNames(tables, index).layer(declaration.semantics()));
    }

    private StoredSchema readLive(DatabaseDeclaration declaration, SqliteFile file) {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        try (Connection connection = config.createConnection("jdbc:sqlite:" + file.path())) {
            var reading = new SqliteReading(connection, bounds);
            if (Files.size(file.path()) <= bounds.checkedBytes()) {
                String damage = reading.damage();
                if (!damage.isEmpty()) {
                    throw damaged(declaration, damage);
                }
            }
            var visible = selected(reading.definitions(), declaration);
            var excluded = Excluded.of(declaration.selection(), reading.definitions());
            for (var view : reading.views()) {
                var columns = visible.get(view);
                if (columns != null && excluded.isReadBy(reading.account(view, columns))) {
                    visible.remove(view);
                }
            }
            requireSome(visible, declaration);
            return reading.read(visible);
        } catch (SQLiteException e) {
            SQLiteErrorCode code = e.getResultCode();
            if (code == SQLiteErrorCode.SQLITE_CORRUPT || code == SQLiteErrorCode.SQLITE_NOTADB) {
                throw damaged(declaration, code.message);
            }
            throw unreadable(declaration, file, e);
        } catch (SQLException | IOException e) {
            throw unreadable(declaration, file, e);
        }
    }

    private static Map<String, List<Definition>> selected(
            Map<String, List<Definition>> all, DatabaseDeclaration declaration) {
        Selection selection = declaration.selection();
        if (all.isEmpty()) {
            throw SqliteFile.unavailable(
                    declaration.place(), declaration.file(), "holds no table", "check what it is");
        }
        var visible = new LinkedHashMap<String, List<Definition>>();
        List<String> included =
                selection.includeTables().stream().map(name -> table(name, all.keySet())).toList();
        all.forEach((table, columns) -> {
            if (included.isEmpty() || included.contains(table)) {
                visible.put(table, columns);
            }
        });
        for (Located name : selection.excludeTables()) {
            visible.remove(table(name, all.keySet()));
        }
        for (Located name : selection.excludeColumns()) {
            ColumnRef column = column(name, all);
            visible.computeIfPresent(
                    column.table(),
                    (table, columns) ->
                            columns.stream()
                                    .filter(c -> !c.name().equals(column.column()))
                                    .toList());
        }
        visible.values().removeIf(List::isEmpty);
        requireSome(visible, declaration);
        return visible;
    }

    private static void requireSome(
            Map<String, List<Definition>> visible, DatabaseDeclaration declaration) {
        if (visible.isEmpty()) {
            throw invalid(declaration.place(), "the declaration leaves no table visible");
        }
    }

    /**
     * What a declaration excludes by name. A table that it merely does not include may still be
     * read through a view that it does.
     */
    private record Excluded(Set<String> tables, Set<ColumnRef> columns) {
        static Excluded of(Selection selection, Map<String, List<Definition>> all) {
            return new Excluded(
                    selection.excludeTables().stream()
                            .map(name -> table(name, all.keySet()))
                            .collect(Collectors.toSet()),
                    selection.excludeColumns().stream()
                            .map(name -> column(name, all))
                            .collect(Collectors.toSet()));
        }

        /** Whatever is no reading of tables is excluded too: nobody can say what it reads. */
        boolean isReadBy(EngineAccount account) {
            return !account.beyond().isEmpty()
                    || account.columns().entrySet().stream()
                            .anyMatch(read ->
                                    tables.contains(read.getKey())
                                            || read.getValue().stream()
                                                    .map(c -> new ColumnRef(read.getKey(), c))
                                                    .anyMatch(columns::contains));
        }
    }

    static String table(Located name, Collection<String> tables) {
        return SqliteReading.spelled(tables, name.text())
                .orElseThrow(() ->
                        invalid(
                                name.place(),
                                "the database has no table '%s'%s"
                                        .formatted(name.text(), hint(name, tables))));
    }

    private static ColumnRef column(Located name, Map<String, List<Definition>> all) {
        var columns = new ArrayList<ColumnRef>();
        all.forEach((t, ds) -> ds.forEach(d -> columns.add(new ColumnRef(t, d.name()))));
        return column(name, columns);
    }

    static ColumnRef column(Located name, List<ColumnRef> columns) {
        return columns.stream()
                .filter(column -> SqlNames.areSame(column.toString(), name.text()))
                .findFirst()
                .orElseThrow(() ->
                        invalid(
                                name.place(),
                                "the database has no column '%s'%s"
                                        .formatted(
                                                name.text(),
                                                hint(
                                                        name,
                                                        columns.stream()
                                                                .map(ColumnRef::toString)
                                                                .toList()))));
    }

    private static String hint(Located name, Collection<String> known) {
        return hint(name.text(), known);
    }

    /** What was perhaps meant, else what there is. */
    static String hint(String name, Collection<String> known) {
        return NearestName.of(name, known)
                .map(nearest -> "; did you mean '" + nearest + "'?")
                .orElse("; it has " + known.stream().limit(20).collect(Collectors.joining(", ")));
    }

    private static List<Table> described(List<Table> tables, Selection selection) {
        List<String> names = tables.stream().map(Table::name).toList();
        var columns = new ArrayList<ColumnRef>();
        tables.forEach(
                t -> t.columns().forEach(c -> columns.add(new ColumnRef(t.name(), c.name()))));
        var tableTexts = new HashMap<String, String>();
        for (Description text : selection.tableTexts()) {
            tableTexts.put(table(text.name(), names), text.text());
        }
        var columnTexts = new HashMap<ColumnRef, String>();
        for (Description text : selection.columnTexts()) {
            columnTexts.put(column(text.name(), columns), text.text());
        }
        return tables.stream().map(table -> described(table, tableTexts, columnTexts)).toList();
    }

    private static Table described(
            Table table, Map<String, String> tableTexts, Map<ColumnRef, String> columnTexts) {
        List<Column> columns =
                table.columns().stream()
                        .map(c ->
                                new Column(
                                        c.name(),
                                        c.type(),
                                        c.declaredType(),
                                        c.nullable(),
                                        c.unique(),
                                        columnTexts.getOrDefault(
                                                new ColumnRef(table.name(), c.name()), "")))
                        .toList();
        return new Table(
                table.name(),
                tableTexts.getOrDefault(table.name(), ""),
                columns,
                table.primaryKey(),
                table.foreignKeys(),
                table.rowCount(),
                table.hidesColumns());
    }

    /** Excluded tables and columns are never read, so what is stored depends on the selection. */
    private String key(Selection selection) {
        String text =
                List.of(
                                names(selection.includeTables()),
                                names(selection.excludeTables()),
                                names(selection.excludeColumns()),
                                bounds)
                        .toString();
        return Sha256.of(text).substring(0, 16);
    }

    private static List<String> names(List<Located> located) {
        return located.stream()
                .map(name -> SqlNames.folded(name.text()))
                .distinct()
                .sorted()
                .toList();
    }

    private static GatewayException damaged(DatabaseDeclaration declaration, String damage) {
        return SqliteFile.unavailable(
                declaration.place(),
                declaration.file(),
                "is damaged (" + damage.lines().findFirst().orElse("") + ")",
                "restore it from a copy");
    }

    private static GatewayException unreadable(
            DatabaseDeclaration declaration, SqliteFile file, Exception e) {
        var origin = file.packed() ? ", unpacked from " + declaration.file() + "," : "";
        return new GatewayException(
                FailureCode.DATABASE_UNAVAILABLE,
                "%s: the database file %s%s cannot be read: %s"
                        .formatted(declaration.place(), file.path(), origin, e.getMessage()),
                e);
    }

    private static GatewayException invalid(String place, String message) {
        return new GatewayException(FailureCode.INVALID_CONFIGURATION, place + ": " + message);
    }
}
