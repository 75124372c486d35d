package org.demur.experiment.sequential;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * A quantile with an interval that covers it at all times together with the stated probability: all
 * values that neither too many observations exceed nor too many fall below, by {@link ShareLimit}.
 * No assumption on the distribution.
 *
 * @param quantile in (0, 1), such as 0.95
 */
public record QuantileSequence(double quantile) {
    /** The value at the quantile, of observations in any order; empty where there is none. */
    public OptionalDouble estimate(double[] observed) {
        if (observed.length == 0) {
            return OptionalDouble.empty();
        }
        var sorted = observed.clone();
        Arrays.sort(sorted);
        return OptionalDouble.of(sorted[(int) Math.ceil(quantile * sorted.length) - 1]);
    }

    /**
     * All values that are not refuted; above every observation it is infinite.
     *
     * @param observed at least 0 each
     * @param error probability that the quantile is ever outside, in (0, 1)
     */
    public Interval at(double[] observed, double error) {
        var sorted = observed.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        // at most 1 - quantile of all lie above the quantile, and at most quantile below
        long above = new ShareLimit(1 - quantile, error / 2).most(n);
        long below = new ShareLimit(quantile, error / 2).most(n);
        return new Interval(
                above >= n ? 0 : sorted[(int) (n - above - 1)],
                below >= n ? Double.POSITIVE_INFINITY : sorted[(int) below]);
    }
}
