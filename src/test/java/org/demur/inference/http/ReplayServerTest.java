package org.demur.inference.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.ChatModel;
import org.demur.inference.Prompt;
import org.demur.inference.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReplayServerTest {
    private static final Prompt PROMPT = new Prompt("Write SQL.", "Which books are cheap?");

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir private Path folder = Path.of("");

    @BeforeEach
    void recording() throws IOException {
        Files.writeString(
                folder.resolve("recorded.jsonl"),
                """
                {"model": "writer", "question": "books", "completions": ["too short a match"]}
                {"model": "writer", "question": "Which books are cheap?", "completions": ["SELECT 1", "SELECT 2"]}
                {"model": "judge", "digest": "%s", "completions": ["correct"]}
                """
                        .formatted(PROMPT.digest()));
    }

    @Test
    void aPromptIsAnsweredByItsDigestOrElseByItsQuestion() {
        try (var server = start(Faults.NONE)) {
            // when
            var written = model(server, "writer").complete(PROMPT);
            var writtenAgain = model(server, "writer").complete(PROMPT);
            var judged = model(server, "judge").complete(PROMPT);

            // then
            assertThat(written.text()).isEqualTo("SELECT 1");
            assertThat(writtenAgain.text()).isEqualTo("SELECT 2");
            assertThat(judged.text()).isEqualTo("correct");
        }
    }

    @Test
    void whatWasNotRecordedIsNoAnswer() {
        try (var server = start(Faults.NONE)) {
            var model = model(server, "judge");
            var other = new Prompt("Write SQL.", "Which books are dear?");

            assertThatThrownBy(() -> model.complete(other)).isInstanceOf(GatewayException.class);
        }
    }

    @Test
    void aRateLimitSaysWhenToComeBack() throws IOException, InterruptedException {
        // given
        var faults = Faults.of(1, 0, 0, 0);
        try (var server = start(faults);
                var client = HttpClient.newHttpClient()) {
            // when
            var response =
                    client.send(
                            HttpRequest.newBuilder(server.url().resolve("v1/chat/completions"))
                                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            // then
            assertThat(response.statusCode()).isEqualTo(429);
            assertThat(response.headers().firstValue("Retry-After")).contains("1");
        }
    }

    @Test
    void noFaultIsEverTakenForAnAnswer() throws Exception {
        // given
        var faults =
                Faults.of(0.3, 0.1, 0.05, 0.05)
                        .withLatency(Duration.ofMillis(1), Duration.ofMillis(20));
        try (var server = start(faults);
                var clients = Executors.newFixedThreadPool(8)) {
            var model = model(server, "judge");

            // when
            List<Future<String>> answers = new ArrayList<>();
            Callable<String> ask = () -> askOnce(model);
            for (int i = 0; i < 200; i++) {
                answers.add(clients.submit(ask));
            }
            List<String> outcomes = new ArrayList<>();
            for (var answer : answers) {
                outcomes.add(answer.get());
            }

            // then
            assertThat(outcomes).containsOnly("correct", "MODEL_UNAVAILABLE");
            assertThat(outcomes.stream().filter("correct"::equals).count()).isBetween(70L, 130L);
            assertThat(server.requests()).isEqualTo(200);
        }
    }

    private static String askOnce(ChatModel model) {
        try {
            return model.complete(PROMPT).text();
        } catch (GatewayException e) {
            FailureCode code = e.code();
            return code.name();
        }
    }

    private ReplayServer start(Faults faults) {
        return ReplayServer.start(Recording.read(folder), faults, 0, 42);
    }

    private static ChatModel model(ReplayServer server, String name) {
        return new RemoteModel(Scripted.settings(server.url(), name), CLIENT);
    }
}
