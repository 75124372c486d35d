package org.demur.feasibility;

/** What a word of a question is to a database. */
public enum WordKind {
    /** Holds the sentence together, or says how to answer. */
    FUNCTION,
    /** A number or a code. */
    NUMBER,
    /** Part of a value of some column. */
    VALUE,
    /** Used by the verified questions. */
    PHRASING,
    /**
     * Stands in the name or description of a table or column, though no verified question uses it.
     */
    NAME,
    /** Stands only in values that are not mentioned as a whole. */
    PART_OF_VALUE,
    /** Used by infeasible questions alone. */
    INFEASIBLE_PHRASING,
    /** Known from nowhere. */
    UNKNOWN;

    /** Whether nothing of the database answers to it. */
    public boolean isUnknown() {
        return this == UNKNOWN || this == INFEASIBLE_PHRASING || this == PART_OF_VALUE;
    }
}
