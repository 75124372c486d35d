package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * Scores and decisions on examples none of which was seen by the model or the threshold that it is
 * of. For each fold the model is fitted on all the others, calibration and threshold on scores that
 * are themselves cross-fitted among those others.
 */
public final class CrossFit {
    private CrossFit() {}

    /**
     * One decision.
     *
     * @param score calibrated probability of being wrong, in [0, 1]
     * @param thresholds the largest score that is answered in its fold, at any penalty
     */
    public record Decided(double score, ThresholdCurve thresholds) {
        boolean isAnswered(double penalty) {
            return score <= thresholds.at(penalty);
        }
    }

    /**
     * A decision for each example, in their order.
     *
     * @param examples of at least three folds
     * @throws GatewayException {@code INVALID_INPUT_FILE} where there are fewer folds
     */
    public static List<Decided> decide(List<FusedExample> examples, Folding folding) {
        var folds = folds(examples, folding, 3);
        var decided = new Decided[examples.size()];
        for (var fold : folds) {
            var others = examples.stream().filter(e -> !folding.fold(e).equals(fold)).toList();
            var outcomes = outcomes(others, scores(others, folding));
            var calibration = Calibration.fit(outcomes);
            List<ThresholdFitter.HeldOut> heldOut = new ArrayList<>();
            for (int i = 0; i < outcomes.size(); i++) {
                heldOut.add(
                        others.get(i)
                                .scored(calibration.errorProbability(outcomes.get(i).score())));
            }
            var curve = new ThresholdFitter(heldOut).curve();
            var model = FusedModel.fit(others);
            for (int i = 0; i < decided.length; i++) {
                if (folding.fold(examples.get(i)).equals(fold)) {
                    double raw = model.probability(examples.get(i).signals());
                    decided[i] = new Decided(calibration.errorProbability(raw), curve);
                }
            }
        }
        return List.of(decided);
    }

    /**
     * A score for each example, in their order, by a model that saw nothing of its fold.
     *
     * @param examples of at least two folds
     * @throws GatewayException {@code INVALID_INPUT_FILE} where there are fewer folds
     */
    public static List<Double> scores(List<FusedExample> examples, Folding folding) {
        var scores = new Double[examples.size()];
        for (var fold : folds(examples, folding, 2)) {
            var model =
                    FusedModel.fit(
                            examples.stream().filter(e -> !folding.fold(e).equals(fold)).toList());
            for (int i = 0; i < scores.length; i++) {
                if (folding.fold(examples.get(i)).equals(fold)) {
                    scores[i] = model.probability(examples.get(i).signals());
                }
            }
        }
        return List.of(scores);
    }

    private static List<Calibration.Outcome> outcomes(
            List<FusedExample> examples, List<Double> scores) {
        List<Calibration.Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < scores.size(); i++) {
            outcomes.add(examples.get(i).scored(scores.get(i)).outcome());
        }
        return outcomes;
    }

    private static Set<String> folds(List<FusedExample> examples, Folding folding, int least) {
        Set<String> folds = new TreeSet<>();
        examples.forEach(example -> folds.add(folding.fold(example)));
        if (folds.size() < least) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "Cross-fitting takes drafts of %d folds or more, here are %d"
                            .formatted(least, folds.size()));
        }
        return folds;
    }
}
