package org.demur.detection;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.demur.schema.Dialect;
import org.demur.schema.ResourceLines;
import org.demur.schema.SqlNames;

/** The functions that an engine offers to a reading statement. */
final class SqlFunctions {
    private static final Map<String, SqlFunction> OF_SQLITE = read("sqlite-functions.txt");
    private static final Map<String, SqlFunction> OF_POSTGRES = read("postgres-functions.txt");

    private SqlFunctions() {}

    /**
     * @param name in lower case
     * @param kind of the result
     * @param aggregate whether it takes many rows to one value
     */
    record SqlFunction(String name, ValueKind kind, boolean aggregate) {}

    static Optional<SqlFunction> named(String name, Dialect dialect) {
        var known =
                switch (dialect) {
                    case Dialect.Sqlite _ -> OF_SQLITE;
                    case Dialect.Postgres _ -> OF_POSTGRES;
                };
        return Optional.ofNullable(known.get(SqlNames.folded(name)));
    }

    private static Map<String, SqlFunction> read(String resource) {
        return ResourceLines.of(SqlFunctions.class, resource).stream()
                .map(SqlFunctions::parse)
                .collect(Collectors.toUnmodifiableMap(SqlFunction::name, f -> f));
    }

    private static SqlFunction parse(String line) {
        var fields = line.split("\\s+", -1);
        return new SqlFunction(
                fields[0],
                ValueKind.valueOf(fields[1].toUpperCase(Locale.ROOT)),
                fields.length > 2);
    }
}
