package org.demur.evaluation.metric;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.ClusteredBootstrap.Pair;

/**
 * Intervals of the metrics that rank items or weigh a probability: those of a {@link
 * ClusteredBootstrap}, but resamples are drawn once, items are sorted once, and a resample only
 * says how often each counts.
 */
final class MeasuredResamples {
    private final ClusteredBootstrap bootstrap;
    private final int[][] draws;
    private final Measured first;
    private final Measured second;

    private MeasuredResamples(
            ClusteredBootstrap bootstrap, int[][] draws, Measured first, Measured second) {
        this.bootstrap = bootstrap;
        this.draws = draws;
        this.first = first;
        this.second = second;
    }

    /** Resamples of one run's items. */
    public static MeasuredResamples of(List<ScoredItem> items, ClusteredBootstrap bootstrap) {
        var clusters = Clusters.of(items);
        var measured = Measured.of(items, clusters);
        return new MeasuredResamples(
                bootstrap, bootstrap.draws(clusters.count()), measured, measured);
    }

    /** Resamples of the items that two runs share; both measure the same resampled items. */
    public static MeasuredResamples ofPairs(List<Pair> pairs, ClusteredBootstrap bootstrap) {
        List<ScoredItem> firsts = pairs.stream().map(Pair::first).toList();
        List<ScoredItem> seconds = pairs.stream().map(Pair::second).toList();
        var clusters = Clusters.of(firsts);
        return new MeasuredResamples(
                bootstrap,
                bootstrap.draws(clusters.count()),
                Measured.of(firsts, clusters),
                Measured.of(seconds, clusters));
    }

    /** The interval of a figure; empty where most resamples do not define it. */
    public Optional<Interval> interval(Function<Resample, OptionalDouble> figure) {
        return over(times -> figure.apply(new Resample(first, times)).orElse(Double.NaN));
    }

    /** The interval of the second run's figure less the first's. */
    public Optional<Interval> difference(Function<Resample, OptionalDouble> figure) {
        return over(times ->
                figure.apply(new Resample(second, times)).orElse(Double.NaN)
                        - figure.apply(new Resample(first, times)).orElse(Double.NaN));
    }

    private Optional<Interval> over(ToDoubleFunction<int[]> figure) {
        return bootstrap.interval(Arrays.stream(draws).mapToDouble(figure).toArray());
    }

    /**
     * The templates of items.
     *
     * @param of each item, by position
     * @param count how many there are
     */
    @SuppressWarnings("ArrayRecordComponent") // private, and compared by nobody
    private record Clusters(int[] of, int count) {
        static Clusters of(List<ScoredItem> items) {
            var numbers = new HashMap<String, Integer>();
            int[] of = new int[items.size()];
            for (int i = 0; i < of.length; i++) {
                int next = numbers.size();
                of[i] = numbers.computeIfAbsent(items.get(i).sample().template(), t -> next);
            }
            return new Clusters(of, numbers.size());
        }
    }

    /**
     * What one run measured.
     *
     * @param outcomes of each cluster
     * @param isRanked whether any uncertainty was measured
     * @param drafts from sure to unsure
     * @param questions from feasible to infeasible
     */
    @SuppressWarnings("ArrayRecordComponent") // private, and compared by nobody
    private record Measured(
            OutcomeCounts[] outcomes, boolean isRanked, Ranked drafts, Ranked questions) {
        static Measured of(List<ScoredItem> items, Clusters clusters) {
            var outcomes = new OutcomeCounts[clusters.count()];
            Arrays.fill(outcomes, OutcomeCounts.of(List.of()));
            for (int i = 0; i < items.size(); i++) {
                int cluster = clusters.of()[i];
                outcomes[cluster] = outcomes[cluster].plus(OutcomeCounts.of(List.of(items.get(i))));
            }
            return new Measured(
                    outcomes,
                    items.stream().anyMatch(item -> item.uncertainty().isPresent()),
                    Ranked.of(
                            items,
                            clusters,
                            item ->
                                    item.uncertainty().isPresent()
                                            && item.draftIsRight().isPresent(),
                            Calibration::wrong,
                            item -> !item.draftIsRight().orElseThrow()),
                    Ranked.of(
                            items,
                            clusters,
                            item -> item.infeasibility().isPresent(),
                            item -> item.infeasibility().orElseThrow(),
                            ScoredItem::isInfeasible));
        }
    }

    /**
     * Items from small to large measurements.
     *
     * @param measured one a position
     * @param bad whether the draft is wrong, or the question infeasible
     * @param cluster the number of its template
     */
    @SuppressWarnings("ArrayRecordComponent") // private, and compared by nobody
    private record Ranked(double[] measured, boolean[] bad, int[] cluster) {
        static Ranked of(
                List<ScoredItem> items,
                Clusters clusters,
                Predicate<ScoredItem> takesPart,
                ToDoubleFunction<ScoredItem> measured,
                Predicate<ScoredItem> bad) {
            int[] order =
                    IntStream.range(0, items.size())
                            .filter(i -> takesPart.test(items.get(i)))
                            .boxed()
                            .sorted(
                                    Comparator.comparingDouble(
                                            i -> measured.applyAsDouble(items.get(i))))
                            .mapToInt(i -> i)
                            .toArray();
            var ranked =
                    new Ranked(
                            new double[order.length],
                            new boolean[order.length],
                            new int[order.length]);
            for (int i = 0; i < order.length; i++) {
                ScoredItem item = items.get(order[i]);
                ranked.measured[i] = measured.applyAsDouble(item);
                ranked.bad[i] = bad.test(item);
                ranked.cluster[i] = clusters.of()[order[i]];
            }
            return ranked;
        }

