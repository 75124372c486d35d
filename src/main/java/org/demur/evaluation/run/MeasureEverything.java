package org.demur.evaluation.run;

import org.demur.decision.AbstentionPolicy;
import org.demur.decision.Decision;
import org.demur.decision.Evidence;

/** Lets every stage run, so that a saved run can be decided again at any penalty. */
final class MeasureEverything implements AbstentionPolicy {
    @Override
    public Decision decide(Evidence evidence) {
        return new Decision.Proceed();
    }

    @Override
    public double penalty() {
        return 0;
    }

    @Override
    public AbstentionPolicy stricter(double penalty) {
        return this;
    }

    @Override
    public AbstentionPolicy answeringUncalibrated() {
        return this;
    }
}
