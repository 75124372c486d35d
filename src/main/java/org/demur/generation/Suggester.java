package org.demur.generation;

import java.util.List;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/** Finds questions that could be answered and are near to one that could not. Thread-safe. */
@FunctionalInterface
public interface Suggester {
    /** For strategies that have nothing to suggest. */
    Suggester NONE = (question, schema, limit) -> List.of();

    /** At most {@code limit} questions, nearest first. */
    List<String> nearest(Question question, DatabaseSchema schema, int limit);
}
