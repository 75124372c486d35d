package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.demur.answer.Answer;
import org.demur.answer.ReasonCode;
import org.demur.decision.Decision;
import org.demur.decision.Evidence;
import org.demur.decision.Reason;
import org.demur.decision.Thresholds;
import org.demur.detection.Findings;
import org.demur.detection.InspectedDraft;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.generation.BicycleShop;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.inference.ModelCatalog;
import org.demur.inference.ScriptedModel;
import org.demur.pipeline.Pipeline;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.schema.jdbc.Cache;
import org.demur.uncertainty.Calibration;
import org.demur.uncertainty.UncertaintyScore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The strategies that come with the program, asked with a scripted model. */
final class ShippedStrategiesTest {
    private static final Path STRATEGIES = Path.of("config/strategies");

    /** Those that draft without a language model. */
    static final List<String> LOCAL =
            List.of(
                    "cls-onnx",
                    "cls-onnx-err",
                    "onnx",
                    "onnx-err",
                    "onnx-featmd",
                    "onnx-featrmd",
                    "onnx-fused",
                    "onnx-logprob",
                    "onnx-maxent",
                    "onnx-maxprob",
                    "onnx-vote",
                    "onnx-vote-ans",
                    "onnx-vote-clause",
                    "verified",
                    "fused");

    private static final Question QUESTION = new Question("q", "shop", "How many bikes?");
    private static final Feasibility FEASIBLE = new Feasibility(0, null, List.of());

    @TempDir static Path home;
    private static BicycleShop shop;

    @BeforeAll
    static void open() throws IOException {
        calibrate();
        shop = new BicycleShop(home, BicycleShop.resource("/generation/bicycle-shop-pairs.yaml"));
    }

