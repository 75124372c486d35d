package org.demur.schema;

import java.time.Duration;

/**
 * What one generated query may use at most. A request can only ask for less.
 *
 * @param timeLimit wall-clock time, above zero
 * @param maxRows rows returned, at least 1
 * @param maxBytes bytes of the returned values, at least 1
 * @param maxMemory bytes that the process may grow by while the query runs, at least 1
 * @param maxSteps steps of the engine, at least 1: a measure of work that does not depend on how
 *     busy the machine is, in opcodes of the engine's virtual machine and rounded to 10,000
 */
public record DatabaseLimits(
        Duration timeLimit, int maxRows, long maxBytes, long maxMemory, long maxSteps) {
    /**
     * The process is looked at every 10,000 opcodes, which costs 0.3 ms; a growth of 256 MiB is
     * then stopped within 0.4 s (measured with version 3.54).
     */
    public static final DatabaseLimits DEFAULT =
            new DatabaseLimits(Duration.ofSeconds(2), 1_000, 4L << 20, 256L << 20);

    public DatabaseLimits {
        if (timeLimit.isZero() || timeLimit.isNegative()) {
            throw new IllegalArgumentException("timeLimit must be above zero");
        }
        if (maxRows < 1 || maxBytes < 1 || maxMemory < 1 || maxSteps < 1) {
            throw new IllegalArgumentException("limits must be at least 1");
        }
    }

    /** Limits without one on steps. */
    public DatabaseLimits(Duration timeLimit, int maxRows, long maxBytes, long maxMemory) {
        this(timeLimit, maxRows, maxBytes, maxMemory, Long.MAX_VALUE);
    }

    /** These limits, and so many steps at most. */
    public DatabaseLimits withinSteps(long steps) {
        return new DatabaseLimits(
                timeLimit, maxRows, maxBytes, maxMemory, Math.min(maxSteps, steps));
    }

    /** The stricter of both, limit by limit. */
    public DatabaseLimits stricter(DatabaseLimits other) {
        return new DatabaseLimits(
                timeLimit.compareTo(other.timeLimit) <= 0 ? timeLimit : other.timeLimit,
                Math.min(maxRows, other.maxRows),
                Math.min(maxBytes, other.maxBytes),
                Math.min(maxMemory, other.maxMemory),
                Math.min(maxSteps, other.maxSteps));
    }
}
