package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/** Coverage: share of the questions that were answered. Range [0, 1]; printed x100. */
public record Coverage() implements Metric {
    @Override
    public String name() {
        return "coverage";
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        return items.stream().mapToDouble(item -> item.outcome().isAnswered() ? 1 : 0).average();
    }
}
