package org.demur.evaluation.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Intervals by resampling whole templates: items that share one are not independent. The same seed
 * gives the same interval.
 *
 * @param resamples how many
 * @param level share of the resampled figures inside of the interval, in (0, 1)
 * @see <a href="https://doi.org/10.1017/CBO9780511802843">Davison and Hinkley 1997, section 3.8</a>
 */
public record ClusteredBootstrap(long seed, int resamples, double level) {
    public static final ClusteredBootstrap STANDARD = new ClusteredBootstrap(1, 1000, 0.95);

    /**
     * An interval in the unit of its metric, unprinted.
     *
     * @param lower not above {@code upper}
     */
    public record Interval(double lower, double upper) {}

    /** Two decisions on one sample. */
    public record Pair(ScoredItem first, ScoredItem second) {
        /** Those of the questions that both decided on, in the second's order. */
        public static List<Pair> all(List<ScoredItem> first, List<ScoredItem> second) {
            var before = new HashMap<String, ScoredItem>();
            first.forEach(item -> before.put(item.sample().id(), item));
            var pairs = new ArrayList<Pair>();
            for (ScoredItem after : second) {
                ScoredItem item = before.get(after.sample().id());
                if (item != null && item.sample().question().equals(after.sample().question())) {
                    pairs.add(new Pair(item, after));
                }
            }
            return pairs;
        }
    }

    /** What one item scores, or how much more it scores in one run than in another. */
    public record Score(String template, double score) {}

    /** The interval of a figure; empty where most resamples do not define it. */
    public Optional<Interval> of(Metric metric, List<ScoredItem> items) {
        List<Pair> pairs = items.stream().map(item -> new Pair(item, item)).toList();
        return interval(pairs, resample -> metric.over(firsts(resample)));
    }

    /** The interval of the second figure less the first; both from the same resampled items. */
    public Optional<Interval> ofDifference(Metric metric, List<Pair> pairs) {
        return interval(
                pairs,
                resample -> {
                    OptionalDouble first = metric.over(firsts(resample));
                    OptionalDouble second =
                            metric.over(resample.stream().map(Pair::second).toList());
                    return first.isEmpty() || second.isEmpty()
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(second.getAsDouble() - first.getAsDouble());
                });
    }

    /** The interval of the mean of scores; empty without any. */
    public Optional<Interval> ofMean(List<Score> scores) {
        return ofMean(scores, this::draws);
    }

    /**
     * The same.
     *
     * @param draws as {@link #draws} gives them, kept for figures over as many clusters
     */
    public Optional<Interval> ofMean(List<Score> scores, IntFunction<int[][]> draws) {
        Map<String, List<Score>> byTemplate = new LinkedHashMap<>();
        for (Score score : scores) {
            byTemplate.computeIfAbsent(score.template(), t -> new ArrayList<>()).add(score);
        }
        List<List<Score>> clusters = List.copyOf(byTemplate.values());
        int[] sizes = clusters.stream().mapToInt(List::size).toArray();
        double[] sums =
                clusters.stream()
                        .mapToDouble(cluster -> cluster.stream().mapToDouble(Score::score).sum())
                        .toArray();
        return interval(
                Arrays.stream(draws.apply(sizes.length))
                        .mapToDouble(times -> mean(sums, sizes, times))
                        .toArray());
    }

    private static double mean(double[] sums, int[] sizes, int[] times) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < times.length; i++) {
            sum += times[i] * sums[i];
            count += times[i] * sizes[i];
        }
        return sum / count;
    }

    private interface Figure {
        OptionalDouble over(List<Pair> resample);
    }

    private Optional<Interval> interval(List<Pair> pairs, Figure figure) {
        List<List<Pair>> clusters = clusters(pairs);
        return interval(
                clusters.size(),
                times -> {
                    var resample = new ArrayList<Pair>(pairs.size());
                    for (int i = 0; i < times.length; i++) {
                        for (int drawn = 0; drawn < times[i]; drawn++) {
                            resample.addAll(clusters.get(i));
                        }
                    }
                    return figure.over(Collections.unmodifiableList(resample));
                });
    }

    /**
     * The interval of a figure of resampled clusters; empty where most resamples do not define it.
     *
     * @param figure of how often each cluster was drawn
     */
    Optional<Interval> interval(int clusters, Function<int[], OptionalDouble> figure) {
        double[] figures = new double[clusters == 0 ? 0 : resamples];
        draw(
                clusters,
                (resample, times) -> figures[resample] = figure.apply(times).orElse(Double.NaN));
        return interval(figures);
    }

    /** What is done with a resample, by its number and how often each cluster was drawn. */
    interface Draw {
        void of(int resample, int[] times);
    }

    /** Draws the resamples; the array is used again for the next one. */
    void draw(int clusters, Draw draw) {
        var random = new SplittableRandom(seed);
        int[] times = new int[clusters];
        for (int r = 0; clusters > 0 && r < resamples; r++) {
            Arrays.fill(times, 0);
            for (int i = 0; i < clusters; i++) {
                times[random.nextInt(clusters)]++;
            }
            draw.of(r, times);
        }
    }

    /** How often each resample drew each cluster; no resamples of nothing. */
    public int[][] draws(int clusters) {
        int[][] draws = new int[clusters == 0 ? 0 : resamples][];
        draw(clusters, (resample, times) -> draws[resample] = times.clone());
        return draws;
    }

    /**
     * The interval that the figures of resamples span.
     *
     * @param figures NaN where a resample does not define it
     */
    Optional<Interval> interval(double[] figures) {
        double[] defined = Arrays.stream(figures).filter(f -> !Double.isNaN(f)).sorted().toArray();
        if (defined.length * 2 <= figures.length) {
            return Optional.empty();
        }
        double tail = (1 - level) / 2;
        int lower = (int) Math.floor(tail * (defined.length - 1));
        int upper = (int) Math.ceil((1 - tail) * (defined.length - 1));
        return Optional.of(new Interval(defined[lower], defined[upper]));
    }

    private static List<ScoredItem> firsts(List<Pair> pairs) {
        return pairs.stream().map(Pair::first).toList();
    }

    private static List<List<Pair>> clusters(List<Pair> pairs) {
        Map<String, List<Pair>> clusters = new LinkedHashMap<>();
        for (Pair pair : pairs) {
            clusters.computeIfAbsent(pair.first().sample().template(), t -> new ArrayList<>())
                    .add(pair);
        }
        return List.copyOf(clusters.values());
    }
}
