package org.demur.evaluation.compare.sql;

/** Which SQL a statement is read as. */
public enum SqlDialect {
    /** As SQLite takes it: a double-quoted word that qualifies nothing may be a text. */
    SQLITE,
    /**
     * T-SQL as users of a public data explorer write it: names in square brackets, {@code
     * ##parameters##}, comments, variables declared before the query.
     */
    T_SQL
}
