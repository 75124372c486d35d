package org.demur.evaluation.compare;

import java.sql.DriverManager;
import java.sql.SQLException;

/** The SQLite that executes statements, on whose version some verdicts depend. */
public final class SqliteEngine {
    /** Such as {@code SQLite 3.54.1}. */
    public static final String NAME = "SQLite " + version();

    private SqliteEngine() {}

    private static String version() {
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT sqlite_version()")) {
            return row.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException("SQLite does not say its version", e);
        }
    }
}
