package org.demur.evaluation.compare;

/** A database on which statements are executed to be scored; used by one thread at a time. */
interface ScoredDatabase extends AutoCloseable {
    /**
     * Executes one statement within the limits that this was opened with.
     *
     * @param sql untrusted
     * @param reader receives the rows
     * @throws org.demur.failure.GatewayException where the database cannot be had at all
     */
    Execution execute(String sql, RowReader reader);

    @Override
    void close();
}
