package org.demur.execution.jdbc;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.demur.schema.DatabaseLimits;
import org.jspecify.annotations.Nullable;

/**
 * Watches over one query while it runs. The engine asks {@link #mustStop} every few thousand steps;
 * the first reason to stop stays.
 */
final class QueryWatch {
    /** Why a query was stopped. */
    enum Stop {
        TIME,
        STEPS,
        MEMORY,
        CANCELLED
    }

    /** A place among the queries at work, which a query that has become long may lose. */
    @FunctionalInterface
    interface Turn {
        /** Of a query that shares its threads with no other. */
        Turn ITS_OWN = (patience, unit) -> true;

        /** Goes on at once or waits; false when no place came free in time. */
        boolean letPass(long patience, TimeUnit unit);
    }

    private static final long MEMORY_CHECK_NANOS = Duration.ofMillis(5).toNanos();

    private final Turn turn;
    private final ProcessMemory memory;
    private final LongSupplier clock;
    private final long startNanos;
    private final long limitNanos;
    private final long maxMemoryGrowth;
    private final long maxTicks;
    private volatile @Nullable Stop stop;
    private long memoryAtStart;
    private long nextMemoryCheck = MEMORY_CHECK_NANOS; // most queries are over before
    private long ticks;
    private @Nullable FileConnection connection;

    QueryWatch(Turn turn, ProcessMemory memory, DatabaseLimits limits, LongSupplier clock) {
        this.turn = turn;
        this.memory = memory;
        this.clock = clock;
        this.startNanos = clock.getAsLong();
        this.limitNanos = limits.timeLimit().toNanos();
        this.maxMemoryGrowth = limits.maxMemory();
        this.maxTicks = limits.maxSteps() / FileConnection.STEPS_PER_TICK;
    }

    /** Since the query was submitted. */
    Duration elapsed() {
        return Duration.ofNanos(elapsedNanos());
    }

    Duration remaining() {
        return Duration.ofNanos(Math.max(0, limitNanos - elapsedNanos()));
    }

    @Nullable Stop stop() {
        return stop;
    }

    /** How often the engine has asked: a measure of work that does not depend on the machine. */
    long ticks() {
        return ticks;
    }

    /** From now on until {@link #end} the query runs on this connection. */
    synchronized void begin(FileConnection newConnection) {
        connection = newConnection;
        newConnection.watch(this);
    }

    synchronized void end() {
        if (connection != null) {
            connection.watch(null);
            connection = null;
        }
    }

    /**
     * Stops the query from another thread. The engine notices at its next row, which is sooner than
     * its next look at the watch when single steps are slow.
     */
    synchronized void cancel() {
        if (stop == null) {
            stop = Stop.CANCELLED;
        }
        if (connection != null) { // never one that another query has been given since
            connection.interrupt();
        }
    }

    /** Called by the thread that runs the query, and by no other. May pause a long query. */
    boolean mustStop() {
        ticks++;
        long elapsed = elapsedNanos();
        if (stop == null && elapsed > limitNanos) {
            stop = Stop.TIME;
        }
        if (stop == null && ticks > maxTicks) {
            stop = Stop.STEPS;
        }
        if (stop == null && elapsed >= nextMemoryCheck) {
            nextMemoryCheck = elapsed + MEMORY_CHECK_NANOS;
            checkMemory();
        }
        if (stop == null && !turn.letPass(limitNanos - elapsed, TimeUnit.NANOSECONDS)) {
            stop = Stop.TIME;
        }
        return stop != null;
    }

    private void checkMemory() {
        long now = memory.nativeBytes();
        if (memoryAtStart == 0) {
            memoryAtStart = now;
        } else if (now - memoryAtStart > maxMemoryGrowth) {
            stop = Stop.MEMORY;
        }
    }

    private long elapsedNanos() {
        return clock.getAsLong() - startNanos;
    }
}
