package org.demur.pipeline;

import java.util.List;
import java.util.Map;
import org.demur.decision.AbstentionPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.feasibility.WholeQuestionClassifier;
import org.demur.generation.SqlGenerator;
import org.demur.generation.Suggester;
import org.demur.uncertainty.UncertaintyEstimator;
import org.jspecify.annotations.Nullable;

/**
 * A named choice of one implementation per stage, possibly with further tiers behind it.
 *
 * @param name as used in requests and files
 * @param feasibility the classifier before generation
 * @param suggester finds nearby questions that could be answered
 * @param estimator chooses among drafts and measures uncertainty
 * @param tier name of this choice alone; the strategy's where there are no tiers
 * @param prompts the prompts that its components use, by id, each with its digest
 * @param next asked where this one abstains; null where there is none
 */
public record Strategy(
        String name,
        FeasibilityClassifier feasibility,
        SqlGenerator generator,
        Suggester suggester,
        ErrorDetector detector,
        UncertaintyEstimator estimator,
        AbstentionPolicy policy,
        String tier,
        Map<String, String> prompts,
        @Nullable Strategy next) {
    public Strategy {
        prompts = Map.copyOf(prompts);
    }

    /** A strategy without prompts and without further tiers. */
    public Strategy(
            String name,
            FeasibilityClassifier feasibility,
            SqlGenerator generator,
            Suggester suggester,
            ErrorDetector detector,
            UncertaintyEstimator estimator,
            AbstentionPolicy policy) {
        this(
                name,
                feasibility,
                generator,
                suggester,
                detector,
                estimator,
                policy,
                name,
                Map.of(),
                null);
    }

    /**
     * Strategies that are asked one after the other until one answers.
     *
     * @param tiers at least one, without tiers of their own
     */
    public static Strategy cascade(String name, List<Strategy> tiers) {
        Strategy cascade = null;
        for (var tier : tiers.reversed()) {
            cascade = tier.withPolicy(name, tier.policy, cascade);
        }
        if (cascade == null) {
            throw new IllegalArgumentException("a cascade has at least one tier");
        }
        return cascade;
    }

    /**
     * This strategy deciding at another penalty, all its tiers too.
     *
     * @throws org.demur.failure.GatewayException {@code LAXER_THAN_CONFIGURED} when it is smaller
     *     than the policy's
     */
    public Strategy stricter(double penalty) {
        return withPolicy(
                name, policy.stricter(penalty), next == null ? null : next.stricter(penalty));
    }

    /** This strategy for a conversation, of which it reads one question at a time. */
    Strategy forWholeQuestions() {
        return new Strategy(
                name,
                new WholeQuestionClassifier(feasibility),
                generator,
                suggester,
                detector,
                estimator,
                policy,
                tier,
                prompts,
                next);
    }

    private Strategy withPolicy(
            String newName, AbstentionPolicy newPolicy, @Nullable Strategy newNext) {
        return new Strategy(
                newName,
                feasibility,
                generator,
                suggester,
                detector,
                estimator,
                newPolicy,
                tier,
                prompts,
                newNext);
    }
}
