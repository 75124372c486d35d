package org.demur.evaluation.dataset;

import org.demur.question.Question;
import org.jspecify.annotations.Nullable;

/**
 * One item of a benchmark.
 *
 * @param question the question; its id is unique within the data set
 * @param gold what is right for it
 * @param template the group of items that ask alike, the cluster for intervals; the question's id
 *     where the data set knows no groups
 * @param familiarity null where unknown, and for infeasible questions
 * @param hardness as the data set has it, else as gold's words tell; null for infeasible questions
 *     and without gold
 */
public record Sample(
        Question question,
        Gold gold,
        String template,
        @Nullable Familiarity familiarity,
        @Nullable Hardness hardness) {
    /** An item of which no more than question and gold is known; gold tells how hard it is. */
    public Sample(Question question, Gold gold) {
        this(question, gold, question.id(), null, gold.hardness());
    }

    /** The same item, asked of a database by that name. */
    public Sample of(String database) {
        var asked = new Question(question.id(), database, question.text());
        return new Sample(asked, gold, template, familiarity, hardness);
    }

    public String id() {
        return question.id();
    }
}
