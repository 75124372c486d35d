package org.demur.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.demur.execution.GuardLimits;
import org.demur.execution.Schemas;
import org.demur.execution.SqlGuard;
import org.demur.execution.jdbc.FileQueryExecutor;
import org.demur.execution.jdbc.QueryThreads;
import org.demur.schema.Database;
import org.demur.schema.DatabaseCatalog;
import org.demur.schema.catalog.DeclaredCatalog;
import org.sqlite.JDBC;

/** A small real database of books and loans, declared as a person would. */
public final class Library implements AutoCloseable {
    private final Path home;
    private final SqlGuard guard = new SqlGuard(GuardLimits.DEFAULT);
    private final QueryThreads threads = QueryThreads.standard();

    public Library() {
        try {
            home = Files.createTempDirectory("demur-library");
            var databases = Files.createDirectories(home.resolve("config/databases"));
            write(home.resolve("library.sqlite"));
            Files.writeString(
                    databases.resolve("library.yaml"),
                    """
                    description: Books and who borrowed them.
                    file: library.sqlite
                    limits:
                      timeLimit: PT1S
                      maxRows: 5
                    verified:
                      pairs:
                        - id: count-books
                          question: How many books are there?
                          sql: SELECT count(*) FROM book
                    columns: {exclude: [loan.lent_on]}
                    """);
            Files.writeString(
                    databases.resolve("broken.yaml"),
                    """
                    description: Its file is missing.
                    file: nowhere.sqlite
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file) {
        try (var connection = JDBC.createConnection("jdbc:sqlite:" + file, new Properties());
                var statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER)");
            statement.execute(
                    "CREATE TABLE loan (id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES book(id),"
                            + " reader TEXT, lent_on TEXT)");
            statement.execute(
                    "INSERT INTO book (title, year) VALUES ('Middlemarch', 1871), ('Emma', 1815),"
                            + " ('Ulysses', 1922), ('Persuasion', 1817), ('Silas Marner', 1861),"
                            + " ('Dubliners', NULL)");
            statement.execute(
                    "INSERT INTO loan (book_id, reader, lent_on) VALUES (1, 'Ada', '2024-01-03'),"
                            + " (1, 'Ben', '2024-02-04'), (2, 'Ada', '2024-03-05')");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public QueryThreads threads() {
        return threads;
    }

    /** The folder that holds {@code config/}. */
    public Path home() {
        return home;
    }

    public DatabaseCatalog catalog() {
        return DeclaredCatalog.of(
                home,
                home.resolve("config/databases"),
                Map.of("XDG_CACHE_HOME", home.resolve("cache").toString()));
    }

    public OpenDatabase open(Database database) {
        return new OpenDatabase(
                database,
                guard,
                new FileQueryExecutor(Schemas.source(database.id(), database.file()), threads));
    }

    @Override
    public void close() {
        threads.close();
        guard.close();
    }
}
