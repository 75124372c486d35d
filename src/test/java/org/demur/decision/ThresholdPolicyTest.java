package org.demur.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.demur.detection.Finding;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.InfeasibleKind;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.UncertaintyScore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ThresholdPolicyTest {
    private static final Findings FATAL =
            new Findings(
                    List.of(
                            new Finding(
                                    FindingCode.UNKNOWN_COLUMN,
                                    "size",
                                    "There is no such column.")));

    @Test
    void equalityProceeds() {
        // given
        var policy = new ThresholdPolicy(List.of(), 9);

        // when
        var decision = policy.decide(evidence(0, Findings.NONE, 1.0 / (1 + 9)));

        // then
        assertThat(decision).isEqualTo(new Decision.Proceed());
    }

    @Test
    void aLikelyInfeasibleQuestionIsNamedAsThat() {
        // given
        var policy = new ThresholdPolicy(List.of(), 0);

        // when
        var decision = policy.decide(Evidence.NONE.with(feasibility(0.51)));

        // then
        assertThat(decision)
                .isEqualTo(new Decision.Abstain(new Reason.Infeasible(feasibility(0.51))));
    }

    @Test
    void aDraftThatCannotRunIsNeverRunHoweverSureTheEstimatorIs() {
        // given
        var policy = new ThresholdPolicy(List.of(new Thresholds(0, 1, 1)), 0);

        // when
        var decision = policy.decide(evidence(0, FATAL, 0));

        // then
        assertThat(decision).isEqualTo(new Decision.Abstain(new Reason.SuspectSql(FATAL)));
    }

    @Test
    void anUncertaintyThatIsNoNumberAbstains() {
        // given
        var policy = new ThresholdPolicy(List.of(), 0);

        // when
        var decision = policy.decide(evidence(0, Findings.NONE, Double.NaN));

        // then
        assertThat(decision).isInstanceOf(Decision.Abstain.class);
    }

    @Test
    void withoutCalibrationNothingIsAnsweredAtAnyPenaltyAboveZero() {
        // given
        var sure = Evidence.NONE.with(feasibility(0)).with(Findings.NONE, new UncertaintyScore(0));
        var fitted = List.of(new Thresholds(100, 1, 1));

        // then
        for (double penalty : new double[] {0.001, 1, 10, 1_000}) {
            assertThat(new ThresholdPolicy(fitted, penalty).decide(sure))
                    .isEqualTo(new Decision.Abstain(new Reason.Uncalibrated()));
        }
        assertThat(new ThresholdPolicy(fitted, 0).decide(sure)).isEqualTo(new Decision.Proceed());
    }

    @Test
    void whatIsWrongWithTheDraftIsToldBeforeThatNothingWasCalibrated() {
        // given
        var policy = new ThresholdPolicy(List.of(), 10);
        var evidence = Evidence.NONE.with(feasibility(0)).with(FATAL, new UncertaintyScore(0));

        // then
        assertThat(policy.decide(evidence))
                .isEqualTo(new Decision.Abstain(new Reason.SuspectSql(FATAL)));
    }

    @Test
    void onRequestScoresAreTakenAsTheyAreAlsoAtStricterPenalties() {
        // given
        var policy = new ThresholdPolicy(List.of(), 1).answeringUncalibrated().stricter(10);
        var sure = new UncertaintyScore(0.05);
        var unsure = new UncertaintyScore(0.2);

        // then
        assertThat(policy.decide(Evidence.NONE.with(Findings.NONE, sure)))
                .isEqualTo(new Decision.Proceed());
        assertThat(policy.decide(Evidence.NONE.with(Findings.NONE, unsure)))
                .isEqualTo(
                        new Decision.Abstain(new Reason.TooUncertain(unsure, 1.0 / (1 + 10), 10)));
    }

    @Test
    void betweenFittedPenaltiesTheNextLargerOneIsInForce() {
        // given
        var policy =
                new ThresholdPolicy(
                        List.of(new Thresholds(10, 0.3, 0.2), new Thresholds(0, 0.9, 0.8)), 4);

        // then
        assertThat(policy.thresholds()).isEqualTo(new Thresholds(4, 0.3, 0.2));
    }

    @Test
    void beyondTheLargestFittedPenaltyTheUncertaintyFallsOnFromWhatWasFitted() {
        // given: at an 80th of the penalty, and no cliff beside it
        var fitted = List.of(new Thresholds(9, 0.3, 0.2));

        // then
        assertThat(new ThresholdPolicy(fitted, 9.01).thresholds().uncertainty())
                .isBetween(0.199, 0.2);
        assertThat(new ThresholdPolicy(fitted, 799).thresholds())
                .isEqualTo(new Thresholds(799, 0.3, 0.0025));
    }

    @Test
    void whereNothingIsSupportedNotEvenCertaintyIsAnswered() {
        // given
        var policy = new ThresholdPolicy(List.of(new Thresholds(10, 1, -1)), 10);

        // then
        assertThat(policy.decide(evidence(0, Findings.NONE, 0)))
                .isEqualTo(
                        new Decision.Abstain(
                                new Reason.TooUncertain(
                                        new UncertaintyScore(0, CalibrationSource.OWN), -1, 10)));
    }

    @Test
    void aLaxerPenaltyIsRefused() {
        // given
        var policy = new ThresholdPolicy(List.of(), 10);

        // then
        assertThatThrownBy(() -> policy.stricter(5))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.LAXER_THAN_CONFIGURED));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void moreEvidenceAndLargerPenaltiesNeverTurnAnAbstentionIntoAnAnswer(long seed) {
        // given
        var random = new Random(seed);
        var fitted =
                random.longs(random.nextInt(4), 0, 50)
                        .mapToObj(c -> new Thresholds(c, random.nextDouble(), random.nextDouble()))
                        .toList();
        var mild = new ThresholdPolicy(fitted, random.nextInt(30));
        var harsh = mild.stricter(mild.penalty() + random.nextInt(100));
        var early = Evidence.NONE.with(feasibility(random.nextDouble()));
        var late =
                early.with(
                        Findings.NONE,
                        new UncertaintyScore(random.nextDouble(), CalibrationSource.OWN));

        // then
        if (mild.decide(early) instanceof Decision.Abstain) {
            assertThat(mild.decide(late)).isInstanceOf(Decision.Abstain.class);
        }
        if (mild.decide(late) instanceof Decision.Abstain) {
            assertThat(harsh.decide(late)).isInstanceOf(Decision.Abstain.class);
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    private static Evidence evidence(double infeasible, Findings findings, double uncertainty) {
        return Evidence.NONE
                .with(feasibility(infeasible))
                .with(findings, new UncertaintyScore(uncertainty, CalibrationSource.OWN));
    }

    private static Feasibility feasibility(double probability) {
        return new Feasibility(probability, InfeasibleKind.COLUMN_UNRELATED, List.of());
    }
}
