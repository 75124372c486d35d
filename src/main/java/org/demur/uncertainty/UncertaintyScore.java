package org.demur.uncertainty;

/**
 * How unsure the strategy is of the draft it would run.
 *
 * @param value higher means less sure, always; where it is calibrated the probability of being
 *     wrong, in [0, 1]
 * @param calibration what makes it a probability
 */
public record UncertaintyScore(double value, CalibrationSource calibration)
        implements Comparable<UncertaintyScore> {
    /** A score that no calibration vouches for. */
    public UncertaintyScore(double value) {
        this(value, CalibrationSource.NONE);
    }

    public boolean isCalibrated() {
        return calibration != CalibrationSource.NONE;
    }

    @Override
    public int compareTo(UncertaintyScore other) {
        return Double.compare(value, other.value);
    }
}
