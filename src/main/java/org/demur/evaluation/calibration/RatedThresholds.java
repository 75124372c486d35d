package org.demur.evaluation.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.demur.decision.Thresholds;
import org.demur.evaluation.calibration.Calibrating.Drafted;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.ClusteredBootstrap.Pair;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.ReliabilityScore;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.uncertainty.ThresholdFitter;

/**
 * Thresholds that people's verdicts propose, with what they promise: each question is decided by
 * thresholds that were fitted on the questions of other templates.
 */
public final class RatedThresholds {
    /** As the other cross-fitted figures have. */
    private static final int FOLDS = 5;

    private final ThresholdFitter fitter;
    private final ReliabilityScore score;
    private final List<Pair> decided;

    private RatedThresholds(ThresholdFitter fitter, ReliabilityScore score, List<Pair> decided) {
        this.fitter = fitter;
        this.score = score;
        this.decided = decided;
    }

    /**
     * Fits.
     *
     * @param rated drafts whose worth people know; at least one
     * @param penalty to promise something at
     * @param inForce the threshold at this penalty until now
     */
    public static RatedThresholds of(List<Drafted> rated, double penalty, double inForce) {
        var templates = rated.stream().map(Drafted::template).distinct().sorted().toList();
        var decided = new ArrayList<Pair>();
        for (int fold = 0; fold < Math.min(FOLDS, templates.size()); fold++) {
            int held = fold;
            var others =
                    rated.stream()
                            .filter(d -> templates.indexOf(d.template()) % FOLDS != held)
                            .toList();
            double proposed = fitted(others).curve().at(penalty);
            rated.stream()
                    .filter(d -> templates.indexOf(d.template()) % FOLDS == held)
                    .forEach(d -> decided.add(new Pair(item(d, inForce), item(d, proposed))));
        }
        return new RatedThresholds(fitted(rated), new ReliabilityScore(penalty), decided);
    }

    private static ThresholdFitter fitted(List<Drafted> rated) {
        return new ThresholdFitter(
                rated.stream()
                        .map(d ->
                                new ThresholdFitter.HeldOut(
                                        d.outcome(), d.template(), d.question().database()))
                        .toList());
    }

    private static ScoredItem item(Drafted drafted, double threshold) {
        var outcome = drafted.outcome();
        boolean feasible = !outcome.infeasible();
        var sample =
                new Sample(
                        drafted.question(),
                        feasible ? new Gold.FeasibleBy("") : new Gold.Infeasible(null),
                        drafted.template(),
                        null,
                        null);
        return ScoredItem.of(
                sample,
                outcome.score() <= threshold
                        ? Outcome.answered(feasible, !outcome.wrong())
                        : Outcome.abstained(feasible));
    }

    /** What chose the thresholds, on all that was rated. */
    public ThresholdFitter fitter() {
        return fitter;
    }

    /**
     * The thresholds proposed.
     *
     * @param feasibility the largest infeasible probability that proceeds, which verdicts on drafts
     *     say nothing of
     */
    public List<Thresholds> thresholds(double feasibility) {
        return fitter.curve().cuts().stream()
                .map(cut -> new Thresholds(cut.penalty(), feasibility, cut.uncertainty()))
                .toList();
    }

    /** RS at the penalty on what was rated, by the thresholds until now. */
    public double scoreInForce() {
        return score.over(decided.stream().map(Pair::first).toList()).orElseThrow();
    }

    /** The same by thresholds that have not seen the question's template. */
    public double scoreProposed() {
        return score.over(decided.stream().map(Pair::second).toList()).orElseThrow();
    }

    /** Of {@link #scoreProposed}, at 95 %, by templates; empty of too few. */
    public Optional<Interval> interval() {
        return ClusteredBootstrap.STANDARD.of(score, decided.stream().map(Pair::second).toList());
    }

    /** Of the gain over {@link #scoreInForce}, likewise. */
    public Optional<Interval> gain() {
        return ClusteredBootstrap.STANDARD.ofDifference(score, decided);
    }
}
