package org.demur.detection;

/** What the result of a statement looks like from afar. */
public enum ResultShape {
    /** At least one row holds at least one value. */
    HAS_VALUES,
    /** There is no row. */
    EMPTY,
    /** There are rows, and every cell looked at is NULL. */
    ALL_NULL,
    /** Nobody looked, or the result could not be had. */
    UNKNOWN
}
