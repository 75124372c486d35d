package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/**
 * AURC: mean risk over every number of drafts that could be answered, the surest first. Range [0,
 * 1], lower is better; no value where no uncertainty was measured.
 *
 * @see <a href="https://arxiv.org/abs/1805.08206">Geifman et al. 2019</a>
 */
public record AreaUnderRiskCoverage() implements Metric {
    @Override
    public String name() {
        return "AURC";
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        return RiskCoverageCurve.of(items).points().stream()
                .mapToDouble(RiskCoverageCurve.Point::risk)
                .average();
    }

    @Override
    public double printedTimes() {
        return 1;
    }
}
