package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses where to cut by the papers' rule (TrustSQL v2, appendix C.1.2): held-out items sorted by
 * confidence, +1 for a right decision to answer and -c for a wrong one; the cut with the largest
 * cumulative sum; of equal sums the more confident cut. To answer an infeasible question costs the
 * point for abstaining too, so that the sum is what the reliability score gains over abstaining.
 */
public final class ThresholdFitter {
    /** The largest penalty for which few items can support a cut; the default of a question. */
    private static final double SUPPORTED_PENALTY = 10;

    /** Of a one-sided bound at 90 %. */
    private static final double Z = 1.2816;

    private ThresholdFitter() {}

    /**
     * As {@link #fit}, but promising no more than the items support: of each cut the wrong answers
     * count as many as they may be by a one-sided bound at 90 %, Wilson's (1927, score interval)
     * or, where that is more, the one of clustered sampling (Cochran, Sampling Techniques, 1977,
     * ratio estimator), because databases differ more than chance has it. With nothing wrong a cut
     * at penalty 10 takes 17 answers. It is no simultaneous bound over cuts. As no items support a
     * penalty about their number, the plain cut serves beyond penalty 10, but never a looser one
     * than at 10.
     *
     * @param clusters held-out items that stand or fall together, such as those of one database;
     *     each its own where they are of the database itself
     * @param penalty c, in units of one right decision
     * @return below every score, namely -1, where nothing is supported
     */
    public static double supported(List<List<Calibration.Outcome>> clusters, double penalty) {
        double cut = bounded(clusters, Math.min(penalty, SUPPORTED_PENALTY));
        return penalty <= SUPPORTED_PENALTY
                ? cut
                : Math.min(cut, fit(clusters.stream().flatMap(List::stream).toList(), penalty));
    }

    private static double bounded(List<List<Calibration.Outcome>> clusters, double penalty) {
        record Item(Calibration.Outcome outcome, int cluster) {}
        List<Item> sorted = new ArrayList<>();
        for (int i = 0; i < clusters.size(); i++) {
            for (var outcome : clusters.get(i)) {
                sorted.add(new Item(outcome, i));
            }
        }
        sorted.sort(Comparator.comparingDouble(item -> item.outcome().score()));
        double[] answered = new double[clusters.size()];
        double[] wrong = new double[clusters.size()];
        double infeasible = 0;
        double best = 0;
        double cut = -1;
        for (int i = 0; i < sorted.size(); i++) {
            var item = sorted.get(i);
            answered[item.cluster()]++;
            wrong[item.cluster()] += item.outcome().wrong() ? 1 : 0;
            infeasible += item.outcome().infeasible() ? 1 : 0;
            double score = item.outcome().score();
            if (i + 1 == sorted.size() || sorted.get(i + 1).outcome().score() > score) {
                double gain = i + 1 - (1 + penalty) * mostWrong(answered, wrong) - infeasible;
                if (gain > best) {
                    best = gain;
                    cut = score;
                }
            }
        }
        return cut;
    }

    /** How many of the answers may be wrong at 90 %. */
    private static double mostWrong(double[] answered, double[] wrong) {
        double n = Arrays.stream(answered).sum();
        double k = Arrays.stream(wrong).sum();
        double spread = 0;
        for (int i = 0; i < answered.length; i++) {
            double residual = wrong[i] - k / n * answered[i];
            spread += residual * residual;
        }
        double clustered = k + Z * Math.sqrt(spread);
        double root = Z * Math.sqrt(k * (1 - k / n) + Z * Z / 4);
        double wilson = (k + Z * Z / 2 + root) / (1 + Z * Z / n);
        return Math.max(clustered, wilson);
    }

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
