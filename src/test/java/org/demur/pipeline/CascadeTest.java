package org.demur.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.demur.answer.Answer;
import org.demur.answer.ReasonCode;
import org.demur.decision.Reason;
import org.demur.decision.ThresholdPolicy;
import org.demur.decision.Thresholds;
import org.demur.detection.ErrorDetector;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.InfeasibleKind;
import org.demur.generation.Generation;
import org.demur.generation.SqlCandidate;
import org.demur.generation.Suggester;
import org.demur.question.Question;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyScore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CascadeTest {
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
        var asked = new ArrayList<String>();
        var tiers = new ArrayList<Strategy>();
        for (var tier : scenario.path("tiers")) {
            tiers.add(tier("tier " + (tiers.size() + 1), tier, asked));
        }

        // when
        var answer =
                new Pipeline(PipelineListener.NOP)
                        .answer(QUESTION, DATABASE, Strategy.cascade("cascade", tiers));

        // then
        assertThat(told(answer)).isEqualTo(scenario.path("then").asText());
        assertThat(asked).hasSize(scenario.path("asked").asInt());
        assertThat(answer.trace().strategy()).isEqualTo("cascade");
    }

    private static String told(Answer answer) {
        return switch (answer) {
            case Answer.Answered answered ->
                    answered.trace().tier() + " answers " + answered.result().rows();
            case Answer.Abstained abstained ->
                    abstained.trace().tier()
                            + " "
                            + switch (abstained.reason()) {
                                case Reason.StageFailed failed -> failed.code().name();
                                case Reason.Infeasible(var feasibility) ->
                                        "infeasible " + feasibility.infeasibleProbability();
                                default -> ReasonCode.of(abstained.reason()).key();
                            };
        };
    }

    @Test
    void aStricterPenaltyHoldsForEveryTier() throws IOException {
        // given
        var tier = new YAMLMapper().readTree("{sql: SELECT 1, uncertainty: 0.01}");
        var asked = new ArrayList<String>();
        var cascade =
                Strategy.cascade(
                        "cascade", List.of(tier("one", tier, asked), tier("two", tier, asked)));

        // when
        var answer =
                new Pipeline(PipelineListener.NOP)
                        .answer(QUESTION, DATABASE, cascade.stricter(1_000));

        // then
        assertThat(answer).isInstanceOf(Answer.Abstained.class);
        assertThat(asked).containsExactly("one", "two");
        assertThat(answer.trace().penalty()).isEqualTo(1_000);
    }

    static Stream<Named<JsonNode>> scenarios() throws IOException {
        var file = Path.of("src/test/resources/scenarios/cascade.yaml").toFile();
        return StreamSupport.stream(new YAMLMapper().readTree(file).spliterator(), false)
                .map(one -> Named.of(one.path("name").asText(), one));
    }

    private static Strategy tier(String name, JsonNode given, List<String> asked) {
        return new Strategy(
                name,
                (question, schema) -> {
                    asked.add(name);
                    return new Feasibility(
                            given.path("infeasible").asDouble(0),
                            InfeasibleKind.NON_SQL,
                            List.of());
                },
                (question, schema) -> {
                    if (given.has("fails")) {
                        throw new GatewayException(
                                FailureCode.valueOf(given.path("fails").asText()), "on purpose");
                    }
                    return given.has("sql")
                            ? new Generation.Drafts(
                                    List.of(
                                            new SqlCandidate(
                                                    given.path("sql").asText(), 1, null, Map.of())))
                            : new Generation.Declined("Nothing comes to mind.");
                },
                Suggester.NONE,
                ErrorDetector.FIND_NOTHING,
                (question, feasibility, drafts) ->
                        new Estimate(
                                drafts.getFirst(),
                                new UncertaintyScore(
                                        given.path("uncertainty").asDouble(0),
                                        CalibrationSource.valueOf(
                                                given.path("calibration").asText("OWN")))),
                new ThresholdPolicy(
                        List.of(
                                new Thresholds(
                                        10,
                                        given.path("thresholdFeasibility").asDouble(0.5),
                                        given.path("threshold").asDouble(0.05))),
                        10));
    }
}
