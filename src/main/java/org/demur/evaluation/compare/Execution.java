package org.demur.evaluation.compare;

/** How the execution of one statement ended. */
public sealed interface Execution {
    /**
     * Rows were read.
     *
     * @param complete whether to the last row; false where the reader had seen enough
     */
    record Finished(boolean complete) implements Execution {}

    /**
     * The statement gave no result.
     *
     * @param cause what stopped it
     * @param message the engine's words, or which limit was reached
     */
    record Failed(Cause cause, String message) implements Execution {}

    /** What stopped a statement. */
    enum Cause {
        SQL,
        TIME_LIMIT,
        OPCODE_LIMIT,
        MEMORY_LIMIT
    }
}
