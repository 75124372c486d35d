package org.demur.execution;

import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;

/**
 * Looks at drafts on a copy of the database that is read faster. What is returned to a person comes
 * from the database itself: the copy may hold equal rows in another order, and may lag behind.
 */
public final class GlancesAtCopy implements QueryExecutor {
    private final QueryExecutor original;
    private final QueryExecutor copy;

    public GlancesAtCopy(QueryExecutor original, QueryExecutor copy) {
        this.original = original;
        this.copy = copy;
    }

    @Override
    public ResultProbe probe(ReadOnlySql sql, DatabaseLimits limits) {
        try {
            return copy.probe(sql, limits);
        } catch (GatewayException e) {
            if (e.code() != FailureCode.DATABASE_UNAVAILABLE) {
                throw e;
            }
            return original.probe(sql, limits); // someone emptied the cache
        }
    }

    @Override
    public ResultTable execute(ReadOnlySql sql, DatabaseLimits limits) {
        return original.execute(sql, limits);
    }

    @Override
    public void explain(ReadOnlySql sql) {
        original.explain(sql);
    }
}
