package org.demur.evaluation.metric;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;

/**
 * Intervals of the metrics that rank items or weigh a probability: those of a {@link
 * ClusteredBootstrap}, but items are sorted once and a resample only says how often each counts.
 */
public final class MeasuredResamples {
    private final ClusteredBootstrap bootstrap;
    private final int clusters;
    private final int[] items;
    private final Ranked drafts;
    private final Ranked questions;

    private MeasuredResamples(
            ClusteredBootstrap bootstrap,
            int clusters,
            int[] items,
            Ranked drafts,
            Ranked questions) {
        this.bootstrap = bootstrap;
        this.clusters = clusters;
        this.items = items;
        this.drafts = drafts;
        this.questions = questions;
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
                ToDoubleFunction<ScoredItem> measured,
                Predicate<ScoredItem> bad,
                Map<String, Integer> numbers) {
            List<ScoredItem> sorted =
                    items.stream().sorted(Comparator.comparingDouble(measured)).toList();
            var ranked =
                    new Ranked(
                            new double[sorted.size()],
                            new boolean[sorted.size()],
                            new int[sorted.size()]);
            for (int i = 0; i < sorted.size(); i++) {
                ScoredItem item = sorted.get(i);
                ranked.measured[i] = measured.applyAsDouble(item);
                ranked.bad[i] = bad.test(item);
                ranked.cluster[i] = numbers.getOrDefault(item.sample().template(), 0);
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

    /** Resamples of one run's items. */
    public static MeasuredResamples of(List<ScoredItem> items, ClusteredBootstrap bootstrap) {
        var numbers = new HashMap<String, Integer>();
        var sizes = new ArrayList<Integer>();
        for (ScoredItem item : items) {
            Integer known = numbers.putIfAbsent(item.sample().template(), sizes.size());
            if (known == null) {
                sizes.add(1);
            } else {
                sizes.set(known, sizes.get(known) + 1);
            }
        }
        return new MeasuredResamples(
                bootstrap,
                sizes.size(),
                sizes.stream().mapToInt(size -> size).toArray(),
                Ranked.of(
                        Calibration.measured(items),
                        Calibration::wrong,
                        item -> !item.draftIsRight().orElseThrow(),
                        numbers),
                Ranked.of(
                        items.stream().filter(i -> i.infeasibility().isPresent()).toList(),
                        item -> item.infeasibility().orElseThrow(),
                        ScoredItem::isInfeasible,
                        numbers));
    }

    /** Of {@link AreaUnderRiskCoverage}. */
    public Optional<Interval> areaUnderRiskCoverage() {
        return bootstrap.interval(clusters, this::areaUnderRiskCoverage);
    }

    private OptionalDouble areaUnderRiskCoverage(int[] times) {
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

    /** Of {@link CoverageAtZeroWrong}, where uncertainty was measured. */
    public Optional<Interval> coverageAtZeroWrong() {
        return bootstrap.interval(clusters, this::coverageAtZeroWrong);
    }

    private OptionalDouble coverageAtZeroWrong(int[] times) {
        if (drafts.drawn(0, drafts.size(), times) == 0) {
            return OptionalDouble.empty();
        }
        int all = 0;
        for (int i = 0; i < clusters; i++) {
            all += times[i] * items[i];
        }
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

    /** Of {@link ExpectedCalibrationError}; uncertainty must be a probability. */
    public Optional<Interval> expectedCalibrationError(int bins) {
        return bootstrap.interval(clusters, times -> expectedCalibrationError(bins, times));
    }

    private OptionalDouble expectedCalibrationError(int bins, int[] times) {
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

    /** Of {@link BrierScore}; uncertainty must be a probability. */
    public Optional<Interval> brierScore() {
        return bootstrap.interval(clusters, this::brierScore);
    }

    private OptionalDouble brierScore(int[] times) {
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

    /** Of {@link DetectionAuroc} for infeasible questions of every kind. */
    public Optional<Interval> detectionAuroc() {
        return bootstrap.interval(clusters, this::detectionAuroc);
    }

    private OptionalDouble detectionAuroc(int[] times) {
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
