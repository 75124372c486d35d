package org.demur.detection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The functions that SQLite offers to a reading statement. */
final class SqlFunctions {
    private static final Map<String, SqlFunction> BY_NAME = read();

    private SqlFunctions() {}

    /**
     * @param name in lower case
     * @param kind of the result
     * @param aggregate whether it takes many rows to one value
     */
    record SqlFunction(String name, ValueKind kind, boolean aggregate) {}

    static Optional<SqlFunction> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
    }

    private static Map<String, SqlFunction> read() {
        var resource = "sqlite-functions.txt";
        try (var stream =
                Objects.requireNonNull(
                        SqlFunctions.class.getResourceAsStream(resource), resource)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(SqlFunctions::parse)
                    .collect(Collectors.toUnmodifiableMap(SqlFunction::name, f -> f));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SqlFunction parse(String line) {
        var fields = line.split("\\s+", -1);
        return new SqlFunction(
                fields[0],
                ValueKind.valueOf(fields[1].toUpperCase(Locale.ROOT)),
                fields.length > 2);
    }
}
