package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/**
 * RS of abstaining on everything, the same at every penalty: the share of infeasible questions, and
 * the line to beat. Range [0, 1]; printed x100.
 */
public record AbstainAll() implements Metric {
    @Override
    public String name() {
        return "RS(abstain-all)";
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        return items.stream().mapToDouble(item -> item.isInfeasible() ? 1 : 0).average();
    }
}
