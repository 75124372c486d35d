package org.demur.generation;

import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Recent;

/**
 * A generator that drafts the same whenever it is asked the same, and so is asked once. Thread-safe
 * where the generator is.
 */
public final class RememberedDrafts implements SqlGenerator {
    private final SqlGenerator generator;
    private final Recent<String, Generation> known = new Recent<>(Recent.STATEMENTS);

    public RememberedDrafts(SqlGenerator generator) {
        this.generator = generator;
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        var text = question.text();
        var remembered = known.get(text);
        if (remembered != null) {
            return remembered;
        }
        var drafted = generator.generate(question, schema);
        if (!Thread.currentThread().isInterrupted()) { // else it may have been given up
            known.put(text, text, drafted);
        }
        return drafted;
    }
}
