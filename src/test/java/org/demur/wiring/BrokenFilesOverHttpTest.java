package org.demur.wiring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.demur.file.UserCache;
import org.demur.pipeline.PipelineListener;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A service many of whose files are broken: each takes out what depends on it and nothing else, is
 * told by its code, and no body says where it lies or what broke inside.
 */
@QuarkusTest
@TestProfile(BrokenFilesOverHttpTest.BrokenFiles.class)
class BrokenFilesOverHttpTest {
    @TestHTTPResource(value = "/", management = true)
    URI management = URI.create("http://localhost");

    private static final Pattern INSIDE =
            Pattern.compile(
                    "Exception|\\b(java|jakarta|javax|org|com|io|net)\\.[a-z]|[A-Za-z]:\\\\|/");

    private static final String PAIRS =
            "verified: [{question: 'How many books are there?', sql: 'SELECT count(*) FROM book'}]\n";

    /** The real gateway instead of the scripted one of other tests. */
    public static final class BrokenFiles implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.arc.exclude-types", "org.demur.api.ScriptedGateway");
        }

        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(Home.class));
        }
    }

    /** The folder that the service runs in. */
    public static final class Home implements QuarkusTestResourceLifecycleManager {
        @Override
        public Map<String, String> start() {
            try {
                var home = Files.createTempDirectory("broken-files");
                System.setProperty(UserCache.PROPERTY, home.resolve("cache").toString());
                write(home);
                fillAndSpoilCache(home);
                return Map.of("demur.home", home.toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void stop() {
            System.clearProperty(UserCache.PROPERTY);
        }

        private static void write(Path home) throws IOException {
            copy(Path.of("prompts"), home.resolve("prompts"));
            for (var file :
                    List.of(
                            "config/strategies/verified.yaml",
                            "config/strategies/sqlprompt.yaml",
                            "config/thresholds/few-pairs.json",
                            "models/few-pairs.json")) {
                Files.createDirectories(home.resolve(file).getParent());
                Files.copy(Path.of(file), home.resolve(file));
            }
            Files.createDirectories(home.resolve("config/databases"));
            var sound = TestDatabase.library(home.resolve("library.sqlite"));
            var packed = TestDatabase.packed(sound);

            declare(home, "sound", "file: library.sqlite.gz\n" + PAIRS);

            declare(home, "thresholds", "file: library.sqlite\n" + PAIRS);
            Files.writeString(
                    home.resolve("config/thresholds/thresholds-verified.json"), "{\"thresh");

            declare(home, "no-thresholds", "file: library.sqlite\n" + PAIRS);
            Files.writeString(
                    home.resolve("config/thresholds/no-thresholds-verified.json"), "null");

            declare(home, "model", "file: library.sqlite\n" + PAIRS);
            var model = Files.readString(Path.of("models/few-pairs.json"));
            Files.writeString(
                    home.resolve("models/evidence-model.json"),
                    model.replaceFirst("H4sI[^\"]{20}", "H4sIAAAAAAAA////////AAAA"));

            declare(home, "missing", "file: nowhere.sqlite\n" + PAIRS);

            declare(home, "cut", "file: cut.sqlite.gz\n" + PAIRS);
            var bytes = Files.readAllBytes(packed);
            Files.write(home.resolve("cut.sqlite.gz"), Arrays.copyOf(bytes, bytes.length / 2));

            declare(home, "other", "file: other.sqlite\n" + PAIRS);
            Files.writeString(home.resolve("other.sqlite"), "<html>no database</html>");

            declare(home, "damaged", "file: damaged.sqlite\n" + PAIRS);
            var damaged = Files.readAllBytes(sound);
            Arrays.fill(damaged, 4096, damaged.length, (byte) 7);
            Files.write(home.resolve("damaged.sqlite"), damaged);

            declare(
                    home,
                    "pairs",
                    "file: library.sqlite\nverified: {files: [{path: pairs.json}]}\n");
            Files.writeString(home.resolve("pairs.json"), "[{\"question\": ");

            declare(home, "typo", "fiel: library.sqlite\n");
        }

        private static void declare(Path home, String id, String yaml) throws IOException {
            Files.writeString(home.resolve("config/databases/" + id + ".yaml"), yaml);
        }

        private static void copy(Path from, Path to) throws IOException {
            try (var all = Files.walk(from)) {
                for (var path : all.toList()) {
                    var target = to.resolve(from.relativize(path).toString());
                    if (Files.isDirectory(path)) {
                        Files.createDirectories(target);
                    } else {
                        Files.copy(path, target);
                    }
                }
            }
        }

        /** What an earlier run kept is there, and every file of it is damaged. */
        private static void fillAndSpoilCache(Path home) throws IOException {
            try (var assembly =
                    new Assembly(SettingsFile.read(home), Map.of(), PipelineListener.NOP)) {
                assembly.gateway().prepare("sound");
            }
            int spoilt = 0;
            try (var kept = Files.walk(home.resolve("cache"))) {
                for (var file : kept.filter(Files::isRegularFile).toList()) {
                    var bytes = Files.readAllBytes(file);
                    for (int i = 40; i < bytes.length; i += 97) {
                        bytes[i] ^= 0x55;
                    }
                    Files.write(file, bytes);
                    spoilt++;
                }
            }
            assertThat(spoilt).isGreaterThan(4);
        }
    }

    @BeforeEach
    void waitUntilAllIsOpen() throws InterruptedException {
        var patience = Instant.now().plus(Duration.ofMinutes(1));
        while (given().port(management.getPort())
                        .get("/q/health/ready")
                        .asString()
                        .contains("opening")
                && Instant.now().isBefore(patience)) {
            Thread.sleep(100);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "thresholds, invalid-thresholds, internal",
        "no-thresholds, invalid-thresholds, internal",
        "model, invalid-model-file, internal",
        "missing, database-unavailable, upstream",
        "cut, database-unavailable, upstream",
        "other, database-unavailable, upstream",
        "damaged, database-unavailable, upstream",
        "pairs, invalid-configuration, internal",
        "typo, invalid-configuration, internal"
    })
    void isToldByItsCode(String database, String code, String owner) throws IOException {
        // when
        var asked = ask(database);
        var listed = json(given().get("/v1/databases"));
        var ready = json(given().port(management.getPort()).get("/q/health/ready"));

        // then
        var problem = json(asked);
        assertThat(asked.statusCode()).isEqualTo(503);
        assertThat(problem.path("code").asText()).isEqualTo(code);
        assertThat(problem.path("owner").asText()).isEqualTo(owner);
        assertThat(problem.path("detail").asText()).contains("Demur's log");
        assertThat(listed)
                .anySatisfy(entry -> {
                    assertThat(entry.path("id").asText()).isEqualTo(database);
                    assertThat(entry.path("status").asText()).isEqualTo("unavailable");
                    assertThat(entry.path("problems").path(0).asText()).isEqualTo(code);
                });
        assertThat(databases(ready).path(database).asText()).isEqualTo(code);
    }

    private static JsonNode databases(JsonNode ready) {
        return ready.path("checks")
                .valueStream()
                .filter(check -> check.path("name").asText().equals("databases"))
                .findFirst()
                .orElseThrow()
                .path("data");
    }

    @Test
    void theOthersAreServedWhateverTheCacheHolds() throws IOException {
        // when
        var answer = json(ask("sound"));
        var ready = given().port(management.getPort()).get("/q/health/ready");

        // then
        assertThat(answer.path("question").asText()).isEqualTo("How many books are there?");
        assertThat(answer.path("decision").asText()).isEqualTo("answered");
        assertThat(answer.path("rows").toString()).isEqualTo("[[3]]");
        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(databases(json(ready)).path("sound").asText()).isEqualTo("ready");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/databases, ''",
        "GET, /v1/databases/thresholds, ''",
        "GET, /v1/databases/missing, ''",
        "GET, /v1/databases/cut, ''",
        "GET, /v1/databases/nowhere, ''",
        "GET, /v1/strategies, ''",
        "GET, /q/health, ''",
        "GET, /q/health/ready, ''",
        "GET, /q/health/live, ''",
        "GET, /nothing, ''",
        "GET, /v1/databases/%2e%2e%2fapplication.properties, ''",
        "POST, /v1/query, ''",
        "POST, /v1/query, {",
        "POST, /v1/query, []",
        "POST, /v1/query, '{\"database\": \"nowhere\", \"question\": \"How many?\"}'",
        "POST, /v1/query, '{\"database\": \"thresholds\", \"question\": \"How many?\"}'",
        "POST, /v1/query, '{\"database\": \"no-thresholds\", \"question\": \"How many?\"}'",
        "POST, /v1/query, '{\"database\": \"model\", \"question\": \"How many?\"}'",
        "POST, /v1/query, '{\"database\": \"missing\", \"question\": \"How many?\"}'",
        "POST, /v1/query, '{\"database\": \"cut\", \"question\": \"How many?\"}'",
        "POST, /v1/query, '{\"database\": \"other\", \"question\": \"How many?\"}'",
        "POST, /v1/query, '{\"database\": \"damaged\", \"question\": \"How many?\"}'",
        "POST, /v1/query, '{\"database\": \"pairs\", \"question\": \"How many?\"}'",
        "POST, /v1/query, '{\"database\": \"typo\", \"question\": \"How many?\"}'",
        "POST, /v1/query, '{\"database\": \"sound\", \"question\": \"How many?\", \"strategy\": \"sqlprompt\"}'",
        "POST, /v1/query, '{\"database\": \"sound\", \"question\": \"How many?\", \"strategy\": \"other\"}'",
        "POST, /v1/query, '{\"database\": \"sound\", \"question\": \"How many?\", \"penalty\": 1}'"
    })
    void noBodySaysWhereAFileLiesOrWhatBrokeInside(String method, String path, String body) {
        // when
        var request = given().accept("application/json").contentType("application/json");
        if (path.startsWith("/q/")) {
            request.port(management.getPort());
        }
        var response =
                method.equals("GET")
                        ? request.get(path)
                        : request.body(body.getBytes(StandardCharsets.UTF_8)).post(path);

        // then
        assertThat(response.asString()).isNotEmpty().doesNotContainPattern(INSIDE);
    }

    private static Response ask(String database) {
        return given().contentType("application/json")
                .body(Map.of("database", database, "question", "How many books are there?"))
                .post("/v1/query");
    }

    private static JsonNode json(Response response) throws IOException {
        return new ObjectMapper().readTree(response.asByteArray());
    }
}
