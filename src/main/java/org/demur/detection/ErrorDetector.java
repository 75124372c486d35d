package org.demur.detection;

import org.demur.generation.SqlCandidate;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/** Looks for defects in a draft. Thread-safe. */
@FunctionalInterface
public interface ErrorDetector {
    /** For strategies without a detector; never causes an abstention. */
    ErrorDetector FIND_NOTHING = (question, draft, schema) -> Findings.NONE;

    Findings inspect(Question question, SqlCandidate draft, DatabaseSchema schema);
}
