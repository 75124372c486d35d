package org.demur.execution.jdbc;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.demur.execution.AccountAlarm;
import org.demur.execution.QueryExecutor;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultTable;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;

/**
 * Runs guarded statements on one database file, in this process. Every wall here stands without the
 * guard. Thread-safe; waiting for a result blocks the caller, cheaply on a virtual thread.
 */
public final class FileQueryExecutor implements QueryExecutor, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FileQueryExecutor.class.getName());

    /** How long after the limit a query may still stop by itself before it is interrupted. */
    static final Duration GRACE = Duration.ofMillis(100);

    private final FileSource source;
    private final FileRunner runner;
    private final QueryThreads threads;
    private final ProcessMemory memory = new ProcessMemory();
    private final LongSupplier clock;
    private final Duration grace;

    /**
     * Opens the database once, so that a broken file is noticed here.
     *
     * @param threads shared by all databases; not closed with this executor
     * @throws GatewayException {@code DATABASE_UNAVAILABLE}
     */
    public FileQueryExecutor(FileSource source, QueryThreads threads) {
        this(source, threads, AccountAlarm.NOP);
    }

    /**
     * As the other constructor.
     *
     * @param alarm hears of statements that the guard let through and the engine's account does not
     */
    public FileQueryExecutor(FileSource source, QueryThreads threads, AccountAlarm alarm) {
        this(source, threads, alarm, System::nanoTime, GRACE);
    }

    /**
     * For tests that count looks at the watch instead of time.
     *
     * @param clock in nanoseconds
     * @param grace as {@link #GRACE}, by the clock on the wall
     */
    FileQueryExecutor(
            FileSource source,
            QueryThreads threads,
            AccountAlarm alarm,
            LongSupplier clock,
            Duration grace) {
        this.runner = new FileRunner(source, outside -> raise(alarm, source, outside));
        this.grace = grace;
        this.clock = clock;
        this.source = source;
        this.threads = threads;
    }

    /** Guard and engine disagree: one of the two is wrong. */
    static void raise(AccountAlarm alarm, FileSource source, Set<String> outside) {
        LOG.log(
                Level.ERROR,
                "ALARM: a statement on {0} was about to read {1}, which is not shown; it was"
                        + " refused",
                source.id(),
                outside);
        alarm.disagreed();
    }

    @Override
    public ResultTable execute(ReadOnlySql sql, DatabaseLimits limits) {
        return executeText(sql.textFor(source.id()), limits);
    }

    @Override
    public void explain(ReadOnlySql sql) {
        run(sql.textFor(source.id()), DatabaseLimits.DEFAULT, FileRunner::compile);
    }

    /** For tests of the walls behind the guard: any text at all. */
    ResultTable executeText(String sql, DatabaseLimits limits) {
        return run(sql, limits, FileRunner.rows(limits));
    }

    private <T> T run(String sql, DatabaseLimits limits, FileRunner.Use<T> use) {
        var lane = threads.lane();
        var watch = new QueryWatch(lane, memory, limits, clock);
        var result = threads.submit(() -> runInLane(sql, lane, watch, use));
        return await(result, watch);
    }

    private <T> T runInLane(
            String sql, QueryThreads.Lane lane, QueryWatch watch, FileRunner.Use<T> use)
            throws InterruptedException {
        try (lane) {
            if (!lane.enter(watch.remaining())) {
                throw new GatewayException(
                        FailureCode.OVERLOADED,
                        "The query waited for its turn until its time was up: try again later.");
            }
            return runner.run(sql, watch, use);
        }
    }

    private <T> T await(Future<T> result, QueryWatch watch) {
        try {
            return result.get(watch.remaining().plus(grace).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            abandon(result, watch);
            throw FileRunner.timeLimit();
        } catch (InterruptedException e) {
            abandon(result, watch);
            Thread.currentThread().interrupt();
            throw cancelled(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GatewayException failure) {
                throw failure;
            }
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "The query broke down outside of the database.", e);
        }
    }

    static GatewayException cancelled(InterruptedException e) {
        return new GatewayException(
                FailureCode.QUERY_TIME_LIMIT, "The query was cancelled before it finished.", e);
    }

    /** The thread is not waited for: it stops at its next row. */
    private static void abandon(Future<?> result, QueryWatch watch) {
        watch.cancel();
        result.cancel(false);
    }

    @Override
    public void close() {
        runner.close();
    }
}
