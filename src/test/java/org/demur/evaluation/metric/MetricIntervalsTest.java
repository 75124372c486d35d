package org.demur.evaluation.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MetricIntervalsTest {
    private static final ClusteredBootstrap BOOTSTRAP = new ClusteredBootstrap(5, 200, 0.9);

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void theIntervalsAreThoseOfTheMetrics(long seed) {
        // given
        List<ScoredItem> items = items(seed);
        // when
        var intervals = new LinkedHashMap<Metric, Optional<Interval>>();
        var all = MetricIntervals.of(items, BOOTSTRAP);
        for (Metric metric :
                List.of(
                        new AreaUnderRiskCoverage(),
                        new CoverageAtZeroWrong(),
                        new ExpectedCalibrationError(7),
                        new BrierScore(),
                        new DetectionAuroc(null),
                        new DetectionF1(null),
                        new ReliabilityScore(10),
                        new SelectiveRisk())) {
            intervals.put(metric, all.of(metric));
        }
        // then
        intervals.forEach((metric, interval) -> {
            var expected = BOOTSTRAP.of(metric, items).orElseThrow();
            assertThat(interval).as(metric.name()).isPresent();
            assertThat(interval.orElseThrow().lower())
                    .as(metric.name())
                    .isCloseTo(expected.lower(), within(1e-9))
                    .isLessThan(interval.orElseThrow().upper());
            assertThat(interval.orElseThrow().upper())
                    .as(metric.name())
                    .isCloseTo(expected.upper(), within(1e-9));
        });
    }

    @Test
    void oneKindOfInfeasibleQuestionsIsResampledWithTheFeasibleOnes() {
        // given
        List<ScoredItem> items = items(7);
        var ofKind = InfeasibleSubset.of(items, InfeasibleKind.NON_SQL);
        assertThat(ofKind).hasSizeBetween(61, items.size() - 1);
        for (Metric metric :
                List.of(
                        new DetectionF1(InfeasibleKind.NON_SQL),
                        new DetectionAuroc(InfeasibleKind.NON_SQL))) {
            // when
            var interval = MetricIntervals.of(items, BOOTSTRAP).of(metric).orElseThrow();
            // then
            var expected = BOOTSTRAP.of(metric, ofKind).orElseThrow();
            assertThat(interval.lower()).isCloseTo(expected.lower(), within(1e-9));
            assertThat(interval.upper()).isCloseTo(expected.upper(), within(1e-9));
        }
    }

    @Test
    void whatWasNotMeasuredHasNoInterval() {
        // given
        var intervals = MetricIntervals.of(Items.items(Outcome.CORRECT_SQL), BOOTSTRAP);
        // then
        assertThat(intervals.of(new AreaUnderRiskCoverage())).isEmpty();
        assertThat(intervals.of(new BrierScore())).isEmpty();
        assertThat(intervals.of(new DetectionAuroc(null))).isEmpty();
    }

    @Test
    void withoutUncertaintiesCoverageAtZeroWrongFollowsFromOutcomes() {
        // given
        var items = Items.items(Outcome.CORRECT_SQL, Outcome.MISSED, Outcome.MISSED);
        // when
        var interval = MetricIntervals.of(items, BOOTSTRAP).of(new CoverageAtZeroWrong());
        // then
        assertThat(interval).isEqualTo(BOOTSTRAP.of(new CoverageAtZeroWrong(), items)).isPresent();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {4, 5, 6})
    void theIntervalsOfDifferencesAreThoseOfTheMetrics(long seed) {
        // given
        List<ScoredItem> before = items(seed);
        List<ScoredItem> after = items(seed + 100);
        var pairs = new ArrayList<ClusteredBootstrap.Pair>();
        for (int i = 0; i < before.size(); i++) {
            pairs.add(new ClusteredBootstrap.Pair(before.get(i), after.get(i)));
        }
        var intervals = MetricIntervals.ofPairs(pairs, BOOTSTRAP);
        for (Metric metric : List.of(new AreaUnderRiskCoverage(), new ReliabilityScore(10))) {
            // when
            var interval = intervals.difference(metric).orElseThrow();
            // then
            var expected = BOOTSTRAP.ofDifference(metric, pairs).orElseThrow();
            assertThat(interval.lower()).isCloseTo(expected.lower(), within(1e-9));
            assertThat(interval.upper()).isCloseTo(expected.upper(), within(1e-9));
        }
    }

    /** Many are equally sure, some have no draft, four share a template. */
    private static List<ScoredItem> items(long seed) {
        var random = new Random(seed);
        var items = new ArrayList<ScoredItem>();
        for (int i = 0; i < 120; i++) {
            boolean feasible = i % 3 != 0;
            var kind = i % 2 == 0 ? InfeasibleKind.NON_SQL : InfeasibleKind.COLUMN_RELATED;
            Gold gold = feasible ? new Gold.FeasibleBy("SELECT 1") : new Gold.Infeasible(kind);
            var question = new Question("q" + i, "orchard", "Which?");
            var sample = new Sample(question, gold, "t" + i / 4, null, null);
            double unsure = (random.nextInt(8) + (feasible ? 0 : 4)) / 12.0;
            boolean right = feasible && random.nextDouble() > unsure * unsure;
            var outcome =
                    unsure > 0.5 ? Outcome.abstained(feasible) : Outcome.answered(feasible, right);
            boolean hasDraft = random.nextInt(5) > 0;
            items.add(
                    new ScoredItem(
                            sample,
                            outcome,
                            hasDraft ? Optional.of(right) : Optional.empty(),
                            hasDraft ? OptionalDouble.of(unsure) : OptionalDouble.empty(),
                            OptionalDouble.of(random.nextInt(6) / 6.0 + (feasible ? 0 : 1 / 3.0))));
        }
        return items;
    }
}
