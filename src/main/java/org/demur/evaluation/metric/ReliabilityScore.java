package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/**
 * RS(c): mean of +1 for a right answer or a right abstention, 0 for a missed feasible question, -c
 * for a wrong answer. Range [-c, 1]; printed x100.
 *
 * @param penalty c, in units of one correct decision, not negative; TrustSQL uses 0, 10 and N
 * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, Lee et al. 2024, section 3.2</a>
 */
public record ReliabilityScore(double penalty) implements Metric {
    public ReliabilityScore {
        if (!(penalty >= 0) || Double.isInfinite(penalty)) {
            throw new IllegalArgumentException("a penalty is 0 or more, not " + penalty);
        }
    }

    @Override
    public String name() {
        boolean whole = penalty == Math.rint(penalty) && penalty < 1e15;
        return "RS(%s)".formatted(whole ? Long.toString((long) penalty) : penalty);
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        return items.stream().mapToDouble(item -> item.outcome().points(penalty)).average();
    }
}
