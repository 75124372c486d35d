package org.demur.schema;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Properties;
import java.util.zip.GZIPOutputStream;
import org.sqlite.JDBC;

/** Makes real SQLite databases for tests. */
public final class TestDatabase {
    private TestDatabase() {}

    /** A database made by statements. */
    public static Path of(Path file, String... statements) {
        try (var connection = JDBC.createConnection("jdbc:sqlite:" + file, new Properties());
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return file;
    }

    /** A small library: two tables, a reference between them, five loans. */
    public static Path library(Path file) {
        return of(
                file,
                "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL)",
                """
                CREATE TABLE loan (id INTEGER PRIMARY KEY, book_id INT NOT NULL REFERENCES book (id),
                taken TIMESTAMP NOT NULL, returned TEXT)\
                """,
                "INSERT INTO book VALUES (1, 'Emma', 9.5), (2, 'Ulysses', 20), (3, 'Dracula', NULL)",
                """
                INSERT INTO loan VALUES (1, 1, '2024-01-05 10:00:00', '2024-02-01'),
                (2, 1, '2024-03-05 11:30:00', NULL), (3, 2, '2024-03-06 09:00:00', '2024-03-07'),
                (4, 3, '2024-04-01 09:00:00', '2024-04-07'), (5, 3, '2024-05-01 09:00:00', NULL)\
                """);
    }

    /** The same file packed, beside it. */
    public static Path packed(Path file) {
        Path packed = file.resolveSibling(file.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return packed;
    }
}
