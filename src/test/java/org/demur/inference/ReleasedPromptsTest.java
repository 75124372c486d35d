package org.demur.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A prompt that was released is never edited: traces and recordings name it by its digest. What is
 * better is a new version with a line of its own in {@code released-prompts.txt}.
 */
final class ReleasedPromptsTest {
    private static final Path PROMPTS = Path.of("prompts");

    @Test
    void everyPromptIsAsItWasReleased() throws IOException {
        // when
        List<String> now;
        try (var files = Files.walk(PROMPTS)) {
            now =
                    files.filter(Files::isRegularFile)
                            .sorted()
                            .map(file ->
                                    PROMPTS.relativize(file).toString().replace('\\', '/')
                                            + " "
                                            + PromptFile.read(file).digest())
                            .toList();
        }

        // then
        assertThat(now)
                .isEqualTo(
                        Files.readAllLines(
                                Path.of("src/test/resources/models/released-prompts.txt")));
    }
}
