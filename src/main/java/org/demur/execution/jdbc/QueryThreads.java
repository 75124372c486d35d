package org.demur.execution.jdbc;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * The platform threads that queries run on, shared by all databases.
 *
 * <p>Queries start in the short lane. One that has run for {@code longAfter} moves to the long lane
 * and waits there, inside the engine, while as many as may run at once are ahead of it; so the
 * short lane is free again after that time at the latest, however long some queries are.
 * Thread-safe.
 */
public final class QueryThreads implements AutoCloseable {
    /**
     * How long past its limit a query counts as one that does not stop: five times what the engine
     * may need to notice.
     */
    private static final Duration OVERDUE = Duration.ofSeconds(5);

    private final ThreadPoolExecutor threads;
    private final int laneWidth;
    private final LongSupplier clock;
    private final Set<Lane> working = ConcurrentHashMap.newKeySet();
    private final Semaphore shortLane;
    private final Semaphore longLane;
    private final Duration longAfter;

    /** Lanes as wide as there are processors, 16 threads, 256 waiting, long after 100 ms. */
    public static QueryThreads standard() {
        int processors = Math.max(2, Runtime.getRuntime().availableProcessors());
        return new QueryThreads(
                processors, Math.max(16, 4 * processors), 256, Duration.ofMillis(100));
    }

    /**
     * Threads of these measures.
     *
     * @param laneWidth queries that run at once, in each of the two lanes
     * @param threads queries in work at once, paused ones included
     * @param queueLength queries that wait for a thread at most; one more is overload
     * @param longAfter running time after which a query counts as long
     */
    public QueryThreads(int laneWidth, int threads, int queueLength, Duration longAfter) {
        this(laneWidth, threads, queueLength, longAfter, System::nanoTime);
    }

    /**
     * As the other constructor.
     *
     * @param clock in nanoseconds
     */
    QueryThreads(
            int laneWidth, int threads, int queueLength, Duration longAfter, LongSupplier clock) {
        this.laneWidth = laneWidth;
        this.clock = clock;
        this.threads =
                new ThreadPoolExecutor(
                        threads,
                        threads,
                        30,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(queueLength),
                        task -> Thread.ofPlatform().daemon().name("query").unstarted(task));
        this.threads.allowCoreThreadTimeOut(true);
        this.shortLane = new Semaphore(laneWidth, true);
        this.longLane = new Semaphore(laneWidth, true);
        this.longAfter = longAfter;
    }

    Lane lane() {
        return new Lane();
    }

    /**
     * Whether queries get their turn: not while as many as the short lane is wide, or as there are
     * threads, are past their limits and do not stop.
     */
    public boolean canAnswer() {
        long now = clock.getAsLong();
        var stuck = working.stream().filter(lane -> lane.isOverdue(now)).toList();
        return stuck.size() < threads.getMaximumPoolSize()
                && stuck.stream().filter(lane -> !lane.isLong).count() < laneWidth;
    }

    <T> Future<T> submit(Callable<T> query) {
        try {
            return threads.submit(query);
        } catch (RejectedExecutionException e) {
            throw new GatewayException(
                    FailureCode.OVERLOADED, "Too many queries are waiting: try again later.", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /**
     * One query's place in the lanes; used by the thread that runs the query, and by no other but
     * for {@link #canAnswer}.
     */
    final class Lane implements QueryWatch.Turn, AutoCloseable {
        private volatile boolean isLong;
        private boolean holding;
        private long startNanos;
        private volatile long endNanos;

        /** Waits for a place in the short lane; false when the time is up before. */
        boolean enter(Duration patience) throws InterruptedException {
            holding = shortLane.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
            startNanos = clock.getAsLong();
            if (holding) {
                endNanos = startNanos + patience.plus(OVERDUE).toNanos();
                working.add(this);
            }
            return holding;
        }

        /** Moves a query that has become long to the long lane. */
        @Override
        public boolean letPass(long patience, TimeUnit unit) {
            if (!holding || isLong || clock.getAsLong() - startNanos < longAfter.toNanos()) {
                return true;
            }
            shortLane.release();
            holding = false;
            isLong = true;
            try {
                holding = longLane.tryAcquire(patience, unit);
                return holding;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private boolean isOverdue(long now) {
            return now - endNanos > 0;
        }

        @Override
        public void close() {
            working.remove(this);
            if (holding) {
                holding = false;
                (isLong ? longLane : shortLane).release();
            }
        }
    }
}
