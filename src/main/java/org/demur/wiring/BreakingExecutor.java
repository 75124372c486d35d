package org.demur.wiring;

import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.temporal.ChronoUnit;
import java.util.function.BooleanSupplier;
import org.demur.execution.QueryExecutor;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultTable;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a database that cannot be reached only now and then, so that its waiting time is not paid by
 * every question. A query that fails by its own fault says nothing about the database.
 */
final class BreakingExecutor implements QueryExecutor {
    private static final int WINDOW = 10;
    private static final int PAUSE_SECONDS = 5;

    private final String database;
    private final QueryExecutor executor;
    private final BooleanSupplier measured;
    private @Nullable TypedGuard<ResultTable> guard;

    /**
     * A circuit of its own.
     *
     * @param database the database's id, by which metrics tell circuits apart
     */
    BreakingExecutor(String database, QueryExecutor executor) {
        this(database, executor, () -> true);
    }

    /**
     * The same where the framework that measures circuits may not have started.
     *
     * @param measured whether it has; until then only values are read, and without a circuit
     */
    BreakingExecutor(String database, QueryExecutor executor, BooleanSupplier measured) {
        this.database = database;
        this.executor = executor;
        this.measured = measured;
        watch();
    }

    /** Makes the circuit and with it its metrics, if the framework has started. */
    void watch() {
        if (measured.getAsBoolean()) {
            guard();
        }
    }

    private synchronized TypedGuard<ResultTable> guard() {
        TypedGuard<ResultTable> known = guard;
        if (known == null) {
            known =
                    TypedGuard.create(ResultTable.class)
                            .withDescription("database " + database)
                            .withCircuitBreaker()
                            .requestVolumeThreshold(WINDOW)
                            .failureRatio(0.5)
                            .delay(PAUSE_SECONDS, ChronoUnit.SECONDS)
                            .when(BreakingExecutor::isOutage)
                            .done()
                            .build();
            guard = known;
        }
        return known;
    }

    private static boolean isOutage(Throwable failure) {
        return failure instanceof GatewayException known
                && known.code() == FailureCode.DATABASE_UNAVAILABLE;
    }

    @Override
    public ResultTable execute(ReadOnlySql sql, DatabaseLimits limits) {
        if (!measured.getAsBoolean()) {
            return executor.execute(sql, limits);
        }
        try {
            return guard().call(() -> executor.execute(sql, limits));
        } catch (CircuitBreakerOpenException e) {
            throw new GatewayException(
                    FailureCode.DATABASE_UNAVAILABLE,
                    "the database %s could not be reached lately; it is asked again within %d s"
                            .formatted(sql.database(), PAUSE_SECONDS),
                    e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "Demur failed in an unforeseen way", e);
        }
    }

    @Override
    public void explain(ReadOnlySql sql) {
        executor.explain(sql);
    }
}
