package org.demur.execution.jdbc;

import static org.demur.schema.SqlNames.quoted;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.schema.Column;
import org.demur.schema.Dialect;
import org.demur.schema.Recent;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.demur.schema.jdbc.EngineAccount;
import org.demur.schema.jdbc.StorageLayout;
import org.demur.sql.SqlFunctions;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the engine says that a statement will read against what may be read: whatever the
 * engine reads to show the visible columns of the visible tables and views. Knows nothing of the
 * guard, so that a mistake in either is noticed. For the connections of one file; thread-safe.
 */
final class EngineWall {
    private static final SqlFunctions FUNCTIONS = SqlFunctions.of(Dialect.ofFiles());

    /** Words without brackets that the engine computes by functions. */
    private static final Set<String> CLOCK_WORDS =
            Set.of("current_date", "current_time", "current_timestamp");

    /** Far below the engine's limit on the columns of a result. */
    private static final int COLUMNS_AT_ONCE = 100;

    /** A schema may change between two looks at it, not between each two. */
    private static final int ATTEMPTS = 3;

    /**
     * What may be read while the schema is as it is.
     *
     * @param within statements whose account was taken and held
     */
    private record Permitted(
            StorageLayout layout, EngineAccount account, Recent<String, Boolean> within) {}

    private final List<Table> visible;
    private volatile @Nullable Permitted permitted;

    EngineWall(List<Table> visible) {
        this.visible = visible;
    }

    /**
     * What the statement would read or call and must not, in the schema's own names; empty where it
     * may run.
     *
     * @throws SQLException where the engine rejects the statement, or the file cannot be read
     */
    Set<String> outside(Connection connection, String sql) throws SQLException {
        int version = StorageLayout.version(connection);
        var current = permitted;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (current == null || current.layout().version() != version) {
                current = read(connection);
                version = current.layout().version();
                permitted = current;
            }
            if (current.within().get(sql) != null) {
                return Set.of();
            }
            var account = EngineAccount.of(connection, current.layout(), sql);
            if (account.version() == version || account.version() == EngineAccount.NO_SCHEMA) {
                var outside = account.outside(current.account());
                if (outside.isEmpty()) {
                    current.within().put(sql, sql, true);
                }
                return outside;
            }
            current = null; // this connection still compiled with an older schema: it looks anew
        }
        return Set.of("a schema that does not stand still");
    }

    private Permitted read(Connection connection) throws SQLException {
        var layout = StorageLayout.read(connection);
        var account =
                new EngineAccount(
                        Map.of(),
                        Stream.of(FUNCTIONS.allowed(), CLOCK_WORDS)
                                .flatMap(Set::stream)
                                .collect(Collectors.toSet()),
                        EngineAccount.NO_SCHEMA,
                        Set.of());
        for (var table : visible) {
            for (int i = 0; i < table.columns().size(); i += COLUMNS_AT_ONCE) {
                int end = Math.min(table.columns().size(), i + COLUMNS_AT_ONCE);
                account = account.with(shown(connection, layout, table, i, end));
            }
        }
        return new Permitted(layout, account, new Recent<>(Recent.STATEMENTS));
    }

    private static EngineAccount shown(
            Connection connection, StorageLayout layout, Table table, int from, int to) {
        var sql =
                table.columns().subList(from, to).stream()
                        .map(Column::name)
                        .map(SqlNames::quoted)
                        .collect(
                                Collectors.joining(
                                        ", ", "SELECT ", " FROM " + quoted(table.name())));
        try {
            var account = EngineAccount.of(connection, layout, sql);
            return account.columns().containsKey(table.name())
                    ? account.with(unnamed(table))
                    : account;
        } catch (SQLException e) { // what is gone or broken cannot be read by a statement either
            return EngineAccount.NOTHING;
        }
    }

    /**
     * Row numbers that are no column's are for the engine's own use, as in an index that it makes
     * for one statement; an index over expressions tells of no column that the table does not show.
     */
    private static EngineAccount unnamed(Table table) {
        return new EngineAccount(
                Map.of(
                        table.name(),
                        table.hidesColumns()
                                ? Set.of(StorageLayout.ROW_NUMBER)
                                : Set.of(StorageLayout.ROW_NUMBER, StorageLayout.EXPRESSION)),
                Set.of(),
                EngineAccount.NO_SCHEMA,
                Set.of());
    }
}
