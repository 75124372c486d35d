package org.demur.evaluation.compare;

import java.util.concurrent.atomic.LongAdder;
import org.demur.execution.Guarded;
import org.demur.execution.QueryExecutor;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultColumn;
import org.demur.execution.ResultTable;
import org.demur.execution.SqlGuard;
import org.demur.failure.GatewayException;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseSchema;
import org.jspecify.annotations.Nullable;

/**
 * A declared database on which statements run as they do for questions: as the guard writes them
 * for its engine, behind all walls.
 */
final class GuardedDatabase implements ScoredDatabase {
    private final SqlGuard guard;
    private final DatabaseSchema schema;
    private final QueryExecutor executor;
    private final DatabaseLimits limits;
    private final LongAdder engineNanos;

    GuardedDatabase(OpenDatabase database, ExecutionLimits limits, LongAdder engineNanos) {
        this(database.guard(), database.schema(), database.executor(), limits, engineNanos);
    }

    GuardedDatabase(
            SqlGuard guard,
            DatabaseSchema schema,
            QueryExecutor executor,
            ExecutionLimits limits,
            LongAdder engineNanos) {
        this.guard = guard;
        this.schema = schema;
        this.executor = executor;
        this.limits =
                new DatabaseLimits(
                        limits.time(),
                        limits.goldRows() + 1,
                        limits.memoryBytes(),
                        limits.memoryBytes(),
                        limits.opcodes());
        this.engineNanos = engineNanos;
    }

    @Override
    public Execution execute(String sql, RowReader reader) {
        return switch (guard.check(sql, schema)) {
            case Guarded.Refused(var finding) ->
                    new Execution.Failed(Execution.Cause.SQL, finding.explanation());
            case ReadOnlySql safe -> execute(safe, reader);
        };
    }

    private Execution execute(ReadOnlySql sql, RowReader reader) {
        long started = System.nanoTime();
        ResultTable result;
        try {
            result = executor.execute(sql, limits);
        } catch (GatewayException e) {
            return failure(e);
        } finally {
            engineNanos.add(System.nanoTime() - started);
        }
        reader.begin(result.columns().stream().map(ResultColumn::name).toList());
        for (var row : result.rows()) {
            if (!reader.accept(row.toArray(new @Nullable Object[0]))) {
                return new Execution.Finished(false);
            }
        }
        return result.truncated()
                ? new Execution.Failed(Execution.Cause.MEMORY_LIMIT, "returns too much")
                : new Execution.Finished(true);
    }

    /** What is no fault of the statement's says nothing about it. */
    private static Execution.Failed failure(GatewayException e) {
        var because = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
        var cause =
                switch (e.code()) {
                    case QUERY_TIME_LIMIT -> Execution.Cause.TIME_LIMIT;
                    case QUERY_STEP_LIMIT -> Execution.Cause.OPCODE_LIMIT;
                    case QUERY_MEMORY_LIMIT -> Execution.Cause.MEMORY_LIMIT;
                    case QUERY_FAILED, READS_HIDDEN_DATA -> Execution.Cause.SQL;
                    default -> throw e;
                };
        return new Execution.Failed(cause, String.valueOf(because));
    }

    @Override
    public void close() {
        // whoever opened the database closes it
    }
}
