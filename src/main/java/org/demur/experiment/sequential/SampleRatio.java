package org.demur.experiment.sequential;

import java.util.List;

/**
 * Whether units arrive at the variants in the declared ratio, watched all the time. Where they do
 * not, something keeps units of one variant away or counts them twice, and no figure is to be
 * trusted.
 *
 * <p>Counts are compared with a Dirichlet mixture around the declared ratio (Lindon and Malek 2022,
 * "Anytime-valid inference for multinomial count data", NeurIPS). Not thread-safe.
 */
public final class SampleRatio {
    /** False alarms, however long one watches. */
    public static final double ERROR = 0.01;

    private final double[] expected;
    private final long[] counts;
    private long all;
    private double logEvidence;
    private double largest;

    /**
     * Nothing has arrived yet.
     *
     * @param shares above 0; their ratio is what counts
     */
    public SampleRatio(List<Double> shares) {
        double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
        expected = shares.stream().mapToDouble(share -> share / sum).toArray();
        counts = new long[expected.length];
    }

    /** A unit that was not seen before. */
    public void add(int variant) {
        double prior = expected.length * expected[variant];
        double predicted = (counts[variant] + prior) / (all + expected.length);
        logEvidence += Math.log(predicted / expected[variant]);
        largest = Math.max(largest, logEvidence);
        counts[variant]++;
        all++;
    }

    public long count(int variant) {
        return counts[variant];
    }

    /** Share of the arrived units that were to be of a variant. */
    public double expected(int variant) {
        return expected[variant];
    }

    /** A p-value that holds at all times together. */
    public double p() {
        return Math.exp(-largest);
    }

    public boolean isMismatch() {
        return p() <= ERROR;
    }
}
