package org.demur.execution.jdbc;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.demur.execution.ResultTable;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;

/**
 * Processes of Demur's own in which statements run that nobody vouches for. Whatever a statement
 * does there, it has ended half a second after its limit: its process watches over it by itself,
 * and is killed where it does not answer or grows too much. Statements that were with it then run
 * once more: where one of them is known to blame beside others, else each in a process for itself.
 * Started when first needed, and anew after a kill.
 *
 * <p>Shared by all databases. Thread-safe; waiting for a result blocks the caller, cheaply on a
 * virtual thread.
 */
public final class QueryWorkers implements AutoCloseable {
    /** Usual number of processes: where one is killed, the other goes on. */
    public static final int STANDARD = 2;

    private static final System.Logger LOG = System.getLogger(QueryWorkers.class.getName());

    /** Statements at work in one process; more wait. */
    private static final int PLACES = 8;

    /** As in {@link QueryThreads#standard}: what takes longer gives way to all others. */
    private static final Duration LONG_AFTER = Duration.ofMillis(100);

    /** Between two looks at how much memory the process of a long statement holds. */
    private static final Duration LOOK = Duration.ofMillis(20);

    /**
     * After a cancellation. A statement that can be stopped at all stops at its next row; with the
     * grace before it, half a second is left of the one after the limit, for a busy machine.
     */
    private static final Duration LAST_GRACE = Duration.ofMillis(400);

    /** Many times what a start takes, 0.3 to 0.5 s. */
    private static final Duration START = Duration.ofSeconds(20);

    /** What the heap of a worker may grow by beside a statement's memory. */
    private static final long OWN_GROWTH = 160L << 20;

    private final List<Optional<WorkerProcess>> workers = new ArrayList<>();
    private final Semaphore places;
    private final Semaphore alone;
    private volatile boolean closed;
    private volatile boolean startFailed;

