package org.demur.pipeline;

import org.demur.execution.QueryExecutor;
import org.demur.execution.SqlGuard;
import org.demur.schema.Database;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseSchema;

/**
 * A database with what it takes to query it.
 *
 * @param database as declared
 * @param guard lets read-only statements over its schema through
 * @param executor runs them on it
 */
public record OpenDatabase(Database database, SqlGuard guard, QueryExecutor executor) {
    public String id() {
        return database.id();
    }

    public DatabaseSchema schema() {
        return database.schema();
    }

    /** Of one query, where the question asks for no less. */
    public DatabaseLimits limits() {
        return database.limits();
    }
}
