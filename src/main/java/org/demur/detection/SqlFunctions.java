package org.demur.detection;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.demur.schema.ResourceLines;
import org.demur.schema.SqlNames;

/** The functions that SQLite offers to a reading statement. */
final class SqlFunctions {
    private static final Map<String, SqlFunction> BY_NAME =
            ResourceLines.of(SqlFunctions.class, "sqlite-functions.txt").stream()
                    .map(SqlFunctions::parse)
                    .collect(Collectors.toUnmodifiableMap(SqlFunction::name, f -> f));

    private SqlFunctions() {}

    /**
     * @param name in lower case
     * @param kind of the result
     * @param aggregate whether it takes many rows to one value
     */
    record SqlFunction(String name, ValueKind kind, boolean aggregate) {}

    static Optional<SqlFunction> named(String name) {
        return Optional.ofNullable(BY_NAME.get(SqlNames.folded(name)));
    }

    private static SqlFunction parse(String line) {
        var fields = line.split("\\s+", -1);
        return new SqlFunction(
                fields[0],
                ValueKind.valueOf(fields[1].toUpperCase(Locale.ROOT)),
                fields.length > 2);
    }
}
