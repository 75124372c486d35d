package org.demur.schema.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the engine itself says that a statement reads and calls, taken from the program that EXPLAIN
 * shows. It knows neither the statement's text nor any rule of names.
 *
 * @param columns read, by table; a table of which only the rows are counted has none
 * @param functions called, by name, without those that the engine does in steps of its own
 * @param version of the schema that the engine compiled it with; {@link #NO_SCHEMA} where it read
 *     none
 * @param beyond whatever is no reading of the file's tables: virtual tables, writes, steps that no
 *     query needs
 */
public record EngineAccount(
        Map<String, Set<String>> columns, Set<String> functions, int version, Set<String> beyond) {
    public static final int NO_SCHEMA = -1;

    /** Of nothing at all. */
    public static final EngineAccount NOTHING =
            new EngineAccount(Map.of(), Set.of(), NO_SCHEMA, Set.of());

    public EngineAccount {
        columns = Map.copyOf(columns);
        functions = Set.copyOf(functions);
        beyond = Set.copyOf(beyond);
    }

    /**
     * The account of one statement, which is compiled and not run.
     *
     * @throws SQLException where the engine rejects the statement
     */
    public static EngineAccount of(Connection connection, StorageLayout layout, String sql)
            throws SQLException {
        var program = new ProgramReading(layout);
        try (var statement = connection.prepareStatement("EXPLAIN " + sql);
                var step = statement.executeQuery()) {
            while (step.next()) {
                program.note(step);
            }
        }
        return program.account();
    }

    /** What this account holds and the permitted one does not; empty where all is permitted. */
    public Set<String> outside(EngineAccount permitted) {
        var outside = new TreeSet<>(beyond);
        columns.forEach((table, read) -> {
            var allowed = permitted.columns().get(table);
            if (allowed == null) {
                outside.add(table);
            } else if (!allowed.containsAll(read)) {
                read.stream()
                        .filter(column -> !allowed.contains(column))
                        .forEach(column -> outside.add(table + "." + column));
            }
        });
        functions.stream()
                .filter(function -> !permitted.functions().contains(function))
                .forEach(function -> outside.add(function + "()"));
        return outside;
    }

    /** The reads and calls of both; what lies beyond is of neither. */
    public EngineAccount with(EngineAccount other) {
        var both = new HashMap<String, Set<String>>(columns);
        other.columns().forEach((table, read) -> both.merge(table, read, EngineAccount::union));
        return new EngineAccount(
                both,
                union(functions, other.functions),
                Math.max(version, other.version),
                Set.of());
    }

    private static Set<String> union(Collection<String> one, Collection<String> other) {
        var union = new HashSet<>(one);
        union.addAll(other);
        return union;
    }
}
