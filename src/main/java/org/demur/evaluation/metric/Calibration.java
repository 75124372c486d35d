package org.demur.evaluation.metric;

import java.util.ArrayList;
import java.util.List;

/**
 * Drafts whose uncertainty is a probability of being wrong, grouped by it.
 *
 * @param bins equally wide, from sure to unsure, the empty ones left out
 * @param drafts in all bins together
 */
public record Calibration(List<Bin> bins, int drafts) {
    /**
     * Drafts of similar confidence.
     *
     * @param confidence mean of 1 - uncertainty, in [0, 1]
     * @param accuracy share that is right, in [0, 1]
     * @param drafts how many, at least one
     */
    public record Bin(double confidence, double accuracy, int drafts) {}

    public Calibration {
        bins = List.copyOf(bins);
    }

    /** No bins at all where an uncertainty lies outside of [0, 1]: it is no probability then. */
    public static Calibration of(List<ScoredItem> items, int binCount) {
        List<ScoredItem> drafts = measured(items);
        boolean areProbabilities =
                drafts.stream().mapToDouble(Calibration::wrong).allMatch(p -> p >= 0 && p <= 1);
        if (!areProbabilities) {
            return new Calibration(List.of(), 0);
        }
        double[] confidence = new double[binCount];
        int[] right = new int[binCount];
        int[] count = new int[binCount];
        for (ScoredItem item : drafts) {
            int bin = Math.min(binCount - 1, (int) (wrong(item) * binCount));
            confidence[bin] += 1 - wrong(item);
            right[bin] += item.draftIsRight().orElseThrow() ? 1 : 0;
            count[bin]++;
        }
        var bins = new ArrayList<Bin>();
        for (int i = 0; i < binCount; i++) {
            if (count[i] > 0) {
                bins.add(new Bin(confidence[i] / count[i], (double) right[i] / count[i], count[i]));
            }
        }
        return new Calibration(bins, drafts.size());
    }

    static List<ScoredItem> measured(List<ScoredItem> items) {
        return items.stream()
                .filter(i -> i.uncertainty().isPresent() && i.draftIsRight().isPresent())
                .toList();
    }

    static double wrong(ScoredItem item) {
        return item.uncertainty().orElseThrow();
    }
}
