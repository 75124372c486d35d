package org.demur.evaluation.compare.sql;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How far a prediction's parts are gold's, clause by clause.
 *
 * @param f1ByClause F1 in [0, 1] of every clause that gold or prediction has; never empty
 */
public record ComponentScores(Map<QueryClause, Double> f1ByClause) {
    public ComponentScores {
        f1ByClause = Collections.unmodifiableMap(new EnumMap<>(f1ByClause));
    }

    /** PCM-F1: the mean over the clauses, in [0, 1]. */
    public double f1() {
        return f1ByClause.values().stream().mapToDouble(f1 -> f1).average().orElseThrow();
    }

    /** PCM-EM: whether every clause is matched in full. */
    public boolean exact() {
        return f1ByClause.values().stream().allMatch(f1 -> f1 == 1.0);
    }
}
