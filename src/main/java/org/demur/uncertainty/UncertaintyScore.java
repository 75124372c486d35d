package org.demur.uncertainty;

import java.util.List;

/**
 * How unsure the strategy is of the draft it would run.
 *
 * @param value higher means less sure, always; where it is calibrated the probability of being
 *     wrong, in [0, 1]
 * @param calibration what makes it a probability
 * @param arguments the strongest for and against the draft, as far as the estimator tells
 */
public record UncertaintyScore(
        double value, CalibrationSource calibration, List<Argument> arguments)
        implements Comparable<UncertaintyScore> {
    public UncertaintyScore {
        arguments = List.copyOf(arguments);
    }

    /** A score without arguments. */
    public UncertaintyScore(double value, CalibrationSource calibration) {
        this(value, calibration, List.of());
    }

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
