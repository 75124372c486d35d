package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Coverage at zero wrong: share of the items that a threshold on uncertainty could answer without a
 * wrong answer, chosen in hindsight. Where no uncertainty was measured all answers are equally
 * sure: it is the coverage if none is wrong, else 0. Range [0, 1]; printed x100.
 */
public record CoverageAtZeroWrong() implements Metric {
    @Override
    public String name() {
        return "coverage at zero wrong";
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        if (items.isEmpty()) {
            return OptionalDouble.empty();
        }
        if (items.stream().allMatch(item -> item.uncertainty().isEmpty())) {
            boolean anyWrong = items.stream().anyMatch(item -> item.outcome().isWrongAnswer());
            return anyWrong ? OptionalDouble.of(0) : new Coverage().over(items);
        }
        return OptionalDouble.of(
                RiskCoverageCurve.of(items).points().stream()
                        .takeWhile(point -> point.risk() == 0)
                        .mapToDouble(RiskCoverageCurve.Point::coverage)
                        .max()
                        .orElse(0));
    }
}
