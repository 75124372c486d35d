package org.demur.evaluation.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.demur.evaluation.metric.RiskCoverageCurve;
import org.demur.generation.Measurement;

/**
 * What each thing that was measured of a run's drafts could decide alone: its cut lies where RS(c)
 * is largest on these very questions, as the papers choose it, so that the figures are a bound and
 * no promise.
 */
public final class SingleSignals {
    /** What generators of samples and steps tell; evidence of verified queries is for its model. */
    private static final Set<Measurement> OF_DECODING =
            EnumSet.range(Measurement.SHARE_OF_SAMPLES, Measurement.OUT_OF_VOCABULARY);

    private SingleSignals() {}

    /**
     * The best cut of a signal.
     *
     * @param reliability RS(c) there, in per cent
     * @param answered questions
     * @param wrong of these
     */
    public record Cut(double reliability, int answered, int wrong) {}

    /** Shares of the drafts, in per cent, whose risk is told. */
    private static final List<Integer> COVERAGES = List.of(25, 50, 75, 100);

    /**
     * How a signal ranks drafts.
     *
     * @param cuts the best at each penalty, in ascending order
     * @param risks by the share of drafts that are answered with, the least doubtful first, in per
     *     cent, in ascending order: the part of them that is wrong, in [0, 1]
     */
    public record Ranking(SortedMap<Double, Cut> cuts, SortedMap<Integer, Double> risks) {}

    private record Scored(double risk, boolean right, boolean infeasible) {
        /** What answering adds to the sum of points; abstaining from an infeasible one was one. */
        double points(double penalty) {
            return right ? 1 : -penalty - (infeasible ? 1 : 0);
        }
    }

    /**
     * By signal; only those that every draft has which could be answered with.
     *
     * @param scores of the run's drafts
     */
    public static Map<String, Ranking> of(
            SavedRun run, DraftScores scores, List<Double> penalties) {
        Map<String, ToDoubleFunction<RunSample>> risks = new LinkedHashMap<>();
        risks.put("infeasible", SingleSignals::infeasible);
        risks.put(
                "reader",
                sample -> {
                    var draft = sample.chosenDraft();
                    Double logOdds = draft == null ? null : draft.findings().logOdds();
                    return logOdds == null ? Double.NaN : -logOdds;
                });
        for (var measurement : OF_DECODING) {
            int sign = measurement.sign() == Measurement.Sign.FOR ? -1 : 1;
            if (measurement.sign() != Measurement.Sign.EITHER) {
                risks.put(measurement.key(), sample -> sign * measured(sample, measurement));
            }
        }
        var ids =
                run.items(scores).stream()
                        .map(item -> item.sample().question().id())
                        .collect(Collectors.toSet());
        var samples = run.samples().stream().filter(sample -> ids.contains(sample.id())).toList();
        Map<String, Ranking> rankings = new LinkedHashMap<>();
        risks.forEach((signal, risk) -> {
            var scored = scored(samples, scores, risk);
            if (!scored.isEmpty() && scored.stream().noneMatch(s -> Double.isNaN(s.risk()))) {
                SortedMap<Double, Cut> byPenalty = new TreeMap<>();
                penalties.forEach(c -> byPenalty.put(c, best(samples, scored, c)));
                rankings.put(signal, new Ranking(byPenalty, risks(scored)));
            }
        });
        return rankings;
    }

    private static double infeasible(RunSample sample) {
        var feasibility = sample.feasibility();
        return feasibility == null ? Double.NaN : feasibility.infeasibleProbability();
    }

    private static double measured(RunSample sample, Measurement measurement) {
        var draft = sample.chosenDraft();
        return draft == null ? Double.NaN : draft.draft().measured(measurement, Double.NaN);
    }

    /** The least doubtful first. */
    private static List<Scored> scored(
            List<RunSample> samples, DraftScores scores, ToDoubleFunction<RunSample> risk) {
        List<Scored> scored = new ArrayList<>();
        for (var sample : samples) {
            var draft = sample.chosenDraft();
            if (draft != null && !draft.findings().isFatal()) {
                scores.draft(sample.id(), sample.chosen())
                        .ifPresent(right ->
                                scored.add(
                                        new Scored(
                                                risk.applyAsDouble(sample),
                                                right,
                                                sample.gold() == null)));
            }
        }
        scored.sort(Comparator.comparingDouble(Scored::risk));
        return scored;
    }

    /** The risk–coverage curve at a few places. */
    private static SortedMap<Integer, Double> risks(List<Scored> scored) {
        var drafts =
                scored.stream().map(s -> new RiskCoverageCurve.Draft(s.risk(), s.right())).toList();
        var points = RiskCoverageCurve.of(drafts, drafts.size()).points();
        SortedMap<Integer, Double> risks = new TreeMap<>();
        for (int coverage : COVERAGES) {
            int answered = Math.max(1, points.size() * coverage / 100);
            risks.put(coverage, points.get(answered - 1).risk());
        }
        return risks;
    }

    /** Equal signals are answered together or not at all. */
    private static Cut best(List<RunSample> samples, List<Scored> scored, double penalty) {
        long infeasible = samples.stream().filter(sample -> sample.gold() == null).count();
        double points = infeasible; // abstaining from everything
        var best = new Cut(percent(points, samples), 0, 0);
        int wrong = 0;
        for (int i = 0; i < scored.size(); i++) {
            points += scored.get(i).points(penalty);
            wrong += scored.get(i).right() ? 0 : 1;
            boolean isTied =
                    i + 1 < scored.size() && scored.get(i + 1).risk() == scored.get(i).risk();
            if (!isTied && percent(points, samples) > best.reliability()) {
                best = new Cut(percent(points, samples), i + 1, wrong);
            }
        }
        return best;
    }

    private static double percent(double points, List<RunSample> samples) {
        return 100 * points / samples.size();
    }
}
