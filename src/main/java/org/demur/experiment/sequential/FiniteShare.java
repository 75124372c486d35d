package org.demur.experiment.sequential;

/**
 * What a simple random sample without replacement tells of a share of yes: all shares under which
 * so few or so many in the sample are not too unlikely. Exact, by the hypergeometric distribution.
 */
public final class FiniteShare {
    private final int all;
    private final double[] logFactorials;

    /**
     * Samples of a population.
     *
     * @param all its size, at least 1
     */
    public FiniteShare(int all) {
        this.all = all;
        this.logFactorials = new double[all + 1];
        for (int i = 2; i <= all; i++) {
            logFactorials[i] = logFactorials[i - 1] + Math.log(i);
        }
    }

    /**
     * The shares that are not refuted.
     *
     * @param yes in the sample
     * @param drawn size of the sample, at most the population's
     * @param error probability that the share is outside, in (0, 1)
     */
    public Interval of(int yes, int drawn, double error) {
        return new Interval(
                (double) fewest(yes, drawn, error / 2) / all,
                1 - (double) fewest(drawn - yes, drawn, error / 2) / all);
    }

    /**
     * The smallest number of yes under which at least so many in the sample are not too unlikely.
     */
    private int fewest(int yes, int drawn, double error) {
        int low = yes - 1; // as many as were seen there are
        int high = all;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (atLeast(yes, drawn, middle) > error) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return yes == 0 ? 0 : high;
    }

    /** Probability of at least {@code yes} in a sample, if the population has {@code there}. */
    private double atLeast(int yes, int drawn, int there) {
        double sum = 0;
        for (int x = yes; x <= Math.min(drawn, there); x++) {
            if (drawn - x <= all - there) {
                sum +=
                        Math.exp(
                                logChoose(there, x)
                                        + logChoose(all - there, drawn - x)
                                        - logChoose(all, drawn));
            }
        }
        return sum;
    }

    private double logChoose(int n, int k) {
        return logFactorials[n] - logFactorials[k] - logFactorials[n - k];
    }
}
