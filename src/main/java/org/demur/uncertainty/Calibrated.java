package org.demur.uncertainty;

import java.util.List;
import org.demur.detection.InspectedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.question.Question;

/**
 * An estimator whose scores are turned into probabilities of being wrong, where that was fitted.
 */
public final class Calibrated implements UncertaintyEstimator {
    private final UncertaintyEstimator estimator;
    private final Calibrator calibrator;

    public Calibrated(UncertaintyEstimator estimator, Calibrator calibrator) {
        this.estimator = estimator;
        this.calibrator = calibrator;
    }

    /** As it is before calibration, to be calibrated anew. */
    public static UncertaintyEstimator raw(UncertaintyEstimator estimator) {
        return estimator instanceof Calibrated calibrated ? calibrated.estimator : estimator;
    }

    @Override
    public Estimate estimate(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        var raw = estimator.estimate(question, feasibility, drafts);
        var score = calibrator.calibrated(raw.score().value());
        return new Estimate(
                raw.chosen(),
                new UncertaintyScore(score.value(), score.calibration(), raw.score().arguments()));
    }
}
