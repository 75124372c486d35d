package org.demur.uncertainty;

import java.util.List;
import org.demur.detection.InspectedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.question.Question;

/** An estimator whose scores are turned into probabilities of being wrong. */
public final class Calibrated implements UncertaintyEstimator {
    private final UncertaintyEstimator estimator;
    private final Calibration calibration;

    public Calibrated(UncertaintyEstimator estimator, Calibration calibration) {
        this.estimator = estimator;
        this.calibration = calibration;
    }

    /** As it is before calibration, to be calibrated anew. */
    public static UncertaintyEstimator raw(UncertaintyEstimator estimator) {
        return estimator instanceof Calibrated calibrated ? calibrated.estimator : estimator;
    }

    @Override
    public Estimate estimate(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        var raw = estimator.estimate(question, feasibility, drafts);
        return new Estimate(
                raw.chosen(),
                new UncertaintyScore(calibration.errorProbability(raw.score().value())));
    }
}
