package org.demur.decision;

/**
 * Decides from evidence whether to proceed. Pure: the same evidence always gives the same decision,
 * and thresholds live nowhere else. Abstaining is absorbing: more evidence never turns an
 * abstention into a proceeding.
 */
public interface AbstentionPolicy {
    Decision decide(Evidence evidence);

    /**
     * The penalty c that the thresholds in force were chosen for, in units of one correct decision.
     */
    double penalty();

    /**
     * This policy at another penalty.
     *
     * @param penalty at least {@link #penalty()}: a request may be stricter than the configuration,
     *     never laxer
     * @throws org.demur.failure.GatewayException {@code LAXER_THAN_CONFIGURED} when it is smaller
     */
    AbstentionPolicy stricter(double penalty);

    /**
     * This policy answering also by scores that no calibration vouches for, which it otherwise
     * abstains from at every penalty above 0: for benchmarks of systems that answer so.
     */
    AbstentionPolicy answeringUncalibrated();
}
