package org.demur.evaluation.score;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.demur.evaluation.metric.StatementMetric;

/**
 * How near statements are to gold's, item by item.
 *
 * @param byMetric metric to id to score in [0, 1], empty where gold cannot be read; no metric at
 *     all where statements were not compared
 */
public record StatementScores(Map<StatementMetric, Map<String, OptionalDouble>> byMetric) {
    /** Statements were not compared. */
    public static final StatementScores NONE = new StatementScores(Map.of());

    public StatementScores {
        byMetric = Collections.unmodifiableMap(new LinkedHashMap<>(byMetric));
    }

    OptionalDouble mean(StatementMetric metric) {
        return metric.over(byMetric.getOrDefault(metric, Map.of()).values());
    }

    /** How many golds the metric cannot read. */
    long unread(StatementMetric metric) {
        return byMetric.getOrDefault(metric, Map.of()).values().stream()
                .filter(OptionalDouble::isEmpty)
                .count();
    }

    /**
     * The scores of a strategy that answers only some of the questions: the others score 0.
     *
     * @param answered ids
     */
    public StatementScores answering(Set<String> answered) {
        var all = new LinkedHashMap<StatementMetric, Map<String, OptionalDouble>>();
        byMetric.forEach((metric, scores) -> {
            var kept = new LinkedHashMap<String, OptionalDouble>();
            scores.forEach((id, score) -> {
                boolean missed = score.isPresent() && !answered.contains(id);
                kept.put(id, missed ? OptionalDouble.of(0) : score);
            });
            all.put(metric, Collections.unmodifiableMap(kept));
        });
        return new StatementScores(all);
    }
}
