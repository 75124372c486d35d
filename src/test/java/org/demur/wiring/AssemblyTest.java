package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.demur.generation.Generation;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AssemblyTest {
    private static final String QUESTION = "How many books are there?";

    @TempDir private Path home = Path.of("");

    @Test
    void eachHasTheGeneratorsOfItsOwnPairs() throws IOException {
        // given
        for (var folder : new String[] {"config/databases", "config/strategies"}) {
            Files.createDirectories(home.resolve(folder));
        }
        Files.writeString(
                home.resolve("config/strategies/simple.yaml"),
                """
                feasibility: assume-feasible
                generator: verified-queries
                suggester: verified-queries
                detector: none
                estimator: first-draft
                policy: thresholds
                """);
        TestDatabase.library(home.resolve("library.sqlite"));

        // when
        var first = firstDraft("SELECT count(*) FROM book");
        var second = firstDraft("SELECT count(title) FROM book");

        // then
        assertThat(first).isEqualTo("SELECT count(*) FROM book");
        assertThat(second).isEqualTo("SELECT count(title) FROM book");
    }

    /** Of the one pair that is declared, after the programs before have ended. */
    private String firstDraft(String sql) throws IOException {
        Files.writeString(
                home.resolve("config/databases/library.yaml"),
                "file: library.sqlite\nverified: [{question: '%s', sql: '%s'}]\n"
                        .formatted(QUESTION, sql));
        try (var assembly = new Assembly(SettingsFile.read(home), Map.of(), PipelineListener.NOP)) {
            var database = assembly.gateway().database("library");
            var generation =
                    assembly.gateway()
                            .strategies()
                            .strategy("simple", database)
                            .generator()
                            .generate(new Question("q", "library", QUESTION), database.schema());
            return ((Generation.Drafts) generation).best().sql();
        }
    }
}
