package org.demur.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.demur.schema.Dialect;
import org.demur.schema.ResourceLines;
import org.demur.schema.SqlNames;

/**
 * The functions of one engine: those that it has, those of them that a draft may call, and what is
 * known of each. The lists say what a draft may not call, and why. Names are compared as the engine
 * does.
 */
public final class SqlFunctions {
    private static final SqlFunctions SQLITE = new SqlFunctions("sqlite-functions.txt");
    private static final SqlFunctions POSTGRES = new SqlFunctions("postgres-functions.txt");

    private static final String CLOCK = "clock:";

    /**
     * A function.
     *
     * @param name in lower case
     * @param kind of the result
     * @param traits in the words that the lists explain
     * @param timeArgument which argument is the point in time, from 0; without it the function
     *     means the clock; -1 where none is
     */
    public record SqlFunction(String name, ValueKind kind, Set<String> traits, int timeArgument) {
        public SqlFunction {
            traits = Set.copyOf(traits);
        }

        private static SqlFunction parse(String line) {
            var fields = Arrays.asList(line.split(" ", -1));
            var traits = Set.copyOf(fields.subList(2, fields.size()));
            return new SqlFunction(
                    fields.get(0),
                    ValueKind.valueOf(fields.get(1).toUpperCase(Locale.ROOT)),
                    traits,
                    timeArgument(traits));
        }

        private static int timeArgument(Set<String> traits) {
            return traits.stream()
                    .filter(trait -> trait.startsWith(CLOCK))
                    .map(trait -> Integer.parseInt(trait.substring(CLOCK.length())))
                    .findFirst()
                    .orElse(-1);
        }

        /** Whether it makes one value of many rows; of several, min and max take one. */
        public boolean isAggregate(int arguments) {
            return traits.contains("aggregate")
                    && (arguments < 2 || !(name.equals("max") || name.equals("min")));
        }
    }

    private final List<String> lines;
    private final Map<String, SqlFunction> byName;

    private SqlFunctions(String resource) {
        lines = ResourceLines.of(SqlFunctions.class, resource);
        byName =
                lines.stream()
                        .map(SqlFunction::parse)
                        .collect(Collectors.toUnmodifiableMap(SqlFunction::name, f -> f));
    }

    /** Those of the engine that speaks a dialect. */
    public static SqlFunctions of(Dialect dialect) {
        return switch (dialect) {
            case Dialect.Sqlite _ -> SQLITE;
            case Dialect.Postgres _ -> POSTGRES;
        };
    }

    /** All lists; a change of them may change what is allowed. */
    public static String lists() {
        return String.join("\n", SQLITE.lines) + "\n" + String.join("\n", POSTGRES.lines);
    }

    /** A function that the engine has, whether a draft may call it or not. */
    public Optional<SqlFunction> named(String name) {
        return Optional.ofNullable(byName.get(SqlNames.folded(name)));
    }

    /** Names of all functions that a draft may call, in lower case. */
    public Set<String> allowed() {
        return byName.values().stream()
                .filter(SqlFunctions::isAllowed)
                .map(SqlFunction::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    public boolean isAllowed(String name) {
        return isAllowed(name, function -> true);
    }

    /** Whether a function makes one value of many rows, given so many arguments. */
    public boolean isAggregate(String name, int arguments) {
        return isAllowed(name, function -> function.isAggregate(arguments));
    }

    /** Whether an aggregate of one argument is the same to the last digit in whatever order. */
    public boolean isExact(String name) {
        return isAllowed(name, function -> function.traits().contains("exact"));
    }

    /** Whether rows in another order may give another value, beyond the last digits of a sum. */
    public boolean dependsOnOrder(String name) {
        return isAllowed(name, function -> function.traits().contains("ordered"));
    }

    /** Whether {@code 'now'} among the arguments means the clock. */
    public boolean isDate(String name) {
        return isAllowed(name, function -> function.timeArgument() >= 0);
    }

    /** Which argument is the point in time, from 0; without it the function means the clock. */
    public int timeArgument(String name) {
        return named(name).map(SqlFunction::timeArgument).orElse(-1);
    }

    private boolean isAllowed(String name, Predicate<SqlFunction> also) {
        return named(name).filter(SqlFunctions::isAllowed).filter(also).isPresent();
    }

    private static boolean isAllowed(SqlFunction function) {
        return !function.traits().contains("refused");
    }
}
