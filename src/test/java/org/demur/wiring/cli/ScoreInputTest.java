package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong with an input is told with counts and the first offenders. */
final class ScoreInputTest {
    private static final List<String> USUAL =
            List.of(
                    "--rules=ehrsql-2024",
                    "--gold={folder}/gold.json",
                    "--sqlite={folder}/farms.sqlite",
                    "--predictions={folder}/predictions.json");

    @TempDir private Path folder = Path.of("");
    @TempDir private static Path cache = Path.of("");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void makeDatabaseAndGold() throws SQLException, IOException {
        System.setProperty("org.demur.cache", cache.toString());
        Files.createDirectories(folder.resolve("others")); // so that no folder is the only one
        Path nested = Files.createDirectories(folder.resolve("databases").resolve("farms"));
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + nested.resolve("farms.sqlite"));
                var statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE farm (name TEXT)");
        }
        Files.copy(nested.resolve("farms.sqlite"), folder.resolve("farms.sqlite"));
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
    void badInputIsToldAndNothingIsWritten(String name, JsonNode given) throws IOException {
        // given
        for (var file : given.path("files").properties()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue().asText());
        }
        var arguments = new ArrayList<>(List.of("score", "--json"));
        if (given.has("arguments")) {
            given.path("arguments").forEach(argument -> arguments.add(argument.asText()));
        } else {
            arguments.addAll(USUAL);
        }
        Path output = folder.resolve("scores.json");
        arguments.addAll(List.of("--output", output.toString()));
        // when
        int code = run(arguments);
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.USAGE);
        given.path("told").forEach(told -> assertThat(err.toString()).contains(told.asText()));
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(out.toString()).isEmpty();
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files)
                    .noneMatch(file -> file.equals(output) || file.toString().endsWith(".part"));
        }
    }

    static Stream<Arguments> cases() throws IOException {
        try (InputStream yaml =
                ScoreInputTest.class.getResourceAsStream("/scenarios/score-input.yaml")) {
            return new YAMLMapper()
                    .readTree(Objects.requireNonNull(yaml))
                    .valueStream()
                    .map(item -> Arguments.of(item.path("name").asText(), item));
        }
    }

    @Test
    void anOutputThatCannotBeWrittenIsTold() throws IOException {
        // given
        Files.writeString(
                folder.resolve("predictions.json"), "{\"a\": null, \"b\": null, \"c\": null}");
        Path output = Files.createDirectories(folder.resolve("scores.json").resolve("inside"));
        var arguments = new ArrayList<>(List.of("score", "--output", output.getParent() + ""));
        arguments.addAll(USUAL);
        // when
        int code = run(arguments);
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("scores.json: it cannot be written");
    }

    @Test
    void theEngineAndWhatDependsOnItAreTold() throws IOException {
        // given
        Files.writeString(
                folder.resolve("predictions.json"),
                "{\"a\": \"SELECT concat(name, '') FROM farm\", \"b\": null, \"c\": \"SELECT 1\"}");
        var arguments = new ArrayList<>(List.of("score", "--json", "--engine-notes"));
        arguments.addAll(USUAL);
        // when
        int code = run(arguments);
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        var report = new YAMLMapper().readTree(out.toString());
        assertThat(report.path("engine").asText()).matches("SQLite 3\\.\\d+\\.\\d+");
        assertThat(report.path("engine notes").properties())
                .extracting(note -> note.getKey() + ": " + note.getValue().path(0).asText())
                .containsExactly("a: function that SQLite 3.40 does not have");
    }

    private int run(List<String> arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(
                        arguments.stream()
                                .map(argument -> argument.replace("{folder}", folder.toString()))
                                .toArray(String[]::new));
    }
}
