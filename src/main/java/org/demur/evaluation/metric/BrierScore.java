package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Brier: mean squared distance of the stated probability of being wrong from what happened. Range
 * [0, 1], lower is better; no value where uncertainty is no probability.
 */
public record BrierScore() implements Metric {
    @Override
    public String name() {
        return "Brier";
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        if (Calibration.of(items, 1).bins().isEmpty()) {
            return OptionalDouble.empty();
        }
        return Calibration.measured(items).stream()
                .mapToDouble(item -> {
                    double happened = item.draftIsRight().orElseThrow() ? 0 : 1;
                    return Math.pow(Calibration.wrong(item) - happened, 2);
                })
                .average();
    }

    @Override
    public double printedTimes() {
        return 1;
    }
}
