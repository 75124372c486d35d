package org.demur.feasibility;

/**
 * Why no SQL over the schema answers a question; the kinds of TrustSQL v1 (Table 1) and v2
 * (appendix).
 */
public enum InfeasibleKind {
    /** Asks for a column that sounds like one of the schema but is not there. */
    COLUMN_SURFACE,
    /** Asks for a column that is absent though the topic is the schema's. */
    COLUMN_RELATED,
    /** Asks for something foreign to the schema. */
    COLUMN_UNRELATED,
    /** Asks for a task that SQL does not do: translate, plot, predict, advise. */
    NON_SQL,
    /** Needs knowledge from outside of the database. */
    EXTERNAL_KNOWLEDGE,
    /** Refers to something that the question does not name. */
    AMBIGUOUS_REFERENCE,
    /** Uses a word without a definite measure. */
    AMBIGUOUS_VAGUENESS;

    /**
     * Whether both are one kind to TrustSQL v2, which knows three: what the schema lacks, what is
     * ambiguous, and what is no matter for SQL.
     */
    public boolean isAkinTo(InfeasibleKind other) {
        return broadly() == other.broadly();
    }

    private InfeasibleKind broadly() {
        return switch (this) {
            case COLUMN_SURFACE, COLUMN_RELATED, COLUMN_UNRELATED -> COLUMN_RELATED;
            case AMBIGUOUS_REFERENCE, AMBIGUOUS_VAGUENESS -> AMBIGUOUS_VAGUENESS;
            case NON_SQL, EXTERNAL_KNOWLEDGE -> NON_SQL;
        };
    }
}
