package org.demur.feasibility;

import java.util.List;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/** Estimates, before any SQL is written, how likely a question is to be infeasible. Thread-safe. */
@FunctionalInterface
public interface FeasibilityClassifier {
    /** For strategies without a classifier; never causes an abstention. */
    FeasibilityClassifier ASSUME_FEASIBLE =
            (question, schema) -> new Feasibility(0.0, null, List.of());

    Feasibility classify(Question question, DatabaseSchema schema);
}
