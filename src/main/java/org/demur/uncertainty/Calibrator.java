package org.demur.uncertainty;

/**
 * Turns raw scores into probabilities of being wrong, as far as something was fitted. Immutable.
 *
 * @param calibration from raw score to probability; an empty one vouches for nothing
 * @param source on whose questions it was fitted
 */
public record Calibrator(Calibration calibration, CalibrationSource source) {
    /** Leaves scores as they are. */
    public static final Calibrator NONE =
            new Calibrator(Calibration.IDENTITY, CalibrationSource.NONE);

    public Calibrator {
        source = calibration.scores().isEmpty() ? CalibrationSource.NONE : source;
    }

    /** What a raw score says. */
    public UncertaintyScore calibrated(double raw) {
        return exactly(calibration.errorProbability(raw));
    }

    /** A score that is known without being mapped. */
    UncertaintyScore exactly(double value) {
        return new UncertaintyScore(value, source);
    }
}
