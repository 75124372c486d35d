package org.demur.generation;

/** Tries a statement on the database before it is offered as a draft. Thread-safe. */
@FunctionalInterface
public interface DraftTrial {
    /** What came of it. */
    sealed interface Outcome {
        /** It gave at least one row with a value. */
        record Runs() implements Outcome {}

        /** It ran and gave no row, or nothing but NULL. */
        record GivesNothing() implements Outcome {}

        /**
         * It does not run.
         *
         * @param complaint one sentence that says why, without rows
         */
        record Fails(String complaint) implements Outcome {}
    }

    /**
     * Runs the statement behind the same guard and limits as an answer.
     *
     * @param sql one statement, untrusted
     * @throws org.demur.failure.GatewayException where the trial itself breaks down, which is no
     *     fault of the statement
     */
    Outcome of(String sql);
}
