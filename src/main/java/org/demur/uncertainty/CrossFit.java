package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decisions on examples none of which was seen by the model or the threshold that decided it. For
 * each fold, the model is fitted on all the others, and the threshold on scores that are themselves
 * cross-fitted among those others.
 */
public final class CrossFit {
    private CrossFit() {}

    /**
     * One decision.
     *
     * @param score of the draft
     * @param threshold the largest score that was answered in its fold
     */
    public record Decided(UncertaintyScore score, double threshold) {
        public boolean isAnswered() {
            return score.value() <= threshold;
        }
    }

    /**
     * A decision for each example, in their order.
     *
     * @param examples of at least three folds
     * @param penalty c that the thresholds are fitted for
     * @param signals what the model may look at
     */
    public static List<Decided> decide(
            List<FusedExample> examples, double penalty, Set<Signal> signals) {
        var folds = folds(examples);
        if (folds.size() < 3) {
            throw new IllegalArgumentException(
                    "cross-fitting needs at least three folds, here are " + folds.size());
        }
        var likeness = TrackRecord.Likeness.tableOf(examples);
        var decided = new Decided[examples.size()];
        for (var fold : folds) {
            var others = examples.stream().filter(e -> !e.fold().equals(fold)).toList();
            var fitter = new ThresholdFitter(heldOut(others, signals, likeness));
            double threshold = fitter.curve().at(penalty);
            var estimator = FusedEstimator.fit(others, signals, likeness);
            for (int i = 0; i < decided.length; i++) {
                if (examples.get(i).fold().equals(fold)) {
                    decided[i] = new Decided(estimator.score(examples.get(i).draft()), threshold);
                }
            }
        }
        return List.of(decided);
    }

    private static List<ThresholdFitter.HeldOut> heldOut(
            List<FusedExample> examples, Set<Signal> signals, TrackRecord.Likeness likeness) {
        List<ThresholdFitter.HeldOut> judged = new ArrayList<>();
        for (var fold : folds(examples)) {
            var estimator =
                    FusedEstimator.fit(
                            examples.stream().filter(e -> !e.fold().equals(fold)).toList(),
                            signals,
                            likeness);
            examples.stream()
                    .filter(e -> e.fold().equals(fold))
                    .map(e ->
                            new ThresholdFitter.HeldOut(
                                    new Calibration.Outcome(
                                            estimator.score(e.draft()).value(),
                                            e.isWrong(),
                                            e.isInfeasible()),
                                    e.template(),
                                    e.draft().database()))
                    .forEach(judged::add);
        }
        return judged;
    }

    private static Set<String> folds(List<FusedExample> examples) {
        Set<String> folds = new TreeSet<>();
        examples.forEach(example -> folds.add(example.fold()));
        return folds;
    }
}
