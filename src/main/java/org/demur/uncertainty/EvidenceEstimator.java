package org.demur.uncertainty;

import java.util.List;
import org.demur.detection.InspectedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.question.Question;

/**
 * Chooses the draft that the evidence favours and returns the probability that it is wrong,
 * calibrated where a calibration was fitted. Fatal findings make a draft certain to be wrong.
 */
public final class EvidenceEstimator implements UncertaintyEstimator {
    private final EvidenceModel model;
    private final Calibration calibration;

    public EvidenceEstimator(EvidenceModel model, Calibration calibration) {
        this.model = model;
        this.calibration = calibration;
    }

    @Override
    public Estimate estimate(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        double[] right = model.probabilities(feasibility.infeasibleProbability(), drafts);
        int best = 0;
        for (int i = 0; i < right.length; i++) {
            if (drafts.get(i).findings().isFatal()) {
                right[i] = 0;
            }
            if (right[i] > right[best]) {
                best = i;
            }
        }
        return new Estimate(
                drafts.get(best),
                new UncertaintyScore(calibration.errorProbability(1 - right[best])));
    }
}
