package org.demur.execution;

/**
 * The guard's objections, as a closed list. Each name is also the name of a {@code FindingCode}, so
 * that a detector can report a refusal as its own finding.
 */
public enum RefusalCode {
    /** No SELECT of the dialect can be read from the text. */
    UNPARSABLE,
    /** Holds something that is not on the list of what is known to be harmless. */
    NOT_READ_ONLY,
    /** Reads a table that the schema does not show. */
    UNKNOWN_TABLE,
    /** Reads a column that the schema does not show. */
    UNKNOWN_COLUMN,
    /** Calls a function that is not on the list of functions known to be harmless. */
    UNKNOWN_FUNCTION,
    /** Too long, too deeply nested, or too slow to parse. */
    EXCEEDS_LIMITS
}
