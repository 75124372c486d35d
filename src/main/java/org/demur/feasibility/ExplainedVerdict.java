package org.demur.feasibility;

import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * A verdict that tells little of its reasons, beside a classifier that takes a question apart:
 * where both find a question infeasible for the same cause, the kind and the words to blame are the
 * latter's. The probability is always the verdict's own; the latter's stands beside it. Thread-safe
 * where both are.
 */
public final class ExplainedVerdict implements FeasibilityClassifier {
    private final FeasibilityClassifier verdict;
    private final FeasibilityClassifier diagnosis;

    /**
     * A verdict with its explanation.
     *
     * @param verdict decides alone
     * @param diagnosis by the question's words
     */
    public ExplainedVerdict(FeasibilityClassifier verdict, FeasibilityClassifier diagnosis) {
        this.verdict = verdict;
        this.diagnosis = diagnosis;
    }

    @Override
    public Feasibility classify(Question question, DatabaseSchema schema) {
        var judged = verdict.classify(question, schema);
        var found = diagnosis.classify(question, schema);
        var explained =
                judged.isLikelyInfeasible() && found.isLikelyInfeasible() && agree(judged, found)
                        ? found
                        : judged;
        return new Feasibility(
                judged.infeasibleProbability(),
                explained.kind(),
                explained.words(),
                found.infeasibleProbability());
    }

    private static boolean agree(Feasibility judged, Feasibility found) {
        return judged.kind() == null
                || (found.kind() != null && judged.kind().isAkinTo(found.kind()));
    }
}
