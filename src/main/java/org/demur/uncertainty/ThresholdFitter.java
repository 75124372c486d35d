package org.demur.uncertainty;

import java.util.Comparator;
import java.util.List;

/**
 * Chooses where to cut by the papers' rule (TrustSQL v2, appendix C.1.2): held-out items sorted by
 * confidence, +1 for a right decision to answer and -c for a wrong one; the cut with the largest
 * cumulative sum; of equal sums the more confident cut. To answer an infeasible question costs the
 * point for abstaining too, so that the sum is what the reliability score gains over abstaining.
 */
public final class ThresholdFitter {
    private ThresholdFitter() {}

    /**
     * The largest uncertainty that is still answered.
     *
     * @param outcomes held-out items; one for each question that got a draft
     * @param penalty c, in units of one right decision
     * @return below every score, namely -1, where answering nothing is best
     */
    public static double fit(List<Calibration.Outcome> outcomes, double penalty) {
        var sorted =
                outcomes.stream()
                        .sorted(Comparator.comparingDouble(Calibration.Outcome::score))
                        .toList();
        double sum = 0;
        double best = 0;
        double cut = -1;
        for (int i = 0; i < sorted.size(); i++) {
            sum += sorted.get(i).wrong() ? -penalty : 1;
            sum -= sorted.get(i).infeasible() ? 1 : 0;
            boolean lastOfEqual =
                    i + 1 == sorted.size() || sorted.get(i + 1).score() > sorted.get(i).score();
            if (lastOfEqual && sum > best) {
                best = sum;
                cut = sorted.get(i).score();
            }
        }
        return cut;
    }
}