    /** Each is right where its raw score is 0 and mostly wrong where it is more. */
    private static void calibrate() throws IOException {
        var folder = Files.createDirectories(home.resolve("thresholds"));
        Files.copy(Path.of("config/thresholds/few-pairs.json"), folder.resolve("few-pairs.json"));
        for (var name : names()) {
            if (!name.equals("verified") && !name.equals("cascade")) {
                boolean isFused = name.equals("sqlprompt-fused"); // no draft is beyond doubt to it
                new CalibrationFile(
                                Map.of(),
                                new Calibration(
                                        isFused ? List.of(0.1, 0.2) : List.of(0.0, 0.1),
                                        List.of(0.01, 0.6)),
                                List.of(new Thresholds(10, isFused ? 1 : 0.5, 0.05)))
                        .write(CalibrationFile.of(folder, "shop", name));
            }
        }
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void scenario(JsonNode scenario) {
        // given
        var completions = new ArrayList<String>();
        scenario.path("completions").forEach(text -> completions.add(text.asText()));
        var model = new ScriptedModel(completions);
        var strategy =
                calibrated(model.asCatalog())
                        .strategy(scenario.path("strategy").asText(), shop.open());
        var question = new Question("q", "shop", scenario.path("question").asText());

        // when
        var answer = new Pipeline(PipelineListener.NOP).answer(question, shop.open(), strategy);

        // then
        assertThat(model.left()).as("completions not asked for").isEmpty();
        switch (answer) {
            case Answer.Answered answered ->
                    assertThat(String.valueOf(answered.result().rows()))
                            .isEqualTo(scenario.path("rows").asText("no answer"));
            case Answer.Abstained(var _, var reason, var _, var _, var _) -> {
                var told = ReasonCode.of(reason).key();
                if (reason instanceof Reason.StageFailed failed) {
                    told = failed.stage() + " " + failed.code();
                }
                assertThat(told).isEqualTo(scenario.path("abstains").asText("an answer"));
            }
        }
        if (scenario.has("tier")) {
            assertThat(answer.trace().tier()).isEqualTo(scenario.path("tier").asText());
        }
        assertThat(answer.trace().strategy()).isEqualTo(scenario.path("strategy").asText());
    }

    static Stream<Named<JsonNode>> scenarios() throws IOException {
        var file = Path.of("src/test/resources/models/strategies.yaml").toFile();
        return StreamSupport.stream(new YAMLMapper().readTree(file).spliterator(), false)
                .map(one ->
                        Named.of(
                                one.path("strategy").asText() + ": " + one.path("name").asText(),
                                one));
    }

    @Test
    void everyStrategyIsAskedHere() throws IOException {
        // given
        var asked = new TreeSet<String>();
        scenarios().forEach(one -> asked.add(one.getPayload().path("strategy").asText()));
        LOCAL.forEach(asked::add); // have tests of their own

        // then
        assertThat(strategies(ModelCatalog.NONE).declared())
                .extracting(d -> d.name())
                .containsExactlyElementsOf(asked);
    }

    @Test
    void withoutAModelThoseThatNeedOneAreListedWithWhatIsMissing() {
        // given
        var strategies = strategies(ModelCatalog.NONE);

        // then
        assertThat(strategies.declared())
                .allSatisfy(declared -> {
                    if (LOCAL.contains(declared.name())) {
                        assertThat(declared.unavailable()).isNull();
                    } else {
                        assertThat(declared.unavailable())
                                .contains("no language model is configured");
                    }
                });
        assertThatThrownBy(() -> strategies.strategy("cascade", shop.open()))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.MODEL_UNAVAILABLE))
                .hasMessageContaining("the strategy \"cascade\" needs a language model");
    }

    @ParameterizedTest
    @CsvSource({
        "cot-sqlprompt-error_p, uncalibrated",
        "din-sql, uncalibrated",
        "mac-sql, uncalibrated",
        "verbal, uncalibrated",
        "max-entropy, uncalibrated",
        "sqlprompt, background",
        "sqlprompt-demo, background",
        "sqlprompt-voting, background",
        "vote-ans, background",
        "cls_p-sqlprompt-error_p, background"
    })
    void asShippedNoneIsSureAtTheDefaultPenalty(String name, String expected) {
        // given
        var strategy = strategies(ScriptedModel.of().asCatalog()).strategy(name, shop.open());
        var draft =
                new InspectedDraft(
                        new SqlCandidate(
                                "SELECT COUNT(*) FROM bike",
                                1,
                                null,
                                Map.of(
                                        Measurement.SAMPLES, 5.0,
                                        Measurement.SHARE_OF_SAMPLES, 1.0)),
                        Findings.NONE);

        // when: whoever is surest
        var score =
                name.equals("verbal") || name.equals("max-entropy")
                        ? new UncertaintyScore(0)
                        : strategy.estimator().estimate(QUESTION, FEASIBLE, List.of(draft)).score();
        var decision =
                strategy.policy().decide(Evidence.NONE.with(FEASIBLE).with(Findings.NONE, score));

        // then
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Abstain.class,
                        abstain ->
                                assertThat(ReasonCode.of(abstain.reason()).key())
                                        .isEqualTo(
                                                expected.equals("background")
                                                        ? "too-uncertain"
                                                        : "uncalibrated"));
        assertThat(score.calibration().name().toLowerCase(Locale.ROOT))
                .isEqualTo(expected.equals("background") ? "background" : "none");
    }

    @Test
    void theRecordedStrategiesAreTheShippedOnesButForTheModelOfEachStep() {
        // given
        var shipped = new StrategyFiles(STRATEGIES).read();
        var recorded =
                new StrategyFiles(Path.of("config/recordings/trustsql-spider/strategies")).read();

        // then
        assertThat(recorded).isNotEmpty();
        recorded.forEach((name, strategy) ->
                assertThat(parts(strategy)).as(name).isEqualTo(parts(shipped.get(name))));
    }

    /** What drafts and decides; whom to suggest to is no matter in a recording. */
    private static Map<Part, String> parts(@Nullable StrategyDeclaration strategy) {
        var parts = new EnumMap<Part, String>(Part.class);
        Objects.requireNonNull(strategy)
                .parts()
                .forEach((part, use) -> {
                    var options = new TreeMap<>(use.options());
                    options.remove(Components.MODEL);
                    options.remove("opinionModel");
                    parts.put(part, use.component() + options);
                });
        parts.remove(Part.SUGGESTER);
        return parts;
    }

    @Test
    void aDefaultThatCannotServeIsToldAtTheStart() {
        // given
        var strategies = strategies(ModelCatalog.NONE);

        // then
        strategies.checkDefault("verified");
        assertThatThrownBy(() -> strategies.checkDefault("din-sql"))
                .hasMessageContaining("demur.ask.strategy: \"din-sql\" needs a language model");
        assertThatThrownBy(() -> strategies.checkDefault("din-sq"))
                .hasMessageContaining("did you mean \"din-sql\"?");
    }

    @Test
    void aTraceNamesThePromptsWithTheirDigests() {
        // given
        var model = ScriptedModel.of("answerable", "SELECT COUNT(*) FROM bike", "correct");
        var strategy =
                strategies(model.asCatalog()).strategy("cls_p-sqlprompt-error_p", shop.open());

        // when
        var trace =
                new Pipeline(PipelineListener.NOP)
                        .answer(new Question("q", "shop", "How many?"), shop.open(), strategy)
                        .trace();

        // then
        assertThat(trace.prompts())
                .containsOnlyKeys(
                        "feasibility/cls-p.v1", "generation/sqlprompt.v1", "detection/error-p.v1");
        assertThat(trace.prompts().values()).allSatisfy(digest -> assertThat(digest).hasSize(64));
    }

    /** Prompts and evidence models are the program's own; the database is the test's. */
    private static Strategies strategies(ModelCatalog models) {
        return strategies(models, Map.of());
    }

    /** With calibrations for the test's database. */
    private static Strategies calibrated(ModelCatalog models) {
        return strategies(
                models,
                Map.of("demur.thresholds", home.resolve("thresholds").toAbsolutePath().toString()));
    }

    private static Strategies strategies(ModelCatalog models, Map<String, String> instead) {
        return new Strategies(
                new StrategyFiles(STRATEGIES),
                StandardComponents.of(
                        SettingsFile.read(Path.of(""), instead),
                        models,
                        "scripted",
                        new Cache(home.resolve("cache"))));
    }

    static List<String> names() {
        return List.copyOf(new StrategyFiles(STRATEGIES).read().keySet());
    }
}
