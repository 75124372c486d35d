package org.demur.generation;

import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/** Writes SQL drafts for a question. Thread-safe. */
@FunctionalInterface
public interface SqlGenerator {
    Generation generate(Question question, DatabaseSchema schema);
}
