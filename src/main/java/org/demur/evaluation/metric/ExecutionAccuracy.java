package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/**
 * EX: share of the feasible questions whose answer has gold's result, by the data set's rules; a
 * missed question counts as wrong. Range [0, 1]; printed x100.
 */
public record ExecutionAccuracy() implements Metric {
    @Override
    public String name() {
        return "EX";
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        return items.stream()
                .filter(item -> !item.isInfeasible())
                .mapToDouble(item -> item.outcome() == Outcome.CORRECT_SQL ? 1 : 0)
                .average();
    }
}
