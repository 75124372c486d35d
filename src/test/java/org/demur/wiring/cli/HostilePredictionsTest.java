package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a file of predictions holds: it is told or scored, and nothing is written. */
final class HostilePredictionsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> BUILT = Set.of("target", ".git");

    @TempDir private static Path suites = Path.of("");
    @TempDir private Path folder = Path.of("");
    @TempDir private Path cache = Path.of("");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void makeDatabaseAndGold() throws SQLException, IOException {
        System.setProperty("org.demur.cache", cache.toString());
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + folder.resolve("farms.sqlite"));
                var statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE farm (name TEXT); INSERT INTO farm VALUES ('a')");
        }
        Files.writeString(
                folder.resolve("gold.json"),
                "{\"a\": \"SELECT name FROM farm\", \"b\": null, \"c\": \"SELECT 1\"}");
    }

    @AfterEach
    void forgetTheCache() {
        System.clearProperty("org.demur.cache");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void isToldOrScoredAndNothingIsWritten(String name, JsonNode given) throws IOException {
        // given
        Path file = hostile(given);
        Path suite = suite(rules(given));
        // when
        int code = score(given, "--predictions=" + file, "--suite=" + suite);
        // then
        if (given.has("told")) {
            assertTold(code, given.path("told").asText());
        } else {
            assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
            JsonNode scores = JSON.readTree(out.toString()).path("scores");
            given.path("scores")
                    .properties()
                    .forEach(score ->
                            assertThat(scores.path(score.getKey()))
                                    .as(score.getKey())
                                    .isEqualTo(score.getValue()));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void isToldOrComparedWith(String name, JsonNode given) throws IOException {
        // when
        int code = score(given, "--predictions=" + harmless(), "--against=" + hostile(given));
        // then
        if (given.has("told")) {
            assertTold(code, given.path("told").asText());
        } else {
            assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
            assertThat(JSON.readTree(out.toString()).at("/against/EX").isObject()).isTrue();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void isToldOrReadAsVerdicts(String name, JsonNode given) throws IOException {
        Path predictions = harmless();
        Path file = hostile(given);
        for (String verdicts : List.of("--pre-abstention=", "--post-abstention=")) {
            // when
            int code = score(given, "--predictions=" + predictions, verdicts + file);
            // then
            if (code == ExitCode.OK) {
                assertThat(JSON.readTree(out.toString()).path("scores")).hasSize(3);
            } else {
                assertTold(code, file.getFileName().toString());
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void isToldOrReadAsMeasures(String name, JsonNode given) throws IOException {
        Path predictions = harmless();
        Path file = hostile(given);
        for (String measures : List.of("--uncertainty=", "--infeasibility=")) {
            // when
            int code = score(given, "--predictions=" + predictions, measures + file);
            // then
            if (code != ExitCode.OK) {
                assertTold(code, file.getFileName().toString());
            }
        }
    }

    private Path hostile(JsonNode given) throws IOException {
        String file = given.path("file").asText("predictions.json");
        return Files.write(folder.resolve(file), content(given));
    }

    private Path harmless() throws IOException {
        return Files.writeString(folder.resolve("harmless.json"), predictions("SELECT 1"));
    }

    private static String rules(JsonNode given) {
        return given.path("rules").asText("ehrsql-2024");
    }

    /** Built once for each kind of rules. */
    private Path suite(String rules) {
        Path suite = suites.resolve(rules.replace('/', '-'));
        if (!Files.exists(suite)) {
            assertThat(
                            execute(
                                    "suite",
                                    "build",
                                    "--rules=" + rules,
                                    "--gold=" + folder.resolve("gold.json"),
                                    "--sqlite=" + folder.resolve("farms.sqlite"),
                                    "--suite=" + suite))
                    .as(err.toString())
                    .isZero();
        }
        return suite;
    }

    /** Scores, and sees that no file has changed, come or gone. */
    private int score(JsonNode given, String... options) throws IOException {
        byte[] database = Files.readAllBytes(folder.resolve("farms.sqlite"));
        Set<String> before = files();
        int code =
                execute(
                        Stream.concat(
                                        Stream.of(
                                                "score",
                                                "--json",
                                                "--time-limit=1",
                                                "--rules=" + rules(given),
                                                "--gold=" + folder.resolve("gold.json"),
                                                "--sqlite=" + folder.resolve("farms.sqlite")),
                                        Stream.of(options))
                                .toArray(String[]::new));
        assertThat(Files.readAllBytes(folder.resolve("farms.sqlite"))).isEqualTo(database);
        assertThat(files()).isEqualTo(before);
        return code;
    }

    private int execute(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private void assertTold(int code, String words) {
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(words).hasSizeLessThan(10_000);
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(out.toString()).isEmpty();
    }

    /**
     * Of the inputs, the suites, and where the command runs but for what the build leaves there.
     */
    private Set<String> files() throws IOException {
        var files = new TreeSet<String>();
        var roots = new ArrayList<>(List.of(folder, suites));
        try (Stream<Path> here = Files.list(Path.of(""))) {
            here.filter(path -> !BUILT.contains(path.toString())).forEach(roots::add);
        }
        for (Path root : roots) {
            try (Stream<Path> all = Files.walk(root)) {
                all.map(Path::toString).forEach(files::add);
            }
        }
        return files;
    }

    private static byte[] content(JsonNode given) throws IOException {
        String text =
                given.has("a")
                        ? given.path("raw").asBoolean()
                                ? "{\"a\": \"%s\", \"b\": null, \"c\": \"SELECT 1\"}"
                                        .formatted(joined(given.path("a")))
                                : predictions(joined(given.path("a")))
                        : joined(given.path("text"));
        byte[] content = text.getBytes(Charset.forName(given.path("encoding").asText("UTF-8")));
        String packed = given.path("packed").asText();
        for (int i = 0; i < (packed.equals("twice") ? 2 : packed.isEmpty() ? 0 : 1); i++) {
            content = packed(content);
        }
        return given.has("cut") ? Arrays.copyOf(content, given.path("cut").asInt()) : content;
    }

    private static String predictions(String prediction) throws IOException {
        Map<String, @Nullable String> all = new LinkedHashMap<>();
        all.put("a", prediction);
        all.put("b", null);
        all.put("c", "SELECT 1");
        return JSON.writeValueAsString(all);
    }

    /** The parts in one; a # in a part that repeats is the number of the repetition. */
    private static String joined(JsonNode parts) {
        var text = new StringBuilder();
        for (JsonNode part : parts) {
            if (part.isObject()) {
                String repeated = part.path("repeat").asText();
                int times = part.path("times").asInt();
                if (repeated.contains("#")) {
                    for (int i = 0; i < times; i++) {
                        text.append(repeated.replace("#", Integer.toString(i)));
                    }
                } else {
                    text.append(repeated.repeat(times));
                }
            } else {
                text.append(part.asText());
            }
        }
        return text.toString();
    }

    private static byte[] packed(byte[] content) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var stream = new GZIPOutputStream(packed)) {
            stream.write(content);
        }
        return packed.toByteArray();
    }

    static Stream<Arguments> cases() throws IOException {
        try (InputStream yaml =
                HostilePredictionsTest.class.getResourceAsStream(
                        "/scenarios/hostile-predictions.yaml")) {
            return new YAMLMapper()
                    .readTree(Objects.requireNonNull(yaml))
                    .valueStream()
                    .map(item -> Arguments.of(item.path("name").asText(), item));
        }
    }
}
