package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.demur.decision.ThresholdPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.detection.Findings;
import org.demur.detection.InspectedDraft;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.SqlCandidate;
import org.demur.generation.Suggester;
import org.demur.inference.ModelCatalog;
import org.demur.pipeline.PipelineListener;
import org.demur.prompt.PromptFiles;
import org.demur.prompt.PromptNeed;
import org.demur.question.Question;
import org.demur.schema.TestDatabase;
import org.demur.schema.jdbc.Cache;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyScore;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StrategiesTest {
    @TempDir private Path folder = Path.of("");

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenFiles")
    void isRefusedWithFileLineAndRemedy(JsonNode broken) throws IOException {
        // given
        for (var file : broken.path("files").properties()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue().asText());
        }

        // then
        assertThatThrownBy(() -> new Strategies(new StrategyFiles(folder), components()))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_CONFIGURATION))
                .hasMessageContaining(broken.path("message").asText());
    }

    static Stream<Named<JsonNode>> brokenFiles() throws IOException {
        var file = Path.of("src/test/resources/scenarios/strategy-files.yaml").toFile();
        return StreamSupport.stream(new YAMLMapper().readTree(file).spliterator(), false)
                .map(broken -> Named.of(broken.path("name").asText(), broken));
    }

    @Test
    void aStrategyInheritsWhatItDoesNotName() throws IOException {
        // given
        Files.writeString(
                folder.resolve("base.yaml"),
                """
                description: All parts.
                feasibility: assume-feasible
                generator: none
                suggester: none
                detector: none
                estimator: first-draft
                policy: thresholds
                """);
        Files.writeString(folder.resolve("child.yaml"), "extends: base\ngenerator: other\n");

        // when
        var declared = new Strategies(new StrategyFiles(folder), components()).declared();

        // then
        assertThat(declared).extracting(d -> d.name()).containsExactly("base", "child");
        assertThat(declared.get(1).description()).isEqualTo("All parts.");
        assertThat(declared.get(1).components())
                .containsEntry("generator", "other")
                .containsEntry("policy", "thresholds");
    }

    @Test
    void toAnswerWithoutCalibrationIsNotInherited() throws IOException {
        // given
        Files.writeString(
                folder.resolve("base.yaml"),
                """
                feasibility: assume-feasible
                generator: none
                suggester: none
                detector: none
                estimator: first-draft
                policy: thresholds
                uncalibrated: answer
                """);
        Files.writeString(folder.resolve("child.yaml"), "extends: base\n");

        // when
        var declared = new Strategies(new StrategyFiles(folder), components()).declared();

        // then
        assertThat(declared.get(0).components()).containsEntry("uncalibrated", "answer");
        assertThat(declared.get(1).components()).doesNotContainKey("uncalibrated");
    }

    @Test
    void aStrategyIsNotCalibratedByWhatItsParentWas() throws IOException {
        // given
        var settings =
                SettingsFile.read(
                        folder, Map.of("demur.strategies", "strategies", "demur.ask.penalty", "1"));
        TestDatabase.library(folder.resolve("library.sqlite"));
        write("config/databases/library.yaml", "file: library.sqlite\n");
        write(
                "strategies/base.yaml",
                """
                feasibility: assume-feasible
                generator: none
                suggester: none
                detector: none
                estimator: first-draft
                policy: fitted-thresholds
                """);
        write("strategies/child.yaml", "extends: base\n");
        write(
                "strategies/lent.yaml",
                "extends: base\nestimator: {use: first-draft, fitted: base}\n");
        write(
                "config/thresholds/base.json",
                """
                {"provenance": {}, "calibration": {"scores": [0], "errors": [0.2]},
                 "thresholds": [{"penalty": 1, "feasibility": 1, "uncertainty": 0.3}]}
                """);

        // then
        try (var assembly = new Assembly(settings, Map.of(), PipelineListener.NOP)) {
            assertThat(calibration(assembly, "base")).isEqualTo(CalibrationSource.BACKGROUND);
            assertThat(calibration(assembly, "child")).isEqualTo(CalibrationSource.NONE);
            assertThat(calibration(assembly, "lent")).isEqualTo(CalibrationSource.BACKGROUND);
        }
    }

    private void write(String name, String content) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private static CalibrationSource calibration(Assembly assembly, String strategy) {
        var gateway = assembly.gateway();
        var draft =
                new InspectedDraft(new SqlCandidate("SELECT 1", 1, null, Map.of()), Findings.NONE);
        return gateway.strategies()
                .strategy(strategy, gateway.database("library"))
                .estimator()
                .estimate(
                        new Question("q", "library", "How many?"),
                        new Feasibility(0, null, List.of()),
                        List.of(draft))
                .score()
                .calibration();
    }

    @Test
    void everyComponentIsDocumented() throws IOException {
        // given
        var documented = Files.readString(Path.of("docs/configuration.md"));

        // when
        var components = components(SettingsFile.read(folder));

        // then
        for (var part : Part.values()) {
            assertThat(documented(documented, part)).hasSameElementsAs(components.names(part));
        }
    }

    /** The components in the list below a part's name. */
    private static List<String> documented(String document, Part part) {
        var list = Pattern.compile("(?m)^- \\*\\*" + part.key() + "\\*\\*\n((?:  - .*\n)+)");
        var found = list.matcher(document);
        assertThat(found.find()).as(part.key()).isTrue();
        return Pattern.compile("(?m)^  - `([\\w-]+)`:")
                .matcher(found.group(1))
                .results()
                .map(component -> component.group(1))
                .toList();
    }

    private Components components(Settings settings) {
        return StandardComponents.of(settings, ModelCatalog.NONE, "default", new Cache(folder));
    }

    /** The components' names are enough: no strategy is put together here. */
    private static Components components() {
        return new Components(new PromptFiles(Path.of("prompts")), ModelCatalog.NONE, "default")
                .feasibility("assume-feasible", (d, o) -> FeasibilityClassifier.ASSUME_FEASIBLE)
                .generator("none", (d, o) -> (q, s) -> new Generation.Declined("None."))
                .generator(
                        "other",
                        (d, o) -> (q, s) -> new Generation.Declined("None."),
                        ComponentOption.number("samples", 1, 20),
                        ComponentOption.text("model"))
                .generator(
                        "prompted",
                        ComponentNeeds.model(PromptNeed.of("generation/none.v1", "question")),
                        (d, o) -> (q, s) -> new Generation.Declined("None."))
                .suggester("none", (d, o) -> Suggester.NONE)
                .detector("none", (d, o) -> ErrorDetector.FIND_NOTHING)
                .estimator(
                        "first-draft",
                        (d, o) ->
                                (q, f, drafts) ->
                                        new Estimate(drafts.getFirst(), new UncertaintyScore(0)))
                .policy("thresholds", (d, o) -> new ThresholdPolicy(List.of(), 10));
    }
}
