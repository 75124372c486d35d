package org.demur.schema.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.Sha256;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Dialect;
import org.demur.schema.PostgresServer;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.demur.schema.declaration.DatabaseDeclaration;
import org.demur.schema.declaration.DeclaredLocation;
import org.demur.schema.declaration.Located;
import org.demur.schema.declaration.Selection;
import org.demur.schema.declaration.Selection.Description;
import org.demur.schema.jdbc.DatabaseReading.Definition;

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
    public DatabaseSchema read(DatabaseDeclaration declaration, DatabaseFile file) {
        Selection selection = declaration.selection();
        String key = file.digest().substring(0, 32) + "-" + key(selection);
        StoredSchema schema =
                stored.find(key)
                        .orElseGet(() -> {
                            StoredSchema read = readLive(declaration, file);
                            stored.keep(key, read);
                            return read;
                        });
        return schema(declaration, schema, Dialect.ofFiles());
    }

    /** What was read from a server, and the digest of it. */
    public record ServerSchema(DatabaseSchema schema, String digest) {}

    /**
     * The same of a database on a server, always from the database itself.
     *
     * @throws GatewayException DATABASE_UNAVAILABLE where it cannot be reached;
     *     INVALID_CONFIGURATION where the declaration names a table or column that is not there, or
     *     the user may do more than read what the declaration shows
     */
    public ServerSchema read(DatabaseDeclaration declaration, PostgresServer server) {
        try (var connection = PostgresSession.open(server, PostgresSession.Use.SCHEMA)) {
            var reading = new PostgresReading(connection, server.namespace(), bounds);
            var all = reading.definitions();
            if (all.values().stream().flatMap(List::stream).noneMatch(Definition::readable)) {
                throw new GatewayException(
                        FailureCode.DATABASE_UNAVAILABLE,
                        "%s: the user of %s may read no table there; grant SELECT on what it shall read"
                                .formatted(declaration.place(), server));
            }
            var visible = TableSelection.of(reading, all, declaration);
            PostgresRole.of(connection)
                    .objection(all, visible, server.namespace())
                    .ifPresent(objection -> {
                        throw new GatewayException(
                                FailureCode.INVALID_CONFIGURATION,
                                declaration.place() + ": " + objection);
                    });
            var stored = reading.read(visible);
            return new ServerSchema(
                    schema(declaration, stored, new Dialect.Postgres(server.namespace())),
                    stored.digest());
        } catch (SQLException e) {
            throw PostgresSession.unavailable(declaration.place(), server, e);
        }
    }

    private static DatabaseSchema schema(
            DatabaseDeclaration declaration, StoredSchema schema, Dialect dialect) {
        var values = new HashMap<ColumnRef, PackedValues.Values>();
        schema.valuesByColumn().forEach(v -> values.put(v.column(), v.values()));
        var tables = described(schema.tables(), declaration.selection());
        var index = new PackedValues(values);
        return new DatabaseSchema(
                declaration.id(),
                declaration.description(),
                declaration.assumptions(),
                declaration.now(),
                declaration.constants(),
                tables,
                index,
                CodeMeanings.added(
                        tables,
                        index,
                        new DeclaredNames(tables, index).layer(declaration.semantics())),
                dialect);
    }

    private StoredSchema readLive(DatabaseDeclaration declaration, DatabaseFile file) {
        try (Connection connection = FileEngine.readOnly(file.path())) {
            var reading = new FileReading(connection, bounds);
            if (Files.size(file.path()) <= bounds.checkedBytes()) {
                String damage = reading.damage();
                if (!damage.isEmpty()) {
                    throw damaged(declaration, file, damage);
                }
            }
            var all = reading.definitions();
            if (all.isEmpty()) {
                throw DatabaseFile.unavailable(
                        declaration.place(),
                        declared(declaration, file),
                        "holds no table",
                        "check what it is");
            }
            return reading.read(TableSelection.of(reading, all, declaration));
        } catch (SQLException e) {
            throw FileEngine.damage(e)
                    .map(damage -> damaged(declaration, file, damage))
                    .orElseGet(() -> unreadable(declaration, file, e));
        } catch (IOException e) {
            throw unreadable(declaration, file, e);
        }
    }

    private static List<Table> described(List<Table> tables, Selection selection) {
        List<String> names = tables.stream().map(Table::name).toList();
        var columns = new ArrayList<ColumnRef>();
        tables.forEach(
                t -> t.columns().forEach(c -> columns.add(new ColumnRef(t.name(), c.name()))));
        var tableTexts = new HashMap<String, String>();
        for (Description text : selection.tableTexts()) {
            tableTexts.put(TableSelection.table(text.name(), names), text.text());
        }
        var columnTexts = new HashMap<ColumnRef, String>();
        for (Description text : selection.columnTexts()) {
            columnTexts.put(TableSelection.column(text.name(), columns), text.text());
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
                                        c.hasNulls(),
                                        columnTexts.getOrDefault(
                                                new ColumnRef(table.name(), c.name()),
                                                c.description())))
                        .toList();
        return new Table(
                table.name(),
                tableTexts.getOrDefault(table.name(), table.description()),
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

    private static GatewayException damaged(
            DatabaseDeclaration declaration, DatabaseFile file, String damage) {
        return DatabaseFile.unavailable(
                declaration.place(),
                declared(declaration, file),
                "is damaged (" + damage.lines().findFirst().orElse("") + ")",
                "restore it from a copy");
    }

    private static GatewayException unreadable(
            DatabaseDeclaration declaration, DatabaseFile file, Exception e) {
        var origin = file.packed() ? ", unpacked from " + declared(declaration, file) + "," : "";
        return new GatewayException(
                FailureCode.DATABASE_UNAVAILABLE,
                "%s: the database file %s%s cannot be read: %s"
                        .formatted(declaration.place(), file.path(), origin, e.getMessage()),
                e);
    }

    private static Path declared(DatabaseDeclaration declaration, DatabaseFile file) {
        return declaration.location() instanceof DeclaredLocation.File(var path)
                ? path
                : file.path();
    }
}
