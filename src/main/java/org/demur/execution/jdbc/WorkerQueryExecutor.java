package org.demur.execution.jdbc;

import java.util.Set;
import java.util.function.Consumer;
import org.demur.execution.AccountAlarm;
import org.demur.execution.QueryExecutor;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultTable;
import org.demur.schema.DatabaseLimits;

/**
 * Runs on one database file in this process what Demur made itself, and in {@link QueryWorkers}
 * everything else. Thread-safe.
 */
public final class WorkerQueryExecutor implements QueryExecutor {
    private final FileSource source;
    private final QueryExecutor here;
    private final QueryWorkers workers;
    private final Consumer<Set<String>> hidden;

    /**
     * Opens nothing.
     *
     * @param here for statements that Demur made itself
     * @param workers shared by all databases; not closed with this executor
     * @param alarm hears of statements that the guard let through and the engine's account does not
     */
    public WorkerQueryExecutor(
            FileSource source, QueryExecutor here, QueryWorkers workers, AccountAlarm alarm) {
        this.source = source;
        this.here = here;
        this.workers = workers;
        this.hidden = outside -> FileQueryExecutor.raise(alarm, source, outside);
    }

    @Override
    public ResultTable execute(ReadOnlySql sql, DatabaseLimits limits) {
        return switch (sql.origin()) {
            case PROGRAM -> here.execute(sql, limits);
            case MODEL -> executeText(sql.textFor(source.id()), limits);
        };
    }

    @Override
    public void explain(ReadOnlySql sql) {
        switch (sql.origin()) {
            case PROGRAM -> here.explain(sql);
            case MODEL ->
                    workers.run(
                            source, sql.textFor(source.id()), true, DatabaseLimits.DEFAULT, hidden);
        }
    }

    /** For tests of the walls behind the guard: any text at all. */
    ResultTable executeText(String sql, DatabaseLimits limits) {
        return workers.run(source, sql, false, limits, hidden);
    }
}
