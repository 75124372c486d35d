package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Selective risk: share wrong among the answered. Range [0, 1]; printed x100; no value where
 * nothing was answered.
 */
public record SelectiveRisk() implements Metric {
    @Override
    public String name() {
        return "selective risk";
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        return items.stream()
                .filter(item -> item.outcome().isAnswered())
                .mapToDouble(item -> item.outcome().isWrongAnswer() ? 1 : 0)
                .average();
    }
}
