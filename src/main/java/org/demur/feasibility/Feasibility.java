package org.demur.feasibility;

import java.util.List;

/**
 * How likely a question is to be infeasible, and why.
 *
 * @param infeasibleProbability in [0, 1]; higher is less feasible
 * @param kind the most likely kind, were it infeasible
 * @param words the words of the question that are to blame, in its order; possibly none
 */
public record Feasibility(double infeasibleProbability, InfeasibleKind kind, List<String> words) {
    public Feasibility {
        words = List.copyOf(words);
    }
}
