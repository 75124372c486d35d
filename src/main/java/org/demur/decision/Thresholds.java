package org.demur.decision;

import java.util.List;
import org.demur.uncertainty.ThresholdCurve;

/**
 * Where to cut at one penalty. Equality proceeds.
 *
 * @param penalty c, in units of one correct decision; at least 0
 * @param feasibility the largest infeasible probability that proceeds, in [0, 1]
 * @param uncertainty the largest uncertainty that proceeds; one below 0 answers nothing
 */
public record Thresholds(double penalty, double feasibility, double uncertainty) {
    public Thresholds {
        if (!(penalty >= 0)) {
            throw new IllegalArgumentException("penalty is below 0: " + penalty);
        }
    }

    /**
     * The cut that maximises the expected reliability score where uncertainty is a calibrated
     * probability of being wrong: an answer gains 1 - u - c u, an abstention at least 0, so that u
     * may be 1 / (1 + c) at most. An infeasible question gains 1 by abstaining and is never
     * answered rightly, hence 1 / (2 + c) for its probability.
     *
     * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, Lee et al. 2024, reliability
     *     score</a>
     */
    public static Thresholds expected(double penalty) {
        return new Thresholds(penalty, 1 / (2 + penalty), 1 / (1 + penalty));
    }

    /**
     * The largest uncertainty that proceeds, at any penalty.
     *
     * @param fitted in ascending order of penalty; at least one
     */
    public static ThresholdCurve curve(List<Thresholds> fitted) {
        return new ThresholdCurve(
                fitted.stream()
                        .map(t -> new ThresholdCurve.Cut(t.penalty(), t.uncertainty()))
                        .toList());
    }
}
