package org.demur.schema.pairs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.schema.DatabaseLocation;
import org.demur.schema.jdbc.FileEngine;
import org.demur.schema.jdbc.PostgresSession;

/** Says whether a database accepts statements; nothing is run. Used by one thread at a time. */
final class TrialEngine implements AutoCloseable {
    /** As the engine of files says it, perhaps with the table's name in front. */
    private static final Pattern UNKNOWN_COLUMN =
            Pattern.compile("no such column: (?:[^.\\s]+\\.)?([A-Za-z_0-9]+)");

    private final Connection connection;
    private final Set<String> constants;

    private TrialEngine(Connection connection, Set<String> constants) {
        this.connection = connection;
        this.constants = constants;
    }

    /**
     * @param constants names that stand for numbers, in lower case; the database does not know them
     */
    static TrialEngine of(DatabaseLocation location, Set<String> constants) throws SQLException {
        return switch (location) {
            case DatabaseLocation.InFile file ->
                    new TrialEngine(FileEngine.readOnly(file.file()), constants);
            case DatabaseLocation.OnServer(var server, var _) -> {
                var connection = PostgresSession.open(server, PostgresSession.Use.SCHEMA);
                connection.setAutoCommit(true); // or one rejection would be that of all after it
                yield new TrialEngine(connection, constants);
            }
        };
    }

    /** Why the database does not take a statement, in words; empty where it does. */
    Optional<String> rejection(String sql) {
        try (PreparedStatement compiled = connection.prepareStatement(sql)) {
            var result = compiled.getMetaData();
            return result != null && result.getColumnCount() > 0
                    ? Optional.empty()
                    : Optional.of("returns no column");
        } catch (SQLException rejected) {
            Matcher unknown = UNKNOWN_COLUMN.matcher(String.valueOf(rejected.getMessage()));
            if (unknown.find() && constants.contains(unknown.group(1).toLowerCase(Locale.ROOT))) {
                return Optional.empty();
            }
            return Optional.of(
                    "is rejected by the database: "
                            + String.valueOf(rejected.getMessage()).lines().findFirst().orElse(""));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
