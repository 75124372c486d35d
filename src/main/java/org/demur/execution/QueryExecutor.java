package org.demur.execution;

import org.demur.schema.DatabaseLimits;

/** Runs guarded statements on one database, within limits. Thread-safe. */
public interface QueryExecutor {
    /**
     * Runs the statement and waits for its rows, at most for the time limit and a short grace.
     * Interrupting the waiting thread cancels the query.
     *
     * @throws org.demur.failure.GatewayException {@code READS_HIDDEN_DATA}, {@code QUERY_FAILED},
     *     {@code QUERY_TIME_LIMIT}, {@code QUERY_STEP_LIMIT}, {@code QUERY_MEMORY_LIMIT}, {@code
     *     OVERLOADED} or {@code DATABASE_UNAVAILABLE}
     */
    ResultTable execute(ReadOnlySql sql, DatabaseLimits limits);

    /**
     * Compiles the statement without running it: the engine binds every name and checks its own
     * limits.
     *
     * @throws org.demur.failure.GatewayException as {@link #execute}; {@code QUERY_FAILED} when the
     *     engine rejects the statement
     */
    void explain(ReadOnlySql sql);

    /** What the first rows of the result look like; {@link ResultProbe#ROWS} at most are read. */
    default ResultProbe probe(ReadOnlySql sql, DatabaseLimits limits) {
        return ResultProbe.of(execute(sql, limits.stricter(ResultProbe.LIMITS)));
    }
}
