package org.demur.evaluation.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ClusteredBootstrapTest {
    private static final ClusteredBootstrap BOOTSTRAP = new ClusteredBootstrap(7, 400, 0.95);

    @Test
    void theSameSeedGivesTheSameInterval() {
        // given
        var items = Items.random(new Random(3));
        // when
        var once = BOOTSTRAP.of(new ReliabilityScore(1), items);
        var again = BOOTSTRAP.of(new ReliabilityScore(1), items);
        // then
        assertThat(once).isPresent().isEqualTo(again);
    }

    @Test
    void theIntervalHoldsTheFigure() {
        // given
        var items = Items.random(new Random(4));
        var metric = new Coverage();
        // when
        var interval = BOOTSTRAP.of(metric, items).orElseThrow();
        // then
        assertThat(metric.over(items).orElseThrow()).isBetween(interval.lower(), interval.upper());
    }

    @Test
    void theIntervalOfAMeanIsThatOfTheMetricThatItIs() {
        // given
        var items = Items.random(new Random(6));
        // when
        var scores =
                items.stream()
                        .map(item ->
                                new ClusteredBootstrap.Score(
                                        item.sample().template(), item.outcome().points(10)))
                        .toList();
        // then
        var expected = BOOTSTRAP.of(new ReliabilityScore(10), items).orElseThrow();
        var interval = BOOTSTRAP.ofMean(scores).orElseThrow();
        assertThat(interval.lower()).isCloseTo(expected.lower(), within(1e-9));
        assertThat(interval.upper()).isCloseTo(expected.upper(), within(1e-9));
        assertThat(BOOTSTRAP.ofMean(List.of())).isEmpty();
    }

    @Test
    void itemsOfOneTemplateAreDrawnTogether() {
        // given
        var items = new ArrayList<ScoredItem>();
        for (int i = 0; i < 50; i++) {
            var outcome = i % 2 == 0 ? Outcome.CORRECT_SQL : Outcome.WRONG_SQL;
            items.add(ScoredItem.of(Items.sample("q" + i, true, "the only template"), outcome));
        }
        // when
        var interval = BOOTSTRAP.of(new ExecutionAccuracy(), items).orElseThrow();
        // then
        assertThat(interval).isEqualTo(new ClusteredBootstrap.Interval(0.5, 0.5));
    }

    @Test
    void aRunDoesNotDifferFromItself() {
        // given
        var pairs =
                Items.random(new Random(5)).stream()
                        .map(item -> new ClusteredBootstrap.Pair(item, item))
                        .toList();
        // when
        var interval = BOOTSTRAP.ofDifference(new ReliabilityScore(10), pairs).orElseThrow();
        // then
        assertThat(interval).isEqualTo(new ClusteredBootstrap.Interval(0, 0));
    }

    @Test
    void aFigureWithoutValueHasNoInterval() {
        // when
        var interval = BOOTSTRAP.of(new SelectiveRisk(), List.of(Items.question(true, 0.2)));
        // then
        assertThat(interval).isEmpty();
    }
}
