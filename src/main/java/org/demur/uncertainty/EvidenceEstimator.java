package org.demur.uncertainty;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.demur.detection.InspectedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.generation.Measurement;
import org.demur.generation.SqlOrigin;
import org.demur.question.Question;

/**
 * Chooses the draft that the evidence favours and returns the probability that it is wrong,
 * calibrated where a calibration was fitted. Fatal findings make a draft certain to be wrong.
 */
public final class EvidenceEstimator implements UncertaintyEstimator {
    /** How much a rival draft's log-odds speak against the best one; chosen on validation pairs. */
    private static final double RIVAL_WEIGHT = 0.6;

    /** That every rival is hopeless speaks for no draft: below this, less makes no difference. */
    private static final double LEAST_RIVAL = 0.03;

    private final EvidenceModel model;
    private final Calibrator calibrator;

    public EvidenceEstimator(EvidenceModel model, Calibrator calibrator) {
        this.model = model;
        this.calibrator = calibrator;
    }

    @Override
    public Estimate estimate(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        for (InspectedDraft draft : drafts) {
            boolean vouched = draft.draft().evidence().containsKey(Measurement.VERBATIM);
            if (vouched && !draft.findings().isFatal()) {
                return new Estimate(draft, calibrator.exactly(0));
            }
        }
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
        best = accounted(best, right, drafts);
        if (drafts.get(best).findings().isFatal()) {
            return new Estimate(drafts.get(best), calibrator.exactly(1));
        }
        double rival = LEAST_RIVAL; // drafts with the same result are none
        for (int i = 0; i < right.length; i++) {
            if (i != best && !drafts.get(i).agreesWith(drafts.get(best))) {
                rival = Math.max(rival, right[i]);
            }
        }
        double raw = 1 - sigmoid(logit(right[best]) - RIVAL_WEIGHT * logit(rival));
        var score = calibrator.calibrated(raw);
        return new Estimate(
                drafts.get(best),
                new UncertaintyScore(
                        score.value(),
                        score.calibration(),
                        model.arguments(feasibility.infeasibleProbability(), drafts, best)));
    }

    /**
     * The likeliest draft with the same result that is accounted for by verified queries, where the
     * one given is a model's: what its words leave out is known, and counts. Else the one given.
     */
    private static int accounted(int chosen, double[] right, List<InspectedDraft> drafts) {
        var draft = drafts.get(chosen);
        if (!isOfModel(draft)) {
            return chosen;
        }
        return IntStream.range(0, right.length)
                .filter(i -> !isOfModel(drafts.get(i)) && drafts.get(i).agreesWith(draft))
                .boxed()
                .max(Comparator.comparingDouble(i -> right[i]))
                .orElse(chosen);
    }

    private static boolean isOfModel(InspectedDraft draft) {
        return draft.draft().origin() == SqlOrigin.MODEL;
    }

    private static double logit(double probability) {
        double p = Math.clamp(probability, 1e-3, 1 - 1e-4);
        return Math.log(p / (1 - p));
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }
}
