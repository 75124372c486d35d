package org.demur.uncertainty;

import java.util.List;

/**
 * The largest uncertainty that is answered, at any penalty; falls as the penalty grows.
 *
 * @param cuts in ascending order of penalty; at least one
 */
public record ThresholdCurve(List<Cut> cuts) {
    /**
     * Where to cut up to a penalty.
     *
     * @param penalty the largest at which this cut is in force; at least 0
     * @param uncertainty the largest that is answered; one below 0 answers nothing
     */
    public record Cut(double penalty, double uncertainty) {}

    public ThresholdCurve {
        cuts = List.copyOf(cuts);
        if (cuts.isEmpty()) {
            throw new IllegalArgumentException("no cuts");
        }
    }

    /**
     * The largest uncertainty that is answered at a penalty: that of the next larger one with a
     * cut, never looser than at a smaller one. Beyond the last cut it falls as 1 / (1 + penalty)
     * does, which is what the expected score asks of a probability of being wrong.
     */
    public double at(double penalty) {
        double cut = Double.POSITIVE_INFINITY;
        for (var next : cuts) {
            cut = Math.min(cut, next.uncertainty());
            if (next.penalty() >= penalty) {
                return cut;
            }
        }
        return Math.min(cut, cut * (1 + cuts.getLast().penalty()) / (1 + penalty));
    }
}
