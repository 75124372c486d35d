package org.demur.detection;

/** The defects that a detector can find in a draft, as a closed list. */
public enum FindingCode {
    UNPARSABLE(true),
    NOT_READ_ONLY(true),
    UNKNOWN_TABLE(true),
    UNKNOWN_COLUMN(true),
    AMBIGUOUS_COLUMN(true),
    UNKNOWN_FUNCTION(true),
    MISUSED_AGGREGATE(true),
    DOES_NOT_RUN(true),
    EXCEEDS_LIMITS(true),
    /** A model's verdict. */
    JUDGED_INCORRECT(true),
    TYPE_MISMATCH(false),
    MALFORMED_TIME(false),
    JOIN_NOT_ALONG_KEYS(false),
    JOIN_WITHOUT_CONDITION(false),
    VALUE_IN_NO_ROW(false),
    AGGREGATE_WITHOUT_GROUPING(false),
    COLUMN_NOT_GROUPED(false),
    EMPTY_RESULT(false),
    /** An element of the statement that nothing in the question asks for. */
    UNLICENSED_ELEMENT(false),
    /** A word of the question that nothing in the statement answers. */
    UNANSWERED_WORD(false),
    ALL_NULL_RESULT(false),
    /** The answer rests on a choice that the question may leave open. */
    OTHER_READING(false),
    /** A model's verdict where others decide. */
    JUDGED_DOUBTFUL(false);

    private final boolean fatal;

    FindingCode(boolean fatal) {
        this.fatal = fatal;
    }

    /** Whether a draft with this finding cannot, or must not, be executed at all. */
    public boolean isFatal() {
        return fatal;
    }
}
