package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.demur.detection.Findings;
import org.demur.detection.InspectedDraft;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.generation.Measurement;
import org.demur.generation.ModelEvidence;
import org.demur.generation.SqlCandidate;
import org.demur.inference.Completion;
import org.demur.inference.TokenScore;
import org.demur.question.Question;
import org.junit.jupiter.api.Test;

final class ModelUncertaintyTest {
    private static final Question QUESTION = new Question("q", "shop", "How many?");
    private static final Offset<Double> TINY = Offset.offset(1e-12);

    /** One token that is sure, and one of which two alternatives are told: 1/2 and 1/4. */
    private static final Completion COMPLETION =
            new Completion(
                    "SELECT 1",
                    List.of(
                            new TokenScore("SELECT", 0, List.of(0.0, -9_999.0)),
                            new TokenScore(
                                    " 1", Math.log(0.5), List.of(Math.log(0.5), Math.log(0.25)))));

    @Test
    void maxEntropyIsThatOfTheLeastSureTokenTruncatedAtWhatIsTold() {
        // when
        var estimate = estimate(ModelUncertainty.MAX_ENTROPY, ModelEvidence.of(COMPLETION));

        // then: what is left of the probability, 1/4, counts as one further token
        double entropy = 0.5 * Math.log(2) + 0.25 * Math.log(4) + 0.25 * Math.log(4);
        assertThat(estimate.score().value()).isCloseTo(entropy, TINY);
        assertThat(estimate.chosen().draft().evidence())
                .containsEntry(Measurement.TOKEN_ALTERNATIVES, 2.0);
    }

    @Test
    void maxProbabilityIsWhatTheLeastSureTokenLeaves() {
        // when
        var estimate = estimate(ModelUncertainty.MAX_PROBABILITY, ModelEvidence.of(COMPLETION));

        // then
        assertThat(estimate.score().value()).isCloseTo(1 - 0.5, TINY);
    }

    @Test
    void aModelThatDoesNotTellIsAFaultOfTheConfiguration() {
        assertThatThrownBy(() -> estimate(ModelUncertainty.MAX_ENTROPY, Map.of()))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_CONFIGURATION))
                .hasMessageContaining("log-probabilities");
    }

    private static Estimate estimate(
            ModelUncertainty estimator, Map<Measurement, Double> evidence) {
        var draft =
                new InspectedDraft(new SqlCandidate("SELECT 1", 1, null, evidence), Findings.NONE);
        return estimator.estimate(QUESTION, new Feasibility(0, null, List.of()), List.of(draft));
    }
}
