package org.demur.feasibility;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How likely a question is to be infeasible, and why.
 *
 * @param infeasibleProbability in [0, 1]; higher is less feasible
 * @param kind the most likely kind, were it infeasible; null where nothing tells
 * @param words the words of the question that are to blame, in its order; possibly none
 * @param probabilityByWords the same probability by the question's words alone, beside a model's
 *     verdict; 0 where nobody looked
 */
public record Feasibility(
        double infeasibleProbability,
        @Nullable InfeasibleKind kind,
        List<String> words,
        double probabilityByWords) {
    public Feasibility {
        words = List.copyOf(words);
    }

    /** As it is where nobody looked at the words alone. */
    public Feasibility(
            double infeasibleProbability, @Nullable InfeasibleKind kind, List<String> words) {
        this(infeasibleProbability, kind, words, 0);
    }

    /** Whether the question is more likely infeasible than not. */
    public boolean isLikelyInfeasible() {
        return infeasibleProbability > 0.5;
    }
}
