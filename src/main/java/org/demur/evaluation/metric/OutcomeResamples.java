package org.demur.evaluation.metric;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.ClusteredBootstrap.Pair;

/**
 * The resamples of a {@link ClusteredBootstrap}, drawn once and reduced to counts of outcomes: the
 * same intervals for figures that follow from outcomes, thousands of them in the time of one.
 */
public final class OutcomeResamples {
    private final ClusteredBootstrap bootstrap;
    private final OutcomeCounts[] first;
    private final OutcomeCounts[] second;

    private OutcomeResamples(
            ClusteredBootstrap bootstrap, OutcomeCounts[] first, OutcomeCounts[] second) {
        this.bootstrap = bootstrap;
        this.first = first;
        this.second = second;
    }

    /** Resamples of one run's items. */
    public static OutcomeResamples of(List<ScoredItem> items, ClusteredBootstrap bootstrap) {
        return ofPairs(items.stream().map(item -> new Pair(item, item)).toList(), bootstrap);
    }

    /** Resamples of the items that two runs share; both decide on the same resampled items. */
    public static OutcomeResamples ofPairs(List<Pair> pairs, ClusteredBootstrap bootstrap) {
        Map<String, OutcomeCounts> firsts = new LinkedHashMap<>();
        Map<String, OutcomeCounts> seconds = new LinkedHashMap<>();
        for (Pair pair : pairs) {
            String template = pair.first().sample().template();
            firsts.merge(template, OutcomeCounts.of(List.of(pair.first())), OutcomeCounts::plus);
            seconds.merge(template, OutcomeCounts.of(List.of(pair.second())), OutcomeCounts::plus);
        }
        var firstClusters = firsts.values().toArray(OutcomeCounts[]::new);
        var secondClusters = seconds.values().toArray(OutcomeCounts[]::new);
        int clusters = firstClusters.length;
        int resamples = clusters == 0 ? 0 : bootstrap.resamples();
        var first = new OutcomeCounts[resamples];
        var second = new OutcomeCounts[resamples];
        bootstrap.draw(
                clusters,
                (r, times) -> {
                    first[r] = OutcomeCounts.drawn(firstClusters, times);
                    second[r] = OutcomeCounts.drawn(secondClusters, times);
                });
        return new OutcomeResamples(bootstrap, first, second);
    }

    /** The interval of a figure; empty where most resamples do not define it. */
    public Optional<Interval> interval(Function<OutcomeCounts, OptionalDouble> figure) {
        return over(r -> {
            OptionalDouble value = figure.apply(first[r]);
            return value.orElse(Double.NaN);
        });
    }

    /** The interval of the second run's figure less the first's. */
    public Optional<Interval> difference(Function<OutcomeCounts, OptionalDouble> figure) {
        return over(r ->
                figure.apply(second[r]).orElse(Double.NaN)
                        - figure.apply(first[r]).orElse(Double.NaN));
    }

    private Optional<Interval> over(IntToDoubleFunction figure) {
        double[] figures = new double[first.length];
        Arrays.setAll(figures, figure);
        return bootstrap.interval(figures);
    }
}
