package org.demur.execution;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.demur.failure.FailureCode;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.Recent;
import org.jspecify.annotations.Nullable;

/**
 * Looks at drafts on a copy of the database that is read faster. What is returned to a person comes
 * from the database itself, because the copy may hold equal rows in another order, and may lag
 * behind; where neither matters, it comes from the copy. The copy never changes, so that what was
 * seen there is remembered, unless the statement reads the clock. Thread-safe.
 */
public final class IndexedCopyExecutor implements QueryExecutor {
    /** For what is over at once or not worth waiting for. */
    private static final DatabaseLimits ONE_ROW =
            new DatabaseLimits(Duration.ofSeconds(1), 1, 1 << 20, 1 << 24).withinSteps(100_000);

    private record Asked(ReadOnlySql sql, DatabaseLimits limits) {}

    private final Recent<Asked, Optional<ResultProbe>> seen = new Recent<>(Recent.STATEMENTS);
    private final QueryExecutor original;
    private final QueryExecutor copy;
    private final boolean interchangeable;

    /**
     * Looks at the copy.
     *
     * @param interchangeable whether the original never changes either, and both give the same rows
     *     for a statement whose rows are determined
     */
    public IndexedCopyExecutor(
            QueryExecutor original, QueryExecutor copy, boolean interchangeable) {
        this.original = original;
        this.copy = copy;
        this.interchangeable = interchangeable;
    }

    @Override
    public ResultProbe probe(ReadOnlySql sql, DatabaseLimits limits) {
        var asked = new Asked(sql, limits);
        var known = seen.get(asked);
        if (known == null) {
            known = atCopy(executor -> glance(executor, sql, limits));
            if (known == null) {
                return original.probe(sql, limits);
            }
            if (!sql.readsClock()) {
                seen.put(asked, sql.text(), known);
            }
        }
        return known.orElseThrow(() ->
                new GatewayException(
                        FailureCode.QUERY_STEP_LIMIT, "The query takes too many steps."));
    }

    /** Empty where it takes too many steps, which it will each time. */
    private static Optional<ResultProbe> glance(
            QueryExecutor executor, ReadOnlySql sql, DatabaseLimits limits) {
        try {
            return Optional.of(executor.probe(sql, limits));
        } catch (GatewayException e) {
            if (e.code() != FailureCode.QUERY_STEP_LIMIT) {
                throw e;
            }
            return Optional.empty();
        }
    }

    @Override
    public ResultTable execute(ReadOnlySql sql, DatabaseLimits limits) {
        if (interchangeable
                && sql.isDetermined()
                && sql.doubts().stream().allMatch(this::isUnfounded)) {
            var table = atCopy(executor -> executor.execute(sql, limits));
            if (table != null && !table.truncated()) { // which rows are kept is left open
                return table;
            }
        }
        return original.execute(sql, limits);
    }

    /**
     * False also for a doubt that cannot be looked at, because its part names what is around it.
     */
    private boolean isUnfounded(ReadOnlySql doubt) {
        try {
            var found = atCopy(executor -> executor.execute(doubt, ONE_ROW));
            return found != null && found.rows().isEmpty();
        } catch (GatewayException e) {
            if (e.code().type() != FailureType.MODEL) {
                throw e;
            }
            return false;
        }
    }

    /** Null where the copy is gone: someone emptied the cache. */
    private <T> @Nullable T atCopy(Function<QueryExecutor, T> use) {
        try {
            return use.apply(copy);
        } catch (GatewayException e) {
            if (e.code() != FailureCode.DATABASE_UNAVAILABLE) {
                throw e;
            }
            return null;
        }
    }

    @Override
    public void explain(ReadOnlySql sql) {
        original.explain(sql);
    }
}
