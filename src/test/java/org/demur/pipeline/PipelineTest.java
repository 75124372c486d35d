package org.demur.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.demur.answer.Answer;
import org.demur.answer.ReasonCode;
import org.demur.decision.AbstentionPolicy;
import org.demur.decision.Decision;
import org.demur.decision.Evidence;
import org.demur.decision.Reason;
import org.demur.decision.Stage;
import org.demur.decision.ThresholdPolicy;
import org.demur.detection.Finding;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.InfeasibleKind;
import org.demur.generation.Generation;
import org.demur.generation.SqlCandidate;
import org.demur.question.Question;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyScore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PipelineTest {
    private static final Question QUESTION = new Question("q", "library", "How many books?");
    private static final Library LIBRARY = new Library();
    private static final OpenDatabase DATABASE =
            LIBRARY.open(LIBRARY.catalog().database("library"));

    @AfterAll
    static void close() {
        LIBRARY.close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void scenario(JsonNode scenario) {
        // given
        var strategy = strategy(scenario.path("given"));

        // when
        var answer = new Pipeline(PipelineListener.NOP).answer(QUESTION, DATABASE, strategy);

        // then
        var then = scenario.path("then");
        switch (answer) {
            case Answer.Answered answered -> {
                assertThat(rows(answered)).isEqualTo(rows(then));
                assertThat(answered.result().truncated())
                        .isEqualTo(then.path("truncated").asBoolean(false));
            }
            case Answer.Abstained abstained -> {
                assertThat(ReasonCode.of(abstained.reason()).key())
                        .isEqualTo(then.path("reason").asText());
                if (abstained.reason() instanceof Reason.StageFailed failed) {
                    assertThat(failed.code().name()).isEqualTo(then.path("failure").asText());
                    assertThat(failed.stage().name()).isEqualTo(then.path("stage").asText());
                }
            }
        }
    }

    static Stream<Named<JsonNode>> scenarios() throws IOException {
        var file = Path.of("src/test/resources/scenarios/pipeline.yaml").toFile();
        return StreamSupport.stream(new YAMLMapper().readTree(file).spliterator(), false)
                .map(scenario -> Named.of(scenario.path("name").asText(), scenario));
    }

    @Test
    void theListenerHearsEveryStageAndTheOutcome() {
        // given
        var heard = new ArrayList<String>();
        var listener =
                new PipelineListener() {
                    @Override
                    public void measured(Stage stage, Duration duration) {
                        heard.add(stage.name());
                    }

                    @Override
                    public void finished(Answer answer, Duration duration) {
                        heard.add(answer.getClass().getSimpleName());
                    }
                };
        var strategy = strategy(given("{drafts: ['SELECT 1']}"));

        // when
        new Pipeline(listener).answer(QUESTION, DATABASE, strategy);

        // then
        assertThat(heard)
                .containsExactly(
                        "FEASIBILITY",
                        "DECISION",
                        "GENERATION",
                        "DETECTION",
                        "UNCERTAINTY",
                        "DECISION",
                        "EXECUTION",
                        "EXECUTION",
                        "Answered");
    }

    @Test
    void theTraceHoldsEvidenceDraftsAndTimings() {
        // given
        var strategy = strategy(given("{drafts: ['SELECT 1', 'SELECT 2'], uncertainty: 0.01}"));

        // when
        var trace = new Pipeline(PipelineListener.NOP).answer(QUESTION, DATABASE, strategy).trace();

        // then
        assertThat(trace.timings()).containsOnlyKeys(Stage.values());
        assertThat(trace.drafts()).hasSize(2);
        assertThat(trace.evidence().uncertainty())
                .isEqualTo(new UncertaintyScore(0.01, CalibrationSource.OWN));
        assertThat(trace.penalty()).isEqualTo(10);
    }

    @Test
    void aSuggesterThatBreaksDownSpoilsNoAbstention() {
        // given
        var working = strategy(given("{drafts: []}"));
        var strategy =
                new Strategy(
                        working.name(),
                        working.feasibility(),
                        working.generator(),
                        (question, schema, limit) -> {
                            throw new IllegalStateException("broken on purpose");
                        },
                        working.detector(),
                        working.estimator(),
                        working.policy());

        // when
        var answer = new Pipeline(PipelineListener.NOP).answer(QUESTION, DATABASE, strategy);

        // then
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Abstained.class,
                        abstained -> assertThat(abstained.suggestions()).isEmpty());
    }

    private static JsonNode given(String yaml) {
        try {
            return new YAMLMapper().readTree(yaml);
        } catch (IOException e) {
            throw new IllegalArgumentException(yaml, e);
        }
    }

    private static Strategy strategy(JsonNode given) {
        var penalty = given.path("penalty").asDouble(10);
        return new Strategy(
                "scripted",
                (question, schema) -> {
                    breakDown(given, Stage.FEASIBILITY);
                    return new Feasibility(
                            given.path("infeasible").asDouble(0),
                            InfeasibleKind.NON_SQL,
                            List.of());
                },
                (question, schema) -> {
                    breakDown(given, Stage.GENERATION);
                    return generation(given.path("drafts"));
                },
                (question, schema, limit) -> List.of("How many loans are there?"),
                (question, draft, schema) -> {
                    breakDown(given, Stage.DETECTION);
                    return findings(given.path("finding"));
                },
                (question, feasibility, drafts) -> {
                    breakDown(given, Stage.UNCERTAINTY);
                    return new Estimate(
                            drafts.get(given.path("choose").asInt(0)),
                            new UncertaintyScore(
                                    given.path("uncertainty").asDouble(0),
                                    CalibrationSource.valueOf(
                                            given.path("calibration").asText("OWN"))));
                },
                new ScriptedPolicy(new ThresholdPolicy(List.of(), penalty), given));
    }

    private record ScriptedPolicy(AbstentionPolicy policy, JsonNode given)
            implements AbstentionPolicy {
        @Override
        public Decision decide(Evidence evidence) {
            breakDown(given, Stage.DECISION);
            return policy.decide(evidence);
        }

        @Override
        public double penalty() {
            return policy.penalty();
        }

        @Override
        public AbstentionPolicy stricter(double penalty) {
            return policy.stricter(penalty);
        }

        @Override
        public AbstentionPolicy answeringUncalibrated() {
            return policy.answeringUncalibrated();
        }
    }

    private static void breakDown(JsonNode given, Stage stage) {
        if (given.path("breaks").asText().equals(stage.name())) {
            if (given.has("failure")) {
                throw new GatewayException(
                        FailureCode.valueOf(given.path("failure").asText()), "broken on purpose");
            }
            throw new IllegalStateException("broken on purpose");
        }
    }

    private static Generation generation(JsonNode drafts) {
        if (drafts.isEmpty()) {
            return new Generation.Declined("No verified query is near.");
        }
        return new Generation.Drafts(
                IntStream.range(0, drafts.size())
                        .mapToObj(i -> new SqlCandidate(drafts.get(i).asText(), -i, null, Map.of()))
                        .toList());
    }

    private static Findings findings(JsonNode code) {
        return code.isMissingNode()
                ? Findings.NONE
                : new Findings(
                        List.of(
                                new Finding(
                                        FindingCode.valueOf(code.asText()),
                                        "colour",
                                        "Found on purpose.")));
    }

    private static List<List<String>> rows(Answer.Answered answered) {
        return answered.result().rows().stream()
                .map(row -> row.stream().map(String::valueOf).toList())
                .toList();
    }

    private static List<List<String>> rows(JsonNode then) {
        return StreamSupport.stream(then.path("rows").spliterator(), false)
                .map(row ->
                        StreamSupport.stream(row.spliterator(), false)
                                .map(JsonNode::asText)
                                .toList())
                .toList();
    }
}
