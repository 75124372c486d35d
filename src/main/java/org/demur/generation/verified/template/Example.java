package org.demur.generation.verified.template;

import org.demur.generation.verified.language.QuestionReading;
import org.demur.sql.QueryTree;

/**
 * One pair that has a template.
 *
 * @param id of the pair
 */
public record Example(String id, ParsedStatement statement, QuestionReading reading) {
    /** What fills the template's places here. */
    public SchemaBinding binding() {
        return SchemaBinding.of(statement);
    }

    /** What is needed once models are fitted: tables, columns and the question's words. */
    Example outline(QueryTree sample) {
        return new Example(id, statement.outline(sample), reading.outline());
    }
}
