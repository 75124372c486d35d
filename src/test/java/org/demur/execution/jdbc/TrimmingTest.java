package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.JDBC;

/** What is trimmed here is what the engine's own functions trim. */
final class TrimmingTest {
    private static final List<String> LETTERS =
            List.of("a", "b", "B", " ", "%", "\u00e9", "\u20ac", "\ud83d\ude00", "\n", "''");

    @TempDir private Path folder = Path.of("");

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void textsOfAllKindsAreTrimmedAsByTheEngine(long seed) throws SQLException {
        // given
        var random = new Random(seed);
        var calls = new ArrayList<String>();
        for (int i = 0; i < 300; i++) {
            for (var function : List.of("trim", "ltrim", "rtrim")) {
                calls.add(
                        "quote(%s('%s', '%s'))"
                                .formatted(function, text(random, 12), text(random, 4)));
            }
        }

        // then
        assertThat(here(calls)).isEqualTo(byTheEngine(calls));
    }

    @Test
    void valuesOfOtherKindsToo() throws SQLException {
        // given
        var calls =
                List.of(
                        "quote(trim(NULL, 'a'))",
                        "quote(trim('a', NULL))",
                        "quote(ltrim(110, 1))",
                        "typeof(ltrim(110, 1))",
                        "quote(rtrim(1.50, '0'))",
                        "quote(trim(x'616263', 'a'))",
                        "quote(trim('aba', x'61'))",
                        "quote(trim('', ''))",
                        "quote(trim(' a '))");

        // then
        assertThat(here(calls)).isEqualTo(byTheEngine(calls));
    }

    private static String text(Random random, int most) {
        var text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append(LETTERS.get(random.nextInt(LETTERS.size())));
        }
        return text.toString();
    }

    private List<String> here(List<String> calls) throws SQLException {
        var file = TestDatabase.library(folder.resolve("library.sqlite"));
        var values = new ArrayList<String>();
        try (var connection = SqliteConnection.open(new SqliteSource("library", file, List.of()))) {
            for (var call : calls) {
                try (var statement = connection.prepare("SELECT " + call);
                        var row = statement.executeQuery()) {
                    values.add(row.getString(1));
                }
            }
        }
        return values;
    }

    private static List<String> byTheEngine(List<String> calls) throws SQLException {
        var values = new ArrayList<String>();
        try (var connection = JDBC.createConnection("jdbc:sqlite::memory:", new Properties());
                var statement = connection.createStatement()) {
            for (var call : calls) {
                try (var row = statement.executeQuery("SELECT " + call)) {
                    values.add(row.getString(1));
                }
            }
        }
        return values;
    }
}