        int size() {
            return measured.length;
        }

        /** The position after the last that measures the same as this one. */
        int endOfTie(int start) {
            int end = start;
            while (end < size() && measured[end] == measured[start]) {
                end++;
            }
            return end;
        }

        /** How many of the positions from start to end a resample has. */
        int drawn(int start, int end, int[] times) {
            int drawn = 0;
            for (int i = start; i < end; i++) {
                drawn += times[cluster[i]];
            }
            return drawn;
        }

        int badDrawn(int start, int end, int[] times) {
            int drawn = 0;
            for (int i = start; i < end; i++) {
                drawn += bad[i] ? times[cluster[i]] : 0;
            }
            return drawn;
        }
    }

    /** One resample of one run's items. */
    public static final class Resample {
        private final Measured measured;
        private final int[] times;

        private Resample(Measured measured, int[] times) {
            this.measured = measured;
            this.times = times;
        }

        /** {@link AreaUnderRiskCoverage}. */
        public OptionalDouble areaUnderRiskCoverage() {
            Ranked drafts = measured.drafts();
            double area = 0;
            int answered = 0;
            double wrong = 0;
            for (int start = 0, end; start < drafts.size(); start = end) {
                end = drafts.endOfTie(start);
                int equallySure = drafts.drawn(start, end, times);
                double wrongOfThese = drafts.badDrawn(start, end, times);
                for (int k = 1; k <= equallySure; k++) {
                    area += (wrong + wrongOfThese * k / equallySure) / (answered + k);
                }
                answered += equallySure;
                wrong += wrongOfThese;
            }
            return answered == 0 ? OptionalDouble.empty() : OptionalDouble.of(area / answered);
        }

        private OutcomeCounts outcomes() {
            return OutcomeCounts.drawn(measured.outcomes(), times);
        }

        /** {@link DetectionF1} for infeasible questions of every kind. */
        public OptionalDouble detectionF1() {
            return outcomes().detectionF1();
        }

        /** {@link CoverageAtZeroWrong}. */
        public OptionalDouble coverageAtZeroWrong() {
            if (!measured.isRanked()) {
                return outcomes().coverageIfNothingIsWrong();
            }
            Ranked drafts = measured.drafts();
            if (drafts.drawn(0, drafts.size(), times) == 0) {
                return OptionalDouble.empty();
            }
            int all = outcomes().items();
            int answered = 0;
            for (int start = 0, end; start < drafts.size(); start = end) {
                end = drafts.endOfTie(start);
                if (drafts.badDrawn(start, end, times) > 0) {
                    break;
                }
                answered += drafts.drawn(start, end, times);
            }
            return OptionalDouble.of((double) answered / all);
        }

        /** {@link ExpectedCalibrationError}; uncertainty must be a probability. */
        public OptionalDouble expectedCalibrationError(int bins) {
            Ranked drafts = measured.drafts();
            double[] confidence = new double[bins];
            double[] right = new double[bins];
            int count = 0;
            for (int i = 0; i < drafts.size(); i++) {
                int drawn = times[drafts.cluster[i]];
                int bin = Math.min(bins - 1, (int) (drafts.measured[i] * bins));
                confidence[bin] += drawn * (1 - drafts.measured[i]);
                right[bin] += drafts.bad[i] ? 0 : drawn;
                count += drawn;
            }
            double distance = 0;
            for (int i = 0; i < bins; i++) {
                distance += Math.abs(confidence[i] - right[i]);
            }
            return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(distance / count);
        }

        /** {@link BrierScore}; uncertainty must be a probability. */
        public OptionalDouble brierScore() {
            Ranked drafts = measured.drafts();
            double squares = 0;
            int count = 0;
            for (int i = 0; i < drafts.size(); i++) {
                int drawn = times[drafts.cluster[i]];
                double distance = drafts.measured[i] - (drafts.bad[i] ? 1 : 0);
                squares += drawn * distance * distance;
                count += drawn;
            }
            return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(squares / count);
        }

        /** {@link DetectionAuroc} for infeasible questions of every kind. */
        public OptionalDouble detectionAuroc() {
            Ranked questions = measured.questions();
            double below = 0;
            double feasible = 0;
            double infeasible = 0;
            for (int start = 0, end; start < questions.size(); start = end) {
                end = questions.endOfTie(start);
                double bad = questions.badDrawn(start, end, times);
                double good = questions.drawn(start, end, times) - bad;
                below += bad * (feasible + good / 2);
                feasible += good;
                infeasible += bad;
            }
            return feasible == 0 || infeasible == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(below / feasible / infeasible);
        }
    }
}
