package org.demur.uncertainty;

import java.util.Map;

/**
 * A draft whose worth is known.
 *
 * @param signals a missing one counts as 0
 * @param isWrong whether answering with it would be wrong, be it that the question is infeasible
 * @param isInfeasible whether the question is
 * @param template what questions share that stand or fall together, such as the right statement
 *     without its literals
 * @param database asked
 */
public record FusedExample(
        Map<Signal, Double> signals,
        boolean isWrong,
        boolean isInfeasible,
        String template,
        String database) {
    public FusedExample {
        signals = Map.copyOf(signals);
    }

    /** The same, its draft taken for wrong. */
    public FusedExample asWrong() {
        return new FusedExample(signals, true, isInfeasible, template, database);
    }

    /** What is known of it to who chooses a threshold, once a model has scored it. */
    ThresholdFitter.HeldOut scored(double score) {
        return new ThresholdFitter.HeldOut(
                new Calibration.Outcome(score, isWrong, isInfeasible), template, database);
    }
}
