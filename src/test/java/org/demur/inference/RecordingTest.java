package org.demur.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.demur.failure.GatewayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordingTest {
    @TempDir private Path folder = Path.of("");

    @Test
    void theQuestionAskedIsTheOneNearestToTheEnd() throws IOException {
        // given
        write(
                "recorded.jsonl",
                """
                {"model": "m", "question": "Which books are cheap and old?", "completions": ["A"]}
                {"model": "m", "question": "Which books are cheap?", "completions": ["B"]}
                {"model": "m", "question": "cheap?", "completions": ["C"]}
                """);
        var prompt =
                new Prompt(
                        "Write SQL.",
                        "Example: Which books are cheap and old?\nNow: Which books are cheap?\n");

        // when
        var completions = Recording.read(folder).completions("m", prompt).orElseThrow();

        // then
        assertThat(completions).containsExactly(Completion.of("B"));
    }

    @Test
    void logProbabilitiesAreRecordedAndRead() {
        // given
        var prompt = new Prompt("Write SQL.", "Which books are cheap?");
        var token = new TokenScore("SELECT", -0.1, List.of(-0.1, -2.5));
        var completion = new Completion("SELECT", List.of(token), new Usage(10, 1));
        ChatModel model =
                new RecordingModel(p -> completion, "m", folder.resolve("recorded.jsonl"));

        // when
        model.samples(prompt, 2);

        // then
        var read = Recording.read(folder).completions("m", prompt).orElseThrow();
        assertThat(read).hasSize(2);
        assertThat(read.getFirst().tokens()).containsExactly(token);
    }

    @Test
    void outputsAreReadAsTheyWerePublished() throws IOException {
        // given
        write(
                "questions.json",
                "{\"questions\": [{\"id\": \"1\", \"question\": \"Which books?\"}]}");
        write("single.json", "{\"1\": \"SELECT 1\"}");
        write("several.json", "{\"1\": [\"SELECT 1\", \"SELECT 2\"]}");
        write(
                "recording.yaml",
                """
                questions: questions.json
                models:
                  writer: single.json
                  voter: "${NO_SUCH_FOLDER:-.}/several.json"
                  both: [single.json, several.json]
                """);
        var recording = Recording.read(folder);
        var prompt = new Prompt("Write SQL.", "Which books?");

        // then
        assertThat(recording.completions("writer", prompt).orElseThrow())
                .containsExactly(Completion.of("SELECT 1"));
        assertThat(recording.completions("voter", prompt).orElseThrow()).hasSize(2);
        assertThat(recording.completions("both", prompt).orElseThrow())
                .extracting(Completion::text)
                .containsExactly("SELECT 1", "SELECT 1", "SELECT 2");
        assertThat(recording.completions("judge", prompt)).isEmpty();
    }

    @Test
    void anOutputWithoutItsQuestionIsToldWithItsFile() throws IOException {
        // given
        write("questions.json", "{\"1\": \"Which books?\"}");
        write("outputs.json", "{\"2\": \"SELECT 1\"}");
        write("recording.yaml", "questions: questions.json\nmodels: {writer: outputs.json}\n");

        // then
        assertThatThrownBy(() -> Recording.read(folder))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("outputs.json has an output for the unknown question 2");
    }

    private void write(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content);
    }
}
