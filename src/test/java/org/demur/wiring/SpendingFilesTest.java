package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.Executors;
import org.assertj.core.data.Offset;
import org.demur.failure.GatewayException;
import org.demur.inference.Budget;
import org.demur.inference.Budget.Bounds;
import org.demur.inference.BudgetedModel;
import org.demur.inference.ChatModel;
import org.demur.inference.Completion;
import org.demur.inference.Price;
import org.demur.inference.Prompt;
import org.demur.inference.SpendingLog;
import org.demur.inference.SpendingLog.Used;
import org.demur.inference.Usage;
import org.demur.schema.jdbc.Cache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpendingFilesTest {
    private static final LocalDate DAY = LocalDate.parse("2031-05-17");
    private static final Prompt PROMPT = new Prompt("abcde", "fghi");

    @TempDir private Path folder = Path.of("");

    @Test
    void aRestartGoesOnWithTheBudgetOfTheDay() {
        // given: 60 of 150 tokens are used, and a request might use 100
        try (var before = files()) {
            var model = model(before);
            model.complete(PROMPT);
            model.complete(PROMPT);
        }

        try (var restarted = files()) {
            // when
            var model = model(restarted);

            // then
            assertThatThrownBy(() -> model.complete(PROMPT))
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("today, 150 tokens");
        }
    }

    @Test
    void whatIsUsedIsKeptByDayAndModel() throws IOException {
        // when
        try (var files = files()) {
            files.add(DAY, "writer", new Used(100, 0.5));
            files.add(DAY, "judge", new Used(10, 0.25));
            files.add(DAY, "writer", new Used(-40, -0.25));
            files.add(DAY.plusDays(1), "writer", new Used(7, 1));
        }

        // then
        assertThat(Files.readString(folder.resolve("spending/2031-05-17.json")))
                .isEqualTo(
                        "{\"models\":{\"judge\":{\"tokens\":10,\"cost\":0.25},\"writer\":{\"tokens\":60,\"cost\":0.25}}}");
        assertThat(files().of(DAY)).isEqualTo(new Used(70, 0.5));
    }

    @Test
    void programsAtTheSameTimeAddToTheSameDay() throws Exception {
        // when
        try (var one = files();
                var other = files();
                var clients = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 200; i++) {
                var files = i % 2 == 0 ? one : other;
                clients.execute(() -> files.add(DAY, "writer", new Used(1, 0.5)));
            }
        }

        // then
        assertThat(files().of(DAY).tokens()).isEqualTo(200);
        assertThat(files().of(DAY).cost()).isCloseTo(100, Offset.offset(1e-9));
    }

    @Test
    void aQuestionThatIsCancelledIsKeptAllTheSame() {
        // when
        try (var files = files()) {
            Thread.currentThread().interrupt();
            files.add(DAY, "writer", new Used(5, 0));
            assertThat(Thread.interrupted()).isTrue();
        }

        // then
        assertThat(files().of(DAY).tokens()).isEqualTo(5);
    }

    @Test
    void aFileThatCannotBeReadCountsAsNothing() throws IOException {
        // given
        Files.createDirectories(folder.resolve("spending"));
        Files.writeString(folder.resolve("spending/2031-05-17.json"), "{\"models\":");

        // then
        assertThat(files().of(DAY)).isEqualTo(Used.NOTHING);
    }

    private SpendingFiles files() {
        return new SpendingFiles(new Cache(folder));
    }

    /** A request of at most 100 tokens that uses 30. */
    private static ChatModel model(SpendingLog log) {
        return new BudgetedModel(
                prompt -> new Completion("SELECT 1", List.of(), new Usage(10, 20)),
                "writer",
                new Budget(
                        Bounds.NONE,
                        new Bounds(150, 0),
                        () -> Instant.parse("2031-05-17T22:00:00Z"),
                        log),
                new Price(1, 10),
                96,
                e -> true);
    }
}
