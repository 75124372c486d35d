package org.demur.schema.jdbc;

import static org.demur.schema.SqlNames.quoted;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.demur.schema.jdbc.DatabaseReading.Definition;

/**
 * Whether the user of a PostgreSQL database can do no more than read what is shown: then the engine
 * itself refuses whatever every other wall lets through.
 */
record PostgresRole(String name, Optional<String> power) {
    private static final String NAME = "SELECT current_user";

    private static final String POWERS =
            """
            SELECT CASE WHEN rolsuper THEN 'is a superuser'
                WHEN rolbypassrls THEN 'bypasses row-level security'
                WHEN rolreplication THEN 'may replicate the database'
                WHEN rolcreaterole THEN 'may create roles'
                WHEN rolcreatedb THEN 'may create databases' END
            FROM pg_roles WHERE rolname = current_user\
            """;

    /** Roles of the server's own that read files, run programs, or see all data or all users. */
    private static final String MEMBERSHIPS =
            """
            SELECT 'is a member of ' || rolname FROM pg_roles
            WHERE rolname LIKE 'pg\\_%' AND rolname <> 'pg_database_owner'
            AND pg_has_role(current_user, oid, 'MEMBER') ORDER BY rolname LIMIT 1\
            """;

    private static final String WRITES =
            """
            SELECT format('may write to %I.%I', n.nspname, c.relname)
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'f') AND n.nspname <> 'information_schema'
            AND n.nspname NOT LIKE 'pg\\_%'
            AND (has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
                OR has_any_column_privilege(c.oid, 'INSERT, UPDATE'))
            ORDER BY 1 LIMIT 1\
            """;

    private static final int TOLD = 10;

    static PostgresRole of(Connection connection) throws SQLException {
        var power = Optional.<String>empty();
        for (var question : List.of(POWERS, MEMBERSHIPS, WRITES)) {
            power = power.isPresent() ? power : first(connection, question);
        }
        return new PostgresRole(first(connection, NAME).orElse(""), power);
    }

    private static Optional<String> first(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
        }
    }

    /**
     * What the user may do beyond reading what is visible, with the remedy.
     *
     * @param all tables and columns, those included that the user may not read
     */
    Optional<String> objection(
            Map<String, List<Definition>> all,
            Map<String, List<Definition>> visible,
            String namespace) {
        if (power.isPresent()) {
            return Optional.of(
                    "the user %s %s; name one that may only read what is shown"
                            .formatted(name, power.get()));
        }
        var hidden = new ArrayList<String>();
        all.forEach((table, columns) -> {
            var shown = visible.get(table);
            long readable = columns.stream().filter(Definition::readable).count();
            var target = "%s.%s".formatted(quoted(namespace), quoted(table));
            if (shown == null && readable > 0) {
                hidden.add("REVOKE SELECT ON %s FROM %s".formatted(target, quoted(name)));
            } else if (shown != null && shown.size() < readable) {
                hidden.add(
                        "REVOKE SELECT ON %s FROM %s; GRANT SELECT (%s) ON %s TO %s"
                                .formatted(
                                        target,
                                        quoted(name),
                                        shown.stream()
                                                .map(column -> quoted(column.name()))
                                                .collect(Collectors.joining(", ")),
                                        target,
                                        quoted(name)));
            }
        });
        return hidden.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the user %s may read what the declaration does not show; take that away: %s"
                                .formatted(
                                        name,
                                        hidden.stream()
                                                .limit(TOLD)
                                                .collect(Collectors.joining("; "))));
    }
}
