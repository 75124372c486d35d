package org.demur.evaluation.compare.sql;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;

/**
 * How far a prediction's parts are gold's, clause by clause.
 *
 * @param f1ByClause F1 in [0, 1] of every clause that gold or prediction has; never empty
 */
public record ComponentScores(Map<QueryClause, Double> f1ByClause) {
    public ComponentScores {
        f1ByClause = Collections.unmodifiableMap(new EnumMap<>(f1ByClause));
    }

    /**
     * Compares clause by clause; empty if gold cannot be parsed or neither has a part, all 0 if
     * only the prediction cannot.
     *
     * @param gold takes gold apart
     * @param prediction takes the prediction apart
     * @param f1 of a clause's parts of gold and of the prediction
     */
    static <E> Optional<ComponentScores> between(
            Supplier<Map<QueryClause, List<E>>> gold,
            Supplier<Map<QueryClause, List<E>>> prediction,
            ToDoubleBiFunction<List<E>, List<E>> f1) {
        Map<QueryClause, List<E>> goldParts;
        try {
            goldParts = parts(gold);
        } catch (UnreadableSql e) {
            return Optional.empty();
        }
        Map<QueryClause, List<E>> predictedParts;
        try {
            predictedParts = parts(prediction);
        } catch (UnreadableSql e) {
            predictedParts = Map.of();
        }
        Map<QueryClause, Double> scores = new EnumMap<>(QueryClause.class);
        for (QueryClause clause : QueryClause.values()) {
            List<E> due = goldParts.getOrDefault(clause, List.of());
            List<E> given = predictedParts.getOrDefault(clause, List.of());
            if (!due.isEmpty() || !given.isEmpty()) {
                scores.put(clause, f1.applyAsDouble(due, given));
            }
        }
        return scores.isEmpty() ? Optional.empty() : Optional.of(new ComponentScores(scores));
    }

    private static <E> Map<QueryClause, List<E>> parts(Supplier<Map<QueryClause, List<E>>> taken) {
        try {
            return taken.get();
        } catch (StackOverflowError e) {
            throw new UnreadableSql(e);
        }
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
