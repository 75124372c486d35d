package org.demur.uncertainty;

/**
 * How unsure the strategy is of the draft it would run.
 *
 * @param value higher means less sure, always; a calibrated estimator gives the probability of
 *     being wrong, in [0, 1]
 */
public record UncertaintyScore(double value) implements Comparable<UncertaintyScore> {
    @Override
    public int compareTo(UncertaintyScore other) {
        return Double.compare(value, other.value);
    }
}
