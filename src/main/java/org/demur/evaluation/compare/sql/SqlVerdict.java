package org.demur.evaluation.compare.sql;

/** What comparing a prediction with gold comes to. */
public enum SqlVerdict {
    EQUAL,
    DIFFERENT,
    /** Gold cannot be read by the metric's rules: the item is not scored, and counted as such. */
    UNSCORED
}
