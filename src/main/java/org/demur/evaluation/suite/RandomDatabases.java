package org.demur.evaluation.suite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.SuiteDatabase;
import org.demur.evaluation.compare.sql.DeclaredFacts;
import org.demur.evaluation.compare.sql.GoldStatement;
import org.demur.evaluation.compare.sql.SchemaFacts;
import org.demur.evaluation.compare.sql.SchemaFacts.ColumnFacts;
import org.demur.evaluation.compare.sql.SchemaFacts.TableFacts;
import org.demur.evaluation.compare.sql.StatementValues;
import org.demur.file.Sha256;
import org.demur.schema.SqlNames;
import org.demur.schema.jdbc.FileEngine;
import org.jspecify.annotations.Nullable;

/** The databases of one schema, made from their recipes in memory or on a server. */
final class RandomDatabases {
    private final String name;
    private final DatabaseProfile profile;
    private final ScoringRules rules;
    private final ExecutionLimits limits;
    private final List<TableShape> shapes;
    private final DatabaseGenerator generator;
    private final SchemaFacts facts;

    /**
     * The databases of a profile.
     *
     * @param limits of a statement on one of them
     */
    RandomDatabases(
            String name, DatabaseProfile profile, ScoringRules rules, ExecutionLimits limits) {
        this.name = name;
        this.profile = profile;
        this.rules = rules;
        this.limits = limits;
        if (profile.isServed()) {
            shapes = profile.served();
            facts = withObserved(SchemaFacts.of(ServedTables.schema(name, "", profile)));
        } else {
            var found = new ArrayList<TableShape>();
            var declared = new ArrayList<SchemaFacts>();
            SuiteDatabase.inMemory(
                            rules,
                            limits,
                            connection -> {
                                declare(connection);
                                found.addAll(TableShape.all(connection));
                                declared.add(DeclaredFacts.read(connection, name));
                            })
                    .close();
            shapes = List.copyOf(found);
            facts = withObserved(declared.getFirst());
        }
        generator = new DatabaseGenerator(profile, shapes);
    }

    /** What holds of every one of them. */
    SchemaFacts facts() {
        return facts;
    }

    /** One without rows. */
    SuiteDatabase empty() {
        return profile.isServed()
                ? SuiteDatabase.onServer(
                        rules,
                        limits,
                        SuiteServer.ofEnvironment(),
                        namespace -> ServedTables.schema(name, namespace, profile),
                        connection -> ServedTables.declare(connection, shapes))
                : SuiteDatabase.inMemory(rules, limits, this::declare);
    }

    List<DatabaseGenerator.Rows> rows(Recipe recipe, @Nullable StatementValues focus) {
        return generator.rows(recipe, focus);
    }

    /** The rows of a database of a suite of this schema. */
    List<DatabaseGenerator.Rows> rows(SchemaSuite suite, SchemaSuite.Kept kept) {
        return rows(kept.recipe(), suite.statements().get(kept.recipe().focus()).gold());
    }

    /** With what the statement asks for. */
    List<DatabaseGenerator.Rows> rows(Recipe recipe, String gold) {
        return rows(
                recipe, GoldStatement.read(gold, facts).map(GoldStatement::values).orElse(null));
    }

    /** Puts these rows in the place of all others. */
    static void fill(SuiteDatabase database, List<DatabaseGenerator.Rows> tables) {
        database.change(connection -> {
            try (Statement statement = connection.createStatement()) {
                for (var table : tables) {
                    statement.execute(
                            (table.table().isTyped() ? "TRUNCATE " : "DELETE FROM ")
                                    + SqlNames.quoted(table.table().name()));
                }
            }
            insert(connection, tables);
        });
    }

    /** Makes a database file of these rows, where there is none yet. */
    void write(Path file, List<DatabaseGenerator.Rows> tables) throws SQLException {
        try (Connection connection = FileEngine.writable(file)) {
            connection.setAutoCommit(false);
            declare(connection);
            insert(connection, tables);
            connection.commit();
        }
    }

    /** SHA-256 over all rows, in hex. */
    static String digest(List<DatabaseGenerator.Rows> tables) {
        var text = new StringBuilder();
        for (var table : tables) {
            text.append(table.table().name()).append('\n');
            table.rows().forEach(row -> text.append(Arrays.toString(row)).append('\n'));
        }
        return Sha256.of(text.toString());
    }

    private void declare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String declaration : profile.declarations()) {
                statement.execute(declaration);
            }
        }
    }

    private static void insert(Connection connection, List<DatabaseGenerator.Rows> tables)
            throws SQLException {
        for (var table : tables) {
            if (!table.rows().isEmpty()) {
                insert(connection, table);
            }
        }
    }

    private static void insert(Connection connection, DatabaseGenerator.Rows table)
            throws SQLException {
        String columns =
                table.table().columns().stream()
                        .map(SqlNames::quoted)
                        .collect(Collectors.joining(", "));
        String places = String.join(", ", Collections.nCopies(table.table().columns().size(), "?"));
        // what a CHECK forbids is left out, and texts that the engine takes for the same key
        String sql =
                (table.table().isTyped()
                                ? "INSERT INTO %s (%s) VALUES (%s) ON CONFLICT DO NOTHING"
                                : "INSERT OR IGNORE INTO %s (%s) VALUES (%s)")
                        .formatted(SqlNames.quoted(table.table().name()), columns, places);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (@Nullable Object[] row : table.rows()) {
                for (int i = 0; i < row.length; i++) {
                    statement.setObject(i + 1, row[i]);
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** A column that is never NULL in the real database is never NULL here, so this may be used. */
    private SchemaFacts withObserved(SchemaFacts declared) {
        var tables = new ArrayList<TableFacts>();
        for (TableFacts table : declared.tables()) {
            var columns = new ArrayList<ColumnFacts>();
            for (ColumnFacts column : table.columns()) {
                boolean never =
                        profile.tables().stream()
                                .filter(known -> known.name().equalsIgnoreCase(table.name()))
                                .flatMap(known -> known.columns().stream())
                                .filter(known -> known.name().equalsIgnoreCase(column.name()))
                                .allMatch(known -> known.nullShare() == 0);
                columns.add(
                        new ColumnFacts(
                                column.name(),
                                column.unique(),
                                column.notNull() || never,
                                column.kind()));
            }
            tables.add(new TableFacts(table.name(), columns, table.primaryKey(), true));
        }
        return new SchemaFacts(declared.database(), tables, declared.foreignKeys());
    }
}
