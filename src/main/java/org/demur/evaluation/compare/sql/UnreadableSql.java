package org.demur.evaluation.compare.sql;

/** A statement is outside of what a metric's parser reads. Never leaves this package. */
final class UnreadableSql extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableSql(String message) {
        // No stack trace: on a poor prediction file this is thrown for every other item.
        super(message, null, false, false);
    }

    UnreadableSql(Throwable cause) {
        super(String.valueOf(cause.getMessage()), cause, false, false);
    }
}
