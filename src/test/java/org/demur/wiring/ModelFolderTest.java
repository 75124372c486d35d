package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.Budget;
import org.demur.inference.Prompt;
import org.demur.inference.Recording;
import org.demur.inference.SpendingLog;
import org.demur.inference.Usage;
import org.demur.inference.http.Faults;
import org.demur.inference.http.ModelSettings;
import org.demur.inference.http.RemoteModel;
import org.demur.inference.http.ReplayServer;
import org.demur.inference.http.Scripted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ModelFolderTest {
    private static final Path SHIPPED = Path.of("config/models");
    private static final Prompt PROMPT = new Prompt("Write SQL.", "Which books are cheap?");
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path folder = Path.of("");

    static Stream<Arguments> requests() throws IOException {
        var cases =
                new YAMLMapper()
                        .readTree(Path.of("src/test/resources/models/requests.yaml").toFile());
        List<Arguments> arguments = new ArrayList<>();
        cases.forEach(c -> arguments.add(Arguments.of(c.path("model").asText(), c)));
        return arguments.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void eachShippedFileSendsWhatItsProviderExpects(String name, JsonNode expected)
            throws IOException {
        // given
        var settings =
                ModelFile.read(name, SHIPPED.resolve(name + ".yaml"))
                        .settings(texts(expected.path("environment")));
        try (var server = Scripted.server(answerOf(settings))) {
            var model = new RemoteModel(at(server.url(), settings), CLIENT);

            // when
            var completion = model.complete(PROMPT);

            // then
            assertThat(completion.text()).isEqualTo("SELECT 1");
            assertThat(completion.usage()).isEqualTo(new Usage(100, 20));
            assertThat(settings.url()).hasToString(expected.path("url").asText());
            var asked = server.asked().getFirst();
            assertThat(asked.path()).isEqualTo(expected.path("path").asText());
            assertThat(asked.headers()).containsAllEntriesOf(texts(expected.path("headers")));
            if (!expected.path("headers").has("authorization")) {
                assertThat(asked.headers()).doesNotContainKey("authorization");
            }
            assertThat(without(JSON.readTree(asked.body()), "stream", "tools"))
                    .isEqualTo(without(JSON.valueToTree(expected.path("body")), "stream"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void severalSamplesAreAskedForInOneRequestWhereThatIsPossible(String name, JsonNode expected)
            throws IOException {
        // given
        var settings =
                ModelFile.read(name, SHIPPED.resolve(name + ".yaml"))
                        .settings(texts(expected.path("environment")));
        var changed = expected.path("samples");
        int inOne = changed.path("n").asInt(1);
        try (var server = Scripted.server(answerOf(settings, inOne))) {
            var model = new RemoteModel(at(server.url(), settings), CLIENT);

            // when
            var samples = model.samples(PROMPT, 3);

            // then
            assertThat(samples).hasSize(3);
            assertThat(server.asked()).hasSize(3 / inOne);
            var body = JSON.readTree(server.asked().getFirst().body());
            assertThat(body.path("n").asInt(1)).isEqualTo(inOne);
            if (changed.has("temperature")) {
                assertThat(body.path("temperature").asDouble())
                        .isEqualTo(changed.path("temperature").asDouble());
            }
        }
    }

    @Test
    void everyShippedFileIsTested() throws IOException {
        var tested = requests().map(c -> c.get()[0] + ".yaml").toList();
        try (var files = Files.list(SHIPPED)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(tested);
        }
    }

    @Test
    void everyShippedFileIsDocumented() throws IOException {
        var documented = Files.readString(Path.of("docs/llm.md"));
        assertThat(requests())
                .allSatisfy(c -> assertThat(documented).contains("models/" + c.get()[0] + ".yaml"));
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        "provider: opanai\nmodel: m\n",
                        ":1: unknown provider \"opanai\"; did you mean \"openai\"?"),
                Arguments.of(
                        "model: m\n",
                        "names no provider; add 'provider:' with one of openai, azure, openai-compatible, anthropic, ollama"),
                Arguments.of("provider: ollama\n", "names no model; add 'model:'"),
                Arguments.of("provider: openai-compatible\nmodel: m\n", "has no url; add 'url:'"),
                Arguments.of(
                        "provider: openai\nmodel: m\n", "has no key; add 'key: ${OPENAI_API_KEY}'"),
                Arguments.of(
                        "provider: openai\nmodel: m\nkey: sk-123456\n",
                        ":3: 'key' must name an environment variable, as ${OPENAI_API_KEY}; a key itself does not belong into a file"),
                Arguments.of(
                        "provider: ollama\nmodel: m\ntemprature: 0\n",
                        ":3: unknown key 'temprature'; did you mean 'temperature'?"),
                Arguments.of(
                        "provider: ollama\nmodel: m\nmaxTokens: many\n",
                        ":3: 'maxTokens' must be a whole number, not \"many\""),
                Arguments.of(
                        "provider: ollama\nmodel: m\nmaxTokens: 20000\n",
                        ":3: 'maxTokens' leaves no room for a prompt"),
                Arguments.of(
                        "provider: ollama\nmodel: m\ntopTokens: 5\n",
                        "ollama tells no log-probabilities; remove 'topTokens'"),
                Arguments.of(
                        "provider: ollama\nmodel: m\nlimits: {attempts: 0}\n",
                        ":3: 'limits.attempts' must be at least 1, not 0"),
                Arguments.of(
                        "provider: ollama\nmodel: m\nlimits: {timeLimit: soon}\n",
                        ":3: 'limits.timeLimit' must be a duration above zero"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("mistakes")
    void aMistakeIsToldWithFileLineAndRemedy(String file, String message) throws IOException {
        // given
        Files.writeString(folder.resolve("wrong.yaml"), file);

        // then
        assertThatThrownBy(() -> models(Map.of()))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("wrong.yaml")
                .hasMessageContaining(message)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("sk-123456"));
    }

    @Test
    void aKeyThatIsNotSetIsMissedOnlyByThoseWhoNeedIt() throws IOException {
        // given
        Files.writeString(
                folder.resolve("paid.yaml"), "provider: openai\nmodel: m\nkey: ${SOME_KEY}\n");
        try (var models = models(Map.of())) {
            assertThat(models.problem("paid").orElseThrow())
                    .contains("paid.yaml:3: the environment variable SOME_KEY is not set");
            assertThatThrownBy(() -> models.model("paid"))
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("SOME_KEY");
        }
    }

    @Test
    void anUnknownModelIsToldWithWhatWasMeant() throws IOException {
        // given
        Files.writeString(folder.resolve("local.yaml"), "provider: ollama\nmodel: m\n");
        try (var models = models(Map.of())) {
            assertThat(models.names()).containsExactly("local");
            assertThat(models.problem("local")).isEmpty();
            assertThat(models.problem("lokal").orElseThrow())
                    .startsWith("there is no model \"lokal\" in ")
                    .endsWith("; did you mean \"local\"?");
        }
    }

    @Test
    void aKeyIsShownNowhere() throws IOException {
        var settings =
                ModelFile.read("openai", SHIPPED.resolve("openai.yaml"))
                        .settings(Map.of("OPENAI_API_KEY", "sesame"));
        assertThat(settings.toString() + settings.key()).doesNotContain("sesame");
    }

    @Test
    void whatIsRecordedCanBeReplayed() throws IOException {
        // given
        var recorded = folder.resolve("recorded");
        Files.createDirectories(recorded);
        String live;
        try (var server = Scripted.server(Scripted.says("SELECT 42"))) {
            declare("writer", server.url());
            try (var models =
                    new ModelFolder(folder, Map.of(), Budget.UNBOUNDED, Optional.of(recorded))) {
                live = models.model("writer").model().complete(PROMPT).text();
            }
        }

        // when
        try (var server = ReplayServer.start(Recording.read(recorded), Faults.NONE, 0, 1)) {
            declare("writer", URI.create(server.url().toString().replace("/v1", "")));
            try (var models = models(Map.of())) {
                var replayed = models.model("writer").model().complete(PROMPT);

                // then
                assertThat(replayed.text()).isEqualTo(live).isEqualTo("SELECT 42");
            }
        }
    }

    @Test
    void aBudgetThatIsUsedUpStopsCalls() throws IOException {
        // given: 120 tokens are used by an answer, and 509 may be
        var day = new Budget.Bounds(800, 0);
        var budget =
                new Budget(
                        Budget.Bounds.NONE,
                        day,
                        java.time.InstantSource.system(),
                        SpendingLog.NONE);
        try (var server = Scripted.server(Scripted.says("SELECT 1"))) {
            declare("writer", server.url());
            try (var models = new ModelFolder(folder, Map.of(), budget, Optional.empty())) {
                var model = models.model("writer").model();
                model.complete(PROMPT);
                model.complete(PROMPT);
                model.complete(PROMPT);

                // then
                assertThatThrownBy(() -> model.complete(PROMPT))
                        .isInstanceOfSatisfying(
                                GatewayException.class,
                                e -> assertThat(e.code()).isEqualTo(FailureCode.BUDGET_EXHAUSTED))
                        .hasMessageContaining("today, 800 tokens, is used up");
                assertThat(server.asked()).hasSize(3);
            }
        }
    }

    private void declare(String name, URI server) throws IOException {
        Files.writeString(
                folder.resolve(name + ".yaml"),
                "provider: openai-compatible\nurl: %s/v1\nmodel: %s\nmaxTokens: 500\n"
                        .formatted(server, name));
    }

    private ModelFolder models(Map<String, String> environment) {
        return new ModelFolder(folder, environment, Budget.UNBOUNDED, Optional.empty());
    }

    private static Scripted.Step answerOf(ModelSettings settings) {
        return answerOf(settings, 1);
    }

    private static Scripted.Step answerOf(ModelSettings settings, int samples) {
        return switch (settings.provider()) {
            case ANTHROPIC ->
                    Scripted.body(
                            200,
                            """
                            {"id": "1", "type": "message", "role": "assistant", "model": "m",
                             "content": [{"type": "text", "text": "SELECT 1"}],
                             "stop_reason": "end_turn",
                             "usage": {"input_tokens": 100, "output_tokens": 20}}
                            """);
            case OLLAMA ->
                    Scripted.body(
                            200,
                            """
                            {"model": "m", "created_at": "2025-01-01T00:00:00Z",
                             "message": {"role": "assistant", "content": "SELECT 1"},
                             "done": true, "done_reason": "stop",
                             "prompt_eval_count": 100, "eval_count": 20}
                            """);
            case OPENAI, AZURE, OPENAI_COMPATIBLE -> Scripted.says("SELECT 1", samples);
        };
    }

    private static ModelSettings at(URI server, ModelSettings settings) {
        return new ModelSettings(
                settings.name(),
                settings.file(),
                settings.provider(),
                URI.create(server + settings.url().getPath()),
                settings.model(),
                settings.key(),
                settings.keyVariable(),
                settings.query(),
                settings.temperature(),
                settings.sampleTemperature(),
                settings.maxTokens(),
                settings.topTokens(),
                settings.contextTokens(),
                settings.price(),
                settings.limits());
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new HashMap<>();
        node.properties().forEach(e -> texts.put(e.getKey(), e.getValue().asText()));
        return texts;
    }

    /** What a provider's client adds that changes nothing. */
    private static JsonNode without(JsonNode body, String... keys) {
        if (body instanceof com.fasterxml.jackson.databind.node.ObjectNode object) {
            object.remove(List.of(keys));
        }
        return body;
    }
}
