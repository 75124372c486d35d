package org.demur.evaluation.score;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.demur.evaluation.compare.sql.SpiderClause;
import org.demur.evaluation.compare.sql.SpiderHardness;
import org.demur.evaluation.metric.StatementMetric;
import org.jspecify.annotations.Nullable;

/**
 * How near statements are to gold's, item by item.
 *
 * @param byMetric metric to id to score in [0, 1], empty where gold cannot be read; no metric at
 *     all where statements were not compared
 * @param levels id to how hard Spider takes gold to be; no entry where its script cannot read it
 * @param clauses id to how each of the script's clauses compares; no entry likewise
 */
public record StatementScores(
        Map<StatementMetric, Map<String, OptionalDouble>> byMetric,
        Map<String, SpiderHardness> levels,
        Map<String, Map<SpiderClause, SpiderClause.Match>> clauses) {
    /** Statements were not compared. */
    public static final StatementScores NONE = new StatementScores(Map.of(), Map.of(), Map.of());

    public StatementScores {
        byMetric = Collections.unmodifiableMap(new LinkedHashMap<>(byMetric));
        levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
        clauses = Collections.unmodifiableMap(new LinkedHashMap<>(clauses));
    }

    /**
     * A clause over the golds of one level.
     *
     * @param level null for all of them
     */
    SpiderClause.Scores clause(SpiderClause clause, @Nullable SpiderHardness level) {
        var matches = new ArrayList<SpiderClause.Match>();
        clauses.forEach((id, found) -> {
            SpiderClause.Match match = found.get(clause);
            if (match != null && (level == null || levels.get(id) == level)) {
                matches.add(match);
            }
        });
        return SpiderClause.Scores.of(matches);
    }

    /** How many golds the metric cannot read. */
    long unread(StatementMetric metric) {
        return byMetric.getOrDefault(metric, Map.of()).values().stream()
                .filter(OptionalDouble::isEmpty)
                .count();
    }

    /**
     * The scores of a strategy that answers only some of the questions: the others score 0. Clauses
     * are left out, of which the script knows no abstention.
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
        return new StatementScores(all, levels, Map.of());
    }
}
