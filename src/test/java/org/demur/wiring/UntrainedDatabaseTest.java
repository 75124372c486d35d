package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.demur.answer.Answer;
import org.demur.decision.Reason;
import org.demur.generation.BicycleShop;
import org.demur.pipeline.Ask;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verified queries, where no local model drafts beside them. */
final class UntrainedDatabaseTest {
    @Test
    void theyAnswerWithoutAModel(@TempDir Path home) throws IOException {
        // given
        TestDatabase.of(
                home.resolve("shop.sqlite"),
                BicycleShop.resource("/generation/bicycle-shop.sql")
                        .lines()
                        .toArray(String[]::new));
        ShippedFiles.copy(
                home,
                "config/strategies/verified.yaml",
                "config/thresholds/few-pairs.json",
                "models/few-pairs.json");
        Files.writeString(
                Files.createDirectories(home.resolve("config/databases")).resolve("shop.yaml"),
                """
                file: shop.sqlite
                verified:
                  pairs:
                    - question: How many bikes are there?
                      sql: SELECT COUNT(*) FROM bike
                """);

        // when
        try (var assembly = new Assembly(SettingsFile.read(home), Map.of(), PipelineListener.NOP)) {
            var known = asked(assembly, "How many bikes are there?");
            var unknown = asked(assembly, "Who is the nicest customer?");

            // then: not uncalibrated
            assertThat(known).isInstanceOf(Answer.Answered.class);
            assertThat(unknown)
                    .isInstanceOfSatisfying(
                            Answer.Abstained.class,
                            abstained ->
                                    assertThat(abstained.reason())
                                            .isNotInstanceOf(Reason.Uncalibrated.class));
        }
    }

    private static Answer asked(Assembly assembly, String text) {
        return assembly.gateway()
                .ask(new Ask(new Question("q", "shop", text), "verified", 10.0, null, null, false));
    }
}
