package org.demur.inference.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.demur.inference.http.Scripted.after;
import static org.demur.inference.http.Scripted.body;
import static org.demur.inference.http.Scripted.cuts;
import static org.demur.inference.http.Scripted.hangsUp;
import static org.demur.inference.http.Scripted.refuses;
import static org.demur.inference.http.Scripted.says;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.ChatModel;
import org.demur.inference.Prompt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
final class ResilientModelTest {
    private static final Prompt PROMPT = new Prompt("Write SQL.", "Which books are cheap?");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Scripted.Step ANSWER = says("SELECT 1");
    private static final Duration ETERNITY = Duration.ofHours(1);
    private static final Duration OUTAGE = Duration.ofSeconds(1);

    /** Far more than anything here takes on a busy machine, and less than the test's own time. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static Stream<Arguments> whatMaySucceedTheNextTime() {
        return Stream.of(
                Arguments.of("a rate limit", refuses(429, "0.01")),
                Arguments.of("a rate limit without a time", body(429, "{}")),
                Arguments.of("an error of the server", body(500, "{}")),
                Arguments.of("a proxy's error", body(502, "<html>Bad gateway</html>")),
                Arguments.of("a server that is too busy", refuses(503, "0.01")),
                Arguments.of("a connection that ends", hangsUp()),
                Arguments.of("an answer that is cut", cuts("{\"choices\": [{\"message\": ")),
                Arguments.of("half a JSON text", body(200, "{\"choices\": [{\"message\": ")),
                Arguments.of("two JSON texts", body(200, "{\"choices\": []}{}")),
                Arguments.of("nothing", body(200, "")),
                Arguments.of("no JSON", body(200, "<html>Welcome</html>")),
                Arguments.of("JSON of another kind", body(200, "[1, 2]")),
                Arguments.of("no choice", body(200, "{\"choices\": []}")),
                Arguments.of(
                        "a choice without a message",
                        body(200, "{\"choices\": [{\"index\": 0}]}")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("whatMaySucceedTheNextTime")
    void isTriedAgain(String fault, Scripted.Step step) {
        try (var server = Scripted.server(step, step, ANSWER)) {
            var model = model(server, Scripted.limits());

            // when
            var completion = model.complete(PROMPT);

            // then
            assertThat(completion.text()).isEqualTo("SELECT 1");
            assertThat(server.asked()).hasSize(3);
        }
    }

    @Test
    void silenceIsCutOffAndTriedAgain() {
        try (var server = Scripted.server(after(ETERNITY, ANSWER), ANSWER)) {
            var model = model(server, limits(PATIENCE, Duration.ofSeconds(1), 20, OUTAGE));

            // when
            var completion = model.complete(PROMPT);

            // then
            assertThat(completion.text()).isEqualTo("SELECT 1");
            assertThat(server.asked()).hasSizeGreaterThan(1);
        }
    }

    static Stream<Arguments> whatWillNotSucceedTheNextTime() {
        return Stream.of(
                Arguments.of(
                        "no such model",
                        body(404, "{}"),
                        "check url and model in config/models/test.yaml"),
                Arguments.of(
                        "a wrong key",
                        body(401, "{\"error\": {\"code\": \"invalid_api_key\"}}"),
                        "401 invalid_api_key; check the key in the environment variable TEST_KEY"),
                Arguments.of(
                        "an empty account",
                        body(429, "{\"error\": {\"code\": \"insufficient_quota\"}}"),
                        "429 insufficient_quota; the account has nothing left"),
                Arguments.of("a wait that is too long", refuses(429, "3600"), "429"),
                Arguments.of(
                        "a context that is too short",
                        body(400, "{\"error\": {\"code\": \"context_length_exceeded\"}}"),
                        "400 context_length_exceeded; check model, maxTokens, contextTokens, temperature and topTokens in config/models/test.yaml"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("whatWillNotSucceedTheNextTime")
    void isToldAtOnce(String fault, Scripted.Step step, String message) {
        try (var server = Scripted.server(step, ANSWER)) {
            var model = model(server, Scripted.limits());

            // when
            var failure = catchThrowable(() -> model.complete(PROMPT));

            // then
            assertThat(failure)
                    .asInstanceOf(InstanceOfAssertFactories.type(GatewayException.class))
                    .returns(FailureCode.MODEL_UNAVAILABLE, GatewayException::code)
                    .satisfies(e -> assertThat(e).hasMessageContaining(message))
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("sesame", "books"));
            assertThat(server.asked()).hasSize(1);
        }
    }

    static Stream<Arguments> whatTheModelIsToBlameFor() {
        return Stream.of(
                Arguments.of("an answer that is too long", "\"finish_reason\": \"length\""),
                Arguments.of("an answer withheld", "\"finish_reason\": \"content_filter\""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("whatTheModelIsToBlameFor")
    void isNoOutage(String fault, String reason) {
        var answer =
                "{\"choices\": [{\"index\": 0, %s, \"message\": {\"content\": \"SELECT\"}}]}"
                        .formatted(reason);
        try (var server = Scripted.server(body(200, answer), ANSWER)) {
            var model = model(server, Scripted.limits());

            assertThatThrownBy(() -> model.complete(PROMPT))
                    .asInstanceOf(InstanceOfAssertFactories.type(GatewayException.class))
                    .returns(FailureCode.MALFORMED_OUTPUT, GatewayException::code);
            assertThat(server.asked()).hasSize(1);
        }
    }

    @Test
    void aServerIsWaitedForAsLongAsItAsks() {
        try (var server = Scripted.server(refuses(429, "0.6"), ANSWER)) {
            var model = model(server, Scripted.limits());
            long start = System.nanoTime();

            // when
            model.complete(PROMPT);

            // then
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(600), PATIENCE);
        }
    }

    @Test
    void afterAllAttemptsItGivesUp() {
        try (var server = Scripted.server(body(500, "{}"))) {
            var model = model(server, Scripted.limits());

            assertThatThrownBy(() -> model.complete(PROMPT))
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("refused: 500");
            assertThat(server.asked()).hasSize(4);
        }
    }

    @Test
    void allAttemptsTogetherKeepTheTimeLimit() {
        try (var server = Scripted.server(after(ETERNITY, ANSWER))) {
            var limits = limits(Duration.ofMillis(500), Duration.ofMillis(300), 100, OUTAGE);
            var model = model(server, limits);
            long start = System.nanoTime();

            // when
            var failure = catchThrowable(() -> model.complete(PROMPT));

            // then
            assertThat(failure)
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("did not answer within 500 ms")
                    .hasMessageContaining("limits.timeLimit in config/models/test.yaml");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Test
    void aModelThatIsOutIsLeftAloneForAWhile() throws InterruptedException {
        try (var server = Scripted.server(body(500, "{}"))) {
            var model = model(server, limits(PATIENCE, PATIENCE, 4, Duration.ofSeconds(2)));
            for (int i = 0; i < 5; i++) {
                fail(model);
            }
            int asked = server.asked().size();

            // when
            var failure = catchThrowable(() -> model.complete(PROMPT));

            // then
            assertThat(failure)
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("did not answer lately; it is asked again within 2 s");
            assertThat(server.asked()).hasSize(asked);
            while (server.asked().size() == asked) { // or else the test's time is up
                Thread.sleep(50);
                fail(model);
            }
        }
    }

    @Test
    void rateLimitsAreNoOutage() {
        try (var server = Scripted.server(refuses(429, "0.001"))) {
            var model = model(server, Scripted.limits());

            // when
            for (int i = 0; i < 10; i++) {
                fail(model);
            }

            // then
            assertThat(server.asked()).hasSize(40);
        }
    }

    @Test
    void requestsBeyondTheLimitWaitForTheirTurn() throws Exception {
        // given
        var limits =
                new ModelLimits(
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(10),
                        1,
                        Duration.ofMillis(5),
                        2,
                        64,
                        20,
                        Duration.ofSeconds(1));
        try (var server = Scripted.server(after(Duration.ofMillis(100), ANSWER));
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var model = model(server, limits);
            long start = System.nanoTime();

            // when
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                answers.add(clients.submit(() -> model.complete(PROMPT).text()));
            }

            // then
            for (var answer : answers) {
                assertThat(answer.get()).isEqualTo("SELECT 1");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(400));
        }
    }

    @Test
    void anInterruptedQuestionStopsItsCall() throws InterruptedException {
        try (var server = Scripted.server(after(ETERNITY, ANSWER))) {
            var model = model(server, limits(ETERNITY, ETERNITY, 4, OUTAGE));
            var failure = new AtomicReference<Throwable>();
            var asking =
                    Thread.ofVirtual()
                            .start(() -> failure.set(catchThrowable(() -> model.complete(PROMPT))));
            while (server.asked().isEmpty()) {
                Thread.sleep(5);
            }

            // when
            asking.interrupt();
            boolean ended = asking.join(PATIENCE);

            // then
            assertThat(ended).isTrue();
            assertThat(failure.get()).isInstanceOf(GatewayException.class);
            assertThat(server.asked()).hasSize(1);
        }
    }

    @Test
    void whatFailedLastIsToldWhenTheTimeIsUp() {
        // given
        var limits = limits(Duration.ofMillis(2_500), Duration.ofMillis(2_400), 100, OUTAGE);
        try (var server = Scripted.server(body(200, "<html>Welcome</html>"))) {
            var model = model(server, limits);

            // then
            assertThatThrownBy(() -> model.complete(PROMPT))
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("did not answer within 2500 ms; at last: ")
                    .hasMessageContaining("not of its provider's form")
                    .hasMessageContaining("config/models/test.yaml");
        }
    }

    @Test
    void aServerThatIsNotThereIsToldAsThat() {
        // given
        var nowhere = Scripted.server(ANSWER);
        nowhere.close();
        var model = model(nowhere, Scripted.limits());

        // then
        assertThatThrownBy(() -> model.complete(PROMPT))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining(
                        "no server of the model test (writer) can be reached; start it, or correct url in config/models/test.yaml");
    }

    private static void fail(ChatModel model) {
        assertThatThrownBy(() -> model.complete(PROMPT)).isInstanceOf(GatewayException.class);
    }

    private static ModelLimits limits(
            Duration all, Duration attempt, int attempts, Duration outage) {
        return new ModelLimits(
                all,
                attempt,
                attempts,
                Duration.ofMillis(5),
                8,
                64,
                Math.max(20, attempts),
                outage);
    }

    private static ChatModel model(Scripted server, ModelLimits limits) {
        var remote = new RemoteModel(Scripted.settings(server.url(), "writer"), CLIENT);
        return new ResilientModel(remote, "test", "config/models/test.yaml", limits);
    }
}
