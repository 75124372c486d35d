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

    /** How hard the statement is; null without one. */
    default @Nullable Hardness hardness() {
        return switch (this) {
            case FeasibleBy(String sql) when !sql.isBlank() -> Hardness.of(sql);
            case FeasibleBy feasible -> null;
            case Infeasible infeasible -> null;
        };
    }

    default boolean isFeasible() {
        return this instanceof FeasibleBy;
    }
}