    /**
     * Starts nothing yet.
     *
     * @param count processes that serve at a time, at least one
     */
    public QueryWorkers(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("nothing would serve");
        }
        for (int i = 0; i < count; i++) {
            workers.add(Optional.empty());
        }
        places = new Semaphore(PLACES * count, true);
        alone = new Semaphore(count, true);
    }

    /** False from a start that failed to one that did not. */
    public boolean canAnswer() {
        return !startFailed;
    }

    /** Process numbers of those that serve now. */
    synchronized List<Long> pids() {
        return workers.stream()
                .flatMap(Optional::stream)
                .filter(worker -> !worker.hasEnded())
                .map(WorkerProcess::pid)
                .toList();
    }

    /**
     * Runs a statement, or only compiles it, and waits for it.
     *
     * @param hidden hears what it was about to read and must not
     * @return its rows; none where it was only compiled
     * @throws GatewayException as {@link org.demur.execution.QueryExecutor#execute}
     */
    ResultTable run(
            FileSource source,
            String sql,
            boolean compileOnly,
            DatabaseLimits limits,
            Consumer<Set<String>> hidden) {
        long start = System.nanoTime();
        try {
            var answer = answer(source, sql, compileOnly, limits);
            return switch (answer) {
                case WorkerMessage.Rows(int _, var table) ->
                        new ResultTable(
                                table.columns(),
                                table.rows(),
                                table.truncated(),
                                Duration.ofNanos(System.nanoTime() - start));
                case WorkerMessage.Failed(int _, var code, var message, var names) -> {
                    if (!names.isEmpty()) {
                        hidden.accept(names);
                    }
                    throw new GatewayException(code, message);
                }
                default -> throw new IllegalStateException("no answer: " + answer);
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw FileQueryExecutor.cancelled(e);
        }
    }

    private WorkerMessage answer(
            FileSource source, String sql, boolean compileOnly, DatabaseLimits limits)
            throws InterruptedException {
        acquire(places, limits.timeLimit());
        try {
            return shared(source, sql, compileOnly, limits);
        } finally {
            places.release();
        }
    }

    private WorkerMessage shared(
            FileSource source, String sql, boolean compileOnly, DatabaseLimits limits)
            throws InterruptedException {
        var worker = ready(chosen());
        long start = System.nanoTime();
        try {
            return await(worker, source, sql, compileOnly, limits);
        } catch (WorkerProcess.EndedException e) {
            return switch (e.cause()) {
                case THIS -> throw broken(worker);
                case ANOTHER -> shared(source, sql, compileOnly, remaining(limits, start));
                case ANY -> alone(source, sql, compileOnly, remaining(limits, start));
            };
        }
    }

    private static DatabaseLimits remaining(DatabaseLimits limits, long start) {
        var remaining = limits.timeLimit().minusNanos(System.nanoTime() - start);
        if (!remaining.isPositive()) {
            throw FileRunner.timeLimit();
        }
        return new DatabaseLimits(
                remaining,
                limits.maxRows(),
                limits.maxBytes(),
                limits.maxMemory(),
                limits.maxSteps());
    }

    private WorkerMessage alone(
            FileSource source, String sql, boolean compileOnly, DatabaseLimits limits)
            throws InterruptedException {
        acquire(alone, limits.timeLimit());
        try (var worker = ready(started())) {
            return await(worker, source, sql, compileOnly, limits);
        } catch (WorkerProcess.EndedException e) {
            throw new GatewayException(
                    FailureCode.QUERY_FAILED, "The query broke the process that it ran in.", e);
        } finally {
            alone.release();
        }
    }

    private static void acquire(Semaphore turns, Duration patience) throws InterruptedException {
        if (!turns.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new GatewayException(
                    FailureCode.OVERLOADED,
                    "The query waited for its turn until its time was up: try again later.");
        }
    }

    private static GatewayException broken(WorkerProcess worker) {
        return worker.ranOutOfMemory()
                ? FileRunner.memoryLimit()
                : new GatewayException(
                        FailureCode.QUERY_FAILED, "The query broke the process that it ran in.");
    }

    private WorkerMessage await(
            WorkerProcess worker,
            FileSource source,
            String sql,
            boolean compileOnly,
            DatabaseLimits limits)
            throws InterruptedException, WorkerProcess.EndedException {
        long start = System.nanoTime();
        long limit = limits.timeLimit().plus(FileQueryExecutor.GRACE).toNanos();
        long memory = worker.residentBytes();
        var asked = worker.ask(source, sql, compileOnly, limits);
        try {
            var answer = within(asked, Math.min(limit, LONG_AFTER.toNanos()));
            if (answer.isEmpty()) {
                worker.say(new WorkerMessage.GiveWay(asked.query()));
            }
            while (answer.isEmpty() && System.nanoTime() - start < limit) {
                answer = within(asked, LOOK.toNanos());
                long growth = worker.residentBytes() - memory;
                if (answer.isEmpty() && growth > limits.maxMemory() + OWN_GROWTH) {
                    kill("grows", worker::close);
                    throw FileRunner.memoryLimit();
                }
            }
            return answer.isPresent() ? answer.get() : cancelled(worker, asked);
        } catch (InterruptedException e) {
            Thread.startVirtualThread(() -> cancelQuietly(worker, asked));
            throw e;
        }
    }

    /** The last word: an answer after all, or the end of the process. */
    private WorkerMessage cancelled(WorkerProcess worker, WorkerProcess.Asked asked)
            throws InterruptedException, WorkerProcess.EndedException {
        worker.say(new WorkerMessage.Cancel(asked.query()));
        var answer = within(asked, LAST_GRACE.toNanos());
        if (answer.isEmpty()) {
            kill("does not stop", () -> worker.closeFor(asked));
            throw FileRunner.timeLimit();
        }
        return answer.get();
    }

    private void cancelQuietly(WorkerProcess worker, WorkerProcess.Asked asked) {
        try {
            cancelled(worker, asked);
        } catch (InterruptedException | WorkerProcess.EndedException | GatewayException e) {
            LOG.log(Level.DEBUG, "a query that nobody waits for has ended", e);
        }
    }

    /** Empty where the answer has not come by then. */
    private static Optional<WorkerMessage> within(WorkerProcess.Asked asked, long nanos)
            throws InterruptedException, WorkerProcess.EndedException {
        try {
            return Optional.of(asked.answer().get(nanos, TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof WorkerProcess.EndedException ended) {
                throw ended;
            }
            throw new IllegalStateException(e);
        }
    }

    private WorkerProcess ready(WorkerProcess worker) throws InterruptedException {
        boolean isReady = false;
        try {
            isReady = worker.ready().get(START.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.log(Level.WARNING, "a query worker does not start", e);
        }
        startFailed = !isReady && !closed;
        if (!isReady) {
            worker.close();
            throw new GatewayException(
                    FailureCode.OVERLOADED, "No process for queries could be started.");
        }
        return worker;
    }

    /** Another takes its place before it is needed. */
    private void kill(String why, Runnable closing) {
        LOG.log(Level.WARNING, "a query worker is killed: its query {0}", why);
        closing.run();
        Thread.startVirtualThread(() -> {
            try {
                serving();
            } catch (GatewayException e) {
                LOG.log(closed ? Level.DEBUG : Level.WARNING, "none takes its place yet", e);
            }
        });
    }

    /** One that is there already, and has the least to do. */
    private WorkerProcess chosen() {
        return serving().stream()
                .min(
                        Comparator.<WorkerProcess, Boolean>comparing(w -> !w.ready().isDone())
                                .thenComparingInt(WorkerProcess::atWork))
                .orElseThrow();
    }

    private synchronized List<WorkerProcess> serving() {
        workers.replaceAll(
                worker -> worker.filter(w -> !w.hasEnded()).or(() -> Optional.of(started())));
        return workers.stream().flatMap(Optional::stream).toList();
    }

    private WorkerProcess started() {
        if (closed) {
            throw new GatewayException(FailureCode.OVERLOADED, "The service is being shut down.");
        }
        try {
            return WorkerProcess.start();
        } catch (IOException e) {
            startFailed = true;
            throw new GatewayException(
                    FailureCode.OVERLOADED, "No process for queries could be started.", e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        workers.forEach(worker -> worker.ifPresent(WorkerProcess::close));
    }
}
