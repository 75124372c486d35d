package org.demur.experiment;

import java.time.Instant;
import org.demur.journal.JournalEntry.Role;
import org.jspecify.annotations.Nullable;

/**
 * A decision of an experiment, as the journal has it.
 *
 * @param variant that its unit is assigned to
 * @param unit digest of the unit
 * @param question digest of the question
 * @param sql of an answer; null of an abstention
 * @param millis from question to decision
 * @param cost of language models, in the currency of their prices
 * @param about the decision that was shown, of a shadow; null of one that was shown
 */
public record Observation(
        String id,
        Instant at,
        String variant,
        Role role,
        String unit,
        String question,
        @Nullable String sql,
        double millis,
        double cost,
        @Nullable String about) {
    public boolean isAnswered() {
        return sql != null;
    }
}
