package org.demur.evaluation.run;

import org.demur.answer.Explanation;
import org.demur.answer.ReasonCode;
import org.demur.decision.AbstentionPolicy;
import org.demur.decision.Decision;
import org.demur.decision.Evidence;
import org.demur.decision.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Decides a measured sample as the pipeline would have, stage by stage: the policy on feasibility,
 * whether there is a draft, the policy on everything, and what running the draft gave.
 */
final class Decider {
    private Decider() {}

    /**
     * The reason to abstain; null to answer.
     *
     * @param chosen index of the chosen draft, -1 without one
     * @param inPipeline why the pipeline itself did not answer; null where it did
     */
    static @Nullable Reason reason(
            AbstentionPolicy policy, Evidence evidence, @Nullable Reason inPipeline, int chosen) {
        if (evidence.feasibility() != null
                && policy.decide(Evidence.NONE.with(evidence.feasibility()))
                        instanceof Decision.Abstain(var reason)) {
            return reason;
        }
        if (chosen < 0) {
            return inPipeline == null ? new Reason.NoDraft("there was no draft") : inPipeline;
        }
        if (policy.decide(evidence) instanceof Decision.Abstain(var reason)) {
            return reason;
        }
        return inPipeline;
    }

    /** The decision that another policy would have taken on a sample. */
    static RunDecision decision(RunSample sample, AbstentionPolicy policy) {
        if (sample.isBrokenDown()) {
            return sample.decision();
        }
        Reason reason = reason(policy, sample.evidence(), null, sample.chosen());
        if (stands(sample, reason)) {
            return sample.decision();
        }
        return reason == null ? RunDecision.ANSWERED : RunDecision.ABSTAINED;
    }

    /**
     * Whether no policy can change what came of the sample: its draft did not run, or there is
     * none.
     */
    private static boolean stands(RunSample sample, @Nullable Reason reason) {
        return sample.chosen() < 0
                ? !(reason instanceof Reason.Infeasible)
                : sample.sql() == null && reason == null;
    }

    /**
     * The sample as it would have been under another policy.
     *
     * @param strategy that the sample is of, for the explanation
     */
    static RunSample redecided(RunSample sample, AbstentionPolicy policy, String strategy) {
        if (sample.isBrokenDown()) {
            return sample;
        }
        Reason reason = reason(policy, sample.evidence(), null, sample.chosen());
        if (stands(sample, reason)) {
            return sample;
        }
        return new RunSample(
                sample.id(),
                sample.database(),
                sample.question(),
                sample.gold(),
                sample.kind(),
                sample.template(),
                sample.familiarity(),
                sample.hardness(),
                sample.feasibility(),
                sample.drafts(),
                sample.chosen(),
                sample.uncertainty(),
                sample.calibration(),
                sample.arguments(),
                reason == null ? RunDecision.ANSWERED : RunDecision.ABSTAINED,
                reason == null ? null : ReasonCode.of(reason).key(),
                reason == null
                        ? null
                        : Explanation.of(reason, sample.evidence(), sample.database(), strategy),
                sample.stage(),
                sample.failure(),
                sample.sql(),
                sample.rows(),
                sample.milliseconds());
    }
}
