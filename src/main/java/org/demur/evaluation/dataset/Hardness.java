package org.demur.evaluation.dataset;

/** How hard a gold statement is, after DIN-SQL as TrustSQL uses it. */
public enum Hardness {
    /** One table, no nesting. */
    EASY,
    /** Joins, also implicit ones, no nesting. */
    MEDIUM,
    /** Sub-queries or set operations. */
    HARD
}
