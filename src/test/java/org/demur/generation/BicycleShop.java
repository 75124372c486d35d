package org.demur.generation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.demur.execution.GuardLimits;
import org.demur.execution.Schemas;
import org.demur.execution.SqlGuard;
import org.demur.execution.jdbc.FileQueryExecutor;
import org.demur.execution.jdbc.QueryThreads;
import org.demur.generation.verified.VerifiedGenerators;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.Database;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ReachableValues;
import org.demur.schema.TestDatabase;
import org.demur.schema.catalog.DeclaredCatalog;
import org.demur.wiring.CrossDomainModels;
import org.demur.wiring.VerifiedComponents;

/** A small real database of bicycles, who bought them and what was repaired. */
public final class BicycleShop implements AutoCloseable {
    private final Path home;
    private final Path file;
    private final Database database;
    private final SqlGuard guard = new SqlGuard(GuardLimits.DEFAULT);
    private final QueryThreads threads = QueryThreads.standard();

    /**
     * Makes the database.
     *
     * @param home an empty folder
     * @param declaration further lines of the database's declaration, such as its pairs
     */
    public BicycleShop(Path home, String declaration) {
        this(home, declaration, List.of());
    }

    /**
     * Makes the database with something added.
     *
     * @param added statements that run before it is declared
     */
    public BicycleShop(Path home, String declaration, List<String> added) {
        this.home = home;
        this.file = home.resolve("shop.sqlite");
        TestDatabase.of(
                file, resource("/generation/bicycle-shop.sql").lines().toArray(String[]::new));
        TestDatabase.of(file, added.toArray(String[]::new));
        try {
            var declarations = Files.createDirectories(home.resolve("config/databases"));
            Files.writeString(
                    declarations.resolve("shop.yaml"), "file: shop.sqlite\n" + declaration);
            this.database =
                    DeclaredCatalog.of(
                                    home,
                                    declarations,
                                    Map.of("XDG_CACHE_HOME", home.resolve("cache").toString()))
                            .database("shop");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String resource(String name) {
        try (var in = Objects.requireNonNull(BicycleShop.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Database database() {
        return database;
    }

    public DatabaseSchema schema() {
        return database.schema();
    }

    /** Read as the service reads them: through the guard. */
    public ReachableValues values() {
        return VerifiedComponents.values(open());
    }

    /** As calibration makes them. */
    public VerifiedGenerators generators() {
        return VerifiedComponents.generators(
                open(), new CrossDomainModels(home, Optional.empty()), true);
    }

    /** Ready to be asked. */
    public OpenDatabase open() {
        return new OpenDatabase(
                database, guard, new FileQueryExecutor(Schemas.source("shop", file), threads));
    }

    /** What a statement gives, in the database's order, each row as text. */
    public List<List<String>> rows(String sql) {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            var rows = new ArrayList<List<String>>();
            while (result.next()) {
                var row = new ArrayList<String>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(String.valueOf(result.getObject(i)));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    public Path home() {
        return home;
    }

    @Override
    public void close() {
        threads.close();
        guard.close();
    }
}
