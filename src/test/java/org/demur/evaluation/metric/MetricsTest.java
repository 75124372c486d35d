package org.demur.evaluation.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.demur.evaluation.metric.Outcome.CORRECT_ABSTENTION;
import static org.demur.evaluation.metric.Outcome.CORRECT_SQL;
import static org.demur.evaluation.metric.Outcome.FALSE_ANSWER;
import static org.demur.evaluation.metric.Outcome.MISSED;
import static org.demur.evaluation.metric.Outcome.WRONG_SQL;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.LongStream;
import org.demur.feasibility.InfeasibleKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MetricsTest {
    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 2.5, 10, 1054})
    void abstainingOnEverythingScoresTheInfeasibleShare(double penalty) {
        // given
        var items = Items.items(MISSED, MISSED, MISSED, CORRECT_ABSTENTION);
        // when
        var score = new ReliabilityScore(penalty).over(items);
        // then
        assertThat(score).hasValue(1.0 / 4.0).isEqualTo(new AbstainAll().over(items));
    }

    @Test
    void tenRightAndOneWrongIsNothingAtPenaltyTen() {
        // given
        var items = new ArrayList<>(Items.repeated(CORRECT_SQL, 10));
        items.add(Items.item("wrong", WRONG_SQL));
        // when
        var score = new ReliabilityScore(10).over(items);
        // then
        assertThat(score).hasValue((10 * 1 - 1 * 10) / 11.0);
    }

    @Test
    void allRightScoresOneAtEveryPenalty() {
        // given
        var items = Items.items(CORRECT_SQL, CORRECT_ABSTENTION, CORRECT_SQL);
        // when
        var score = new ReliabilityScoreAtN().over(items);
        // then
        assertThat(score).hasValue(1);
    }

    @Test
    void atNOneWrongAnswerOutweighsEverythingElse() {
        // given
        var items = Items.items(CORRECT_SQL, CORRECT_SQL, CORRECT_SQL, FALSE_ANSWER);
        // when
        var score = new ReliabilityScoreAtN().over(items);
        // then
        assertThat(score).hasValue((1 + 1 + 1 - 4) / 4.0);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aHarsherPenaltyNeverRaisesTheScore(long seed) {
        // given
        var items = Items.random(new Random(seed));
        // when
        var mild = new ReliabilityScore(1).over(items);
        var harsh = new ReliabilityScore(10).over(items);
        // then
        assertThat(harsh.orElseThrow()).isLessThanOrEqualTo(mild.orElseThrow());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void sharesStayWithinTheirRange(long seed) {
        // given
        var items = Items.random(new Random(seed));
        for (Metric metric : Metrics.standard()) {
            if (metric instanceof ReliabilityScore
                    || metric instanceof ReliabilityScoreAtN
                    || metric instanceof WrongAnswers) {
                continue;
            }
            // when
            OptionalDouble value = metric.over(items);
            // then
            value.ifPresent(share -> assertThat(share).as(metric.name()).isBetween(0.0, 1.0));
        }
    }

    @Test
    void overNothingNoMetricHasAValue() {
        for (Metric metric : Metrics.standard()) {
            // when
            OptionalDouble value = metric.over(List.of());
            // then
            assertThat(value).as(metric.name()).isEmpty();
        }
    }

    @Test
    void aNameNamesOneMetric() {
        assertThat(Metrics.standard()).extracting(Metric::name).doesNotHaveDuplicates();
    }

    @Test
    void aNegativePenaltyIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ReliabilityScore(-1));
    }

    @Test
    void riskIsMeasuredAmongTheAnswered() {
        // given
        var items = Items.items(CORRECT_SQL, WRONG_SQL, FALSE_ANSWER, MISSED, CORRECT_ABSTENTION);
        // when
        var risk = new SelectiveRisk().over(items);
        var coverage = new Coverage().over(items);
        var wrong = new WrongAnswers().over(items);
        var accuracy = new ExecutionAccuracy().over(items);
        // then
        assertThat(risk).hasValue(2.0 / 3.0);
        assertThat(coverage).hasValue(3.0 / 5.0);
        assertThat(wrong).hasValue(2);
        assertThat(accuracy).hasValue(1.0 / 3.0);
    }

    @Test
    void riskIsUndefinedWhereNothingWasAnswered() {
        // when
        var risk = new SelectiveRisk().over(Items.items(MISSED, CORRECT_ABSTENTION));
        // then
        assertThat(risk).isEmpty();
    }

    @Test
    void theCurveAnswersTheSurestFirst() {
        // given
        var items =
                List.of(
                        Items.draft(0.3, false),
                        Items.draft(0.1, true),
                        Items.draft(0.2, true),
                        Items.draft(0.4, true),
                        Items.item("declined", MISSED));
        // when
        var area = new AreaUnderRiskCoverage().over(items);
        var safe = new CoverageAtZeroWrong().over(items);
        // then
        assertThat(area).hasValueCloseTo((0 + 0 + 1.0 / 3 + 1.0 / 4) / 4, within(1e-12));
        assertThat(safe).hasValue(2.0 / 5.0);
    }

    @Test
    void draftsThatAreEquallySureShareTheirWrongs() {
        // given
        var items = List.of(Items.draft(0.5, true), Items.draft(0.5, false));
        // when
        var area = new AreaUnderRiskCoverage().over(items);
        var safe = new CoverageAtZeroWrong().over(items);
        // then
        assertThat(area).hasValue((0.5 / 1 + 1.0 / 2) / 2);
        assertThat(safe).hasValue(0);
    }

    @Test
    void withoutUncertaintyOneWrongAnswerLeavesNoSafeCoverage() {
        // when
        var unsafe = new CoverageAtZeroWrong().over(Items.items(CORRECT_SQL, WRONG_SQL));
        var safe = new CoverageAtZeroWrong().over(Items.items(CORRECT_SQL, MISSED));
        // then
        assertThat(unsafe).hasValue(0);
        assertThat(safe).hasValue(1.0 / 2.0);
    }

    @Test
    void detectionIsAbstainingOnInfeasibleQuestions() {
        // given
        var items =
                Items.items(
                        CORRECT_ABSTENTION, CORRECT_ABSTENTION, FALSE_ANSWER, MISSED, CORRECT_SQL);
        // when
        var all = new DetectionF1(null).over(items);
        var kind = new DetectionF1(InfeasibleKind.NON_SQL).over(items);
        var other = new DetectionF1(InfeasibleKind.COLUMN_SURFACE).over(items);
        // then
        assertThat(all).hasValue(2 * 2.0 / (2 * 2 + 1 + 1)).isEqualTo(kind);
        assertThat(other).isEmpty();
    }

    @Test
    void rankingCountsTiesHalf() {
        // given
        var items =
                List.of(
                        Items.question(true, 0.1),
                        Items.question(true, 0.5),
                        Items.question(false, 0.5),
                        Items.question(false, 0.9));
        // when
        var area = new DetectionAuroc(null).over(items);
        // then
        assertThat(area).hasValue((1 + 0.5 + 1 + 1) / 4);
    }

    @Test
    void calibrationComparesWhatWasSaidWithWhatHappened() {
        // given
        var items =
                List.of(
                        Items.draft(0.05, true),
                        Items.draft(0.05, true),
                        Items.draft(0.75, true),
                        Items.draft(0.75, false));
        // when
        var error = new ExpectedCalibrationError(10).over(items);
        var brier = new BrierScore().over(items);
        // then
        assertThat(error).hasValueCloseTo((2 * 0.05 + 2 * 0.25) / 4, within(1e-12));
        assertThat(brier).hasValueCloseTo((2 * 0.0025 + 0.5625 + 0.0625) / 4, within(1e-12));
    }

    @Test
    void anUncertaintyThatIsNoProbabilityIsNotCalibrated() {
        // when
        var error = new ExpectedCalibrationError(10).over(List.of(Items.draft(3.2, true)));
        // then
        assertThat(error).isEmpty();
    }

    @Test
    void everyMetricHasALineInTheDocumentation() throws IOException {
        // given
        String documentation = Files.readString(Path.of("docs", "metrics.md"));
        for (Metric metric : Metrics.standard()) {
            String family =
                    metric.name()
                            .replaceAll("RS\\(\\d+\\)", "RS(c)")
                            .replaceAll("ECE\\(\\d+\\)", "ECE(b)")
                            .replaceAll("(F1|AUROC)\\(.*\\)", "$1(kind)");
            // then
            assertThat(documentation).contains("| `" + family + "` |");
        }
    }
}
