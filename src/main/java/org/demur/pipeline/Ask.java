package org.demur.pipeline;

import java.time.Duration;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;

/**
 * A question with what its asker chose.
 *
 * @param strategy null for the configured one
 * @param penalty null for the configured one
 * @param maxRows at least 1; null for the database's own limit
 * @param timeLimit of the query, above zero; null for the database's own limit
 * @param drafts whether an abstention for want of certainty shall carry the draft it withheld
 * @param followsUp whether others were asked before it in the same conversation; they are not read,
 *     so that a question that leans on them is abstained from
 * @param caller the name of who asks; null where nobody has signed in
 */
public record Ask(
        Question question,
        @Nullable String strategy,
        @Nullable Double penalty,
        @Nullable Integer maxRows,
        @Nullable Duration timeLimit,
        boolean drafts,
        boolean followsUp,
        @Nullable String caller) {
    /** A question by itself, of somebody who has not signed in. */
    public Ask(
            Question question,
            @Nullable String strategy,
            @Nullable Double penalty,
            @Nullable Integer maxRows,
            @Nullable Duration timeLimit,
            boolean drafts) {
        this(question, strategy, penalty, maxRows, timeLimit, drafts, false, null);
    }

    /** The same, asked by a caller of this name; null for nobody. */
    public Ask by(@Nullable String name) {
        return new Ask(question, strategy, penalty, maxRows, timeLimit, drafts, followsUp, name);
    }

    /** Leaves every choice to the configuration. */
    public static Ask of(Question question) {
        return new Ask(question, null, null, null, null, false);
    }
}
