package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/** Wrong answers: how many answers were wrong. A count. */
public record WrongAnswers() implements Metric {
    @Override
    public String name() {
        return "wrong answers";
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        return items.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        (double)
                                items.stream()
                                        .filter(item -> item.outcome().isWrongAnswer())
                                        .count());
    }

    @Override
    public double printedTimes() {
        return 1;
    }
}
