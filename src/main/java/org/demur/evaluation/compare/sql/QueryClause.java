package org.demur.evaluation.compare.sql;

/** The categories of the partial component match; SEDE's row limit is TOP, also written LIMIT. */
public enum QueryClause {
    SELECT,
    TOP,
    FROM,
    WHERE,
    GROUP_BY,
    HAVING,
    ORDER_BY
}
