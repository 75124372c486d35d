package org.demur.pipeline;

import org.demur.decision.AbstentionPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.SqlGenerator;
import org.demur.generation.Suggester;
import org.demur.uncertainty.UncertaintyEstimator;

/**
 * A named choice of one implementation per stage.
 *
 * @param name as used in requests and files
 * @param feasibility the classifier before generation
 * @param generator the SQL generator
 * @param suggester finds nearby questions that could be answered
 * @param detector the SQL error detector
 * @param estimator chooses among drafts and measures uncertainty
 * @param policy decides
 */
public record Strategy(
        String name,
        FeasibilityClassifier feasibility,
        SqlGenerator generator,
        Suggester suggester,
        ErrorDetector detector,
        UncertaintyEstimator estimator,
        AbstentionPolicy policy) {
    /**
     * This strategy deciding at another penalty.
     *
     * @throws org.demur.failure.GatewayException {@code LAXER_THAN_CONFIGURED} when it is smaller
     *     than the policy's
     */
    public Strategy stricter(double penalty) {
        return new Strategy(
                name,
                feasibility,
                generator,
                suggester,
                detector,
                estimator,
                policy.stricter(penalty));
    }
}
