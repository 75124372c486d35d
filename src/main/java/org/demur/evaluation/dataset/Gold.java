package org.demur.evaluation.dataset;

import org.demur.feasibility.InfeasibleKind;
import org.jspecify.annotations.Nullable;

/** What is right for a question: a statement, or to abstain. */
public sealed interface Gold {
    /**
     * The question can be answered.
     *
     * @param sql the statement that answers it, as the data set has it; empty where it has none
     */
    record FeasibleBy(String sql) implements Gold {}

    /**
     * No statement over the database answers the question.
     *
     * @param kind why; null where the data set does not say
     */
    record Infeasible(@Nullable InfeasibleKind kind) implements Gold {}

    default boolean isFeasible() {
        return this instanceof FeasibleBy;
    }
}
