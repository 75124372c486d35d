package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.demur.answer.Answer;
import org.demur.decision.Reason;
import org.demur.generation.BicycleShop;
import org.demur.pipeline.Ask;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The strategies of the local model on a database that no model was trained for. */
final class AnyDatabaseModelTest {
    private static final String QUESTION = "Which customers live in Cork?";

    private static Assembly assembly;

    @BeforeAll
    static void open(@TempDir Path home) throws IOException {
        TestDatabase.of(
                home.resolve("shop.sqlite"),
                BicycleShop.resource("/generation/bicycle-shop.sql")
                        .lines()
                        .toArray(String[]::new));
        for (var strategy : ShippedStrategiesTest.LOCAL) {
            ShippedFiles.copy(home, "config/strategies/" + strategy + ".yaml");
        }
        ShippedFiles.copy(
                home,
                "models/manifest.json",
                "models/reader.onnx",
                "models/generator-cross-encoder.onnx",
                "models/generator-cross-decoder.onnx");
        Files.writeString(
                Files.createDirectories(home.resolve("config/databases")).resolve("shop.yaml"),
                "file: shop.sqlite\n");
        assembly = new Assembly(SettingsFile.read(home), Map.of(), PipelineListener.NOP);
    }

    @AfterAll
    static void close() {
        assembly.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"onnx", "onnx-logprob", "onnx-maxent", "onnx-maxprob", "onnx-vote"})
    void draftsWithoutAVerifiedQuery(String strategy) {
        assertThat(asked(strategy))
                .isInstanceOfSatisfying(
                        Answer.Abstained.class,
                        abstained -> {
                            assertThat(abstained.reason()).isInstanceOf(Reason.Uncalibrated.class);
                            var withheld = Objects.requireNonNull(abstained.draft());
                            assertThat(withheld.draft())
                                    .isEqualTo(
                                            "SELECT customer.name FROM customer WHERE customer.city = 'Cork'");
                        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"onnx-featmd", "onnx-featrmd"})
    void whatNeedsDistancesSaysThatTheModelTellsNone(String strategy) {
        assertThat(asked(strategy))
                .isInstanceOfSatisfying(
                        Answer.Abstained.class,
                        abstained ->
                                assertThat(abstained.reason())
                                        .isInstanceOfSatisfying(
                                                Reason.StageFailed.class,
                                                failed ->
                                                        assertThat(failed.message())
                                                                .contains(
                                                                        "distances only of a database")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"onnx-fused", "cls-onnx", "onnx-vote-ans"})
    void othersAbstainUntilTheyAreCalibrated(String strategy) {
        assertThat(asked(strategy)).isInstanceOf(Answer.Abstained.class);
    }

    private static Answer asked(String strategy) {
        var question = new Question("q", "shop", QUESTION);
        return assembly.gateway().ask(new Ask(question, strategy, 10.0, null, null, true));
    }
}
