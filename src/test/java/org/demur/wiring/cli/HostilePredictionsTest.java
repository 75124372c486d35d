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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collector;
import java.util.stream.Collectors;
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
        String file = given.path("file").asText("predictions.json");
        Files.write(folder.resolve(file), content(given));
        byte[] database = Files.readAllBytes(folder.resolve("farms.sqlite"));
        Set<String> before = Stream.concat(files(folder), files(Path.of(""))).collect(TREE);
        // when
        int code =
                Main.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(
                                "score",
                                "--json",
                                "--time-limit=1",
                                "--rules=" + given.path("rules").asText("ehrsql-2024"),
                                "--gold=" + folder.resolve("gold.json"),
                                "--sqlite=" + folder.resolve("farms.sqlite"),
                                "--predictions=" + folder.resolve(file));
        // then
        if (given.has("told")) {
            assertThat(code).as(err.toString()).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString()).contains(given.path("told").asText());
            assertThat(err.toString().lines()).hasSize(1);
            assertThat(err.toString()).hasSizeLessThan(10_000);
            assertThat(out.toString()).isEmpty();
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
        assertThat(Files.readAllBytes(folder.resolve("farms.sqlite"))).isEqualTo(database);
        assertThat(Stream.concat(files(folder), files(Path.of(""))).collect(TREE))
                .isEqualTo(before);
    }

    private static final Collector<String, ?, TreeSet<String>> TREE =
            Collectors.toCollection(TreeSet::new);

    private static Stream<String> files(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.map(Path::toString).toList().stream();
        }
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
