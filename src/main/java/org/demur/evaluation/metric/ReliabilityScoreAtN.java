package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/**
 * RS(N): {@link ReliabilityScore} with as many points of penalty as there are items. Above 0 it
 * says that no answer was wrong. Range [-N, 1]; printed x100.
 *
 * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, Lee et al. 2024, section 3.2</a>
 */
public record ReliabilityScoreAtN() implements Metric {
    @Override
    public String name() {
        return "RS(N)";
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        return new ReliabilityScore(items.size()).over(items);
    }
}
