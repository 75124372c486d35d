package org.demur.failure;

import java.util.Locale;

/** Everything that can go wrong, as a closed list; the names are part of the HTTP interface. */
public enum FailureCode {
    MALFORMED_REQUEST(FailureType.CALLER),
    INVALID_QUESTION(FailureType.CALLER),
    QUESTION_TOO_LONG(FailureType.CALLER),
    UNKNOWN_DATABASE(FailureType.CALLER),
    /** The database shows each caller rows of its own, and nobody says who asks. */
    UNKNOWN_CALLER(FailureType.CALLER),
    UNKNOWN_STRATEGY(FailureType.CALLER),
    LAXER_THAN_CONFIGURED(FailureType.CALLER),
    INVALID_INPUT_FILE(FailureType.CALLER),
    UNKNOWN_ANSWER(FailureType.CALLER),
    UNKNOWN_EXPERIMENT(FailureType.CALLER),
    UNKNOWN_RUN(FailureType.CALLER),
    UNKNOWN_PROPOSAL(FailureType.CALLER),
    UNKNOWN_PAIR(FailureType.CALLER),
    /** Somebody has accepted or rejected the proposal. */
    ALREADY_REVIEWED(FailureType.CALLER),
    REFUSED_SQL(FailureType.CALLER),
    /** The caller has asked as many questions as it may for now. */
    RATE_LIMITED(FailureType.CALLER),
    MALFORMED_OUTPUT(FailureType.MODEL),
    NOT_READ_ONLY(FailureType.MODEL),
    READS_HIDDEN_DATA(FailureType.MODEL),
    QUERY_FAILED(FailureType.MODEL),
    QUERY_TIME_LIMIT(FailureType.MODEL),
    QUERY_STEP_LIMIT(FailureType.MODEL),
    QUERY_MEMORY_LIMIT(FailureType.MODEL),
    MODEL_UNAVAILABLE(FailureType.UPSTREAM),
    DATABASE_UNAVAILABLE(FailureType.UPSTREAM),
    /** Nothing is answered that cannot be written down. */
    JOURNAL_UNAVAILABLE(FailureType.UPSTREAM),
    OVERLOADED(FailureType.RESOURCE),
    BUDGET_EXHAUSTED(FailureType.RESOURCE),
    INVALID_CONFIGURATION(FailureType.INTERNAL),
    INVALID_MODEL_FILE(FailureType.INTERNAL),
    INVALID_THRESHOLDS(FailureType.INTERNAL),
    UNEXPECTED(FailureType.INTERNAL);

    private final FailureType type;

    FailureCode(FailureType type) {
        this.type = type;
    }

    public FailureType type() {
        return type;
    }

    /** As written in bodies and logs, such as {@code database-unavailable}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
