package org.demur.evaluation.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.ClusteredBootstrap.Pair;
import org.demur.question.Question;
import org.junit.jupiter.api.Test;

/** What follows from counts is what follows from items. */
final class OutcomeResamplesTest {
    private static final Map<Metric, Function<OutcomeCounts, OptionalDouble>> FIGURES =
            new LinkedHashMap<>();

    static {
        for (double penalty : new double[] {0, 2.5, 10}) {
            FIGURES.put(new ReliabilityScore(penalty), counts -> counts.reliability(penalty));
        }
        FIGURES.put(new ReliabilityScoreAtN(), counts -> counts.reliability(counts.items()));
        FIGURES.put(new AbstainAll(), OutcomeCounts::abstainAll);
        FIGURES.put(new Coverage(), OutcomeCounts::coverage);
        FIGURES.put(new SelectiveRisk(), OutcomeCounts::selectiveRisk);
        FIGURES.put(new ExecutionAccuracy(), OutcomeCounts::executionAccuracy);
        FIGURES.put(new DetectionF1(null), OutcomeCounts::detectionF1);
        FIGURES.put(new CoverageAtZeroWrong(), OutcomeCounts::coverageIfNothingIsWrong);
    }

    @Test
    void figuresAndIntervalsAreThoseOfTheMetrics() {
        // given
        List<ScoredItem> items = items(1);
        var bootstrap = new ClusteredBootstrap(5, 200, 0.9);
        var resamples = OutcomeResamples.of(items, bootstrap);
        FIGURES.forEach((metric, figure) -> {
            // when
            var value = figure.apply(OutcomeCounts.of(items)).orElseThrow();
            var interval = resamples.interval(figure).orElseThrow();
            // then
            var expected = bootstrap.of(metric, items).orElseThrow();
            assertThat(value)
                    .as(metric.name())
                    .isCloseTo(metric.over(items).orElseThrow(), within(1e-9));
            assertThat(interval.lower())
                    .as(metric.name())
                    .isCloseTo(expected.lower(), within(1e-9));
            assertThat(interval.upper())
                    .as(metric.name())
                    .isCloseTo(expected.upper(), within(1e-9));
        });
    }

    @Test
    void differencesArePaired() {
        // given
        List<ScoredItem> first = items(1);
        List<ScoredItem> second = items(2);
        var pairs = new ArrayList<Pair>();
        for (int i = 0; i < first.size(); i++) {
            pairs.add(new Pair(first.get(i), second.get(i)));
        }
        var bootstrap = new ClusteredBootstrap(5, 200, 0.9);
        // when
        var interval =
                OutcomeResamples.ofPairs(pairs, bootstrap)
                        .difference(counts -> counts.reliability(10))
                        .orElseThrow();
        // then
        var expected = bootstrap.ofDifference(new ReliabilityScore(10), pairs).orElseThrow();
        assertThat(interval.lower()).isCloseTo(expected.lower(), within(1e-9));
        assertThat(interval.upper()).isCloseTo(expected.upper(), within(1e-9));
    }

    @Test
    void nothingHasNoInterval() {
        assertThat(
                        OutcomeResamples.of(List.of(), ClusteredBootstrap.STANDARD)
                                .interval(OutcomeCounts::coverage))
                .isEmpty();
    }

    private static List<ScoredItem> items(long seed) {
        var random = new Random(seed);
        var items = new ArrayList<ScoredItem>();
        for (int i = 0; i < 60; i++) {
            boolean feasible = i % 3 != 0;
            Outcome outcome =
                    random.nextInt(3) == 0
                            ? Outcome.abstained(feasible)
                            : Outcome.answered(feasible, random.nextInt(4) > 0);
            Gold gold = feasible ? new Gold.FeasibleBy("SELECT 1") : new Gold.Infeasible(null);
            var question = new Question("q" + i, "orchard", "Which?");
            items.add(ScoredItem.of(new Sample(question, gold, "t" + i / 4, null, null), outcome));
        }
        return items;
    }
}
