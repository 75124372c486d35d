package org.demur;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The program is written for any database: it knows no benchmark by name. */
final class BenchmarkWordsTest {
    @Test
    void noNameOrPhraseOfABenchmarkStandsInTheProgram() throws IOException {
        // given
        var words =
                Files.readAllLines(Path.of("src/test/resources/benchmark-words.txt")).stream()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(Pattern::quote)
                        .collect(Collectors.joining("|"));
        var pattern =
                Pattern.compile(
                        "(?<![A-Za-z0-9_])(" + words + ")(?![A-Za-z0-9_])",
                        Pattern.CASE_INSENSITIVE);

        // when
        var found = new ArrayList<String>();
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (var file : files.filter(BenchmarkWordsTest::isRead).sorted().toList()) {
                var lines = Files.readAllLines(file);
                for (int i = 0; i < lines.size(); i++) {
                    var matcher = pattern.matcher(lines.get(i));
                    while (matcher.find()) {
                        found.add(file + ":" + (i + 1) + ": " + matcher.group());
                    }
                }
            }
        }

        // then
        assertThat(found).isEmpty();
    }

    /** Evaluation, which no answer depends on, scores benchmarks by their own rules. */
    private static boolean isRead(Path file) {
        return file.toString().endsWith(".java")
                && !file.startsWith(Path.of("src/main/java/org/demur/evaluation"));
    }
}
