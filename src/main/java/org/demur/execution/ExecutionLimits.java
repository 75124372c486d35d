package org.demur.execution;

import java.time.Duration;

/**
 * How much one query may take.
 *
 * @param timeLimit wall-clock time from submission to the last row, waiting in the queue included
 * @param maxRows rows returned at most; one more is fetched so that a cut is always reported
 * @param maxBytes size of the returned cells at most, in bytes of UTF-8 for text and eight per
 *     number; the result is cut before the row that exceeds it
 * @param maxMemoryGrowth native memory by which the process may grow while the query runs, in bytes
 */
public record ExecutionLimits(
        Duration timeLimit, int maxRows, long maxBytes, long maxMemoryGrowth) {
    /** Two seconds, 1,000 rows, 4 MiB of cells, 256 MiB of growth. */
    public static final ExecutionLimits DEFAULT =
            new ExecutionLimits(Duration.ofSeconds(2), 1_000, 4L << 20, 256L << 20);

    public ExecutionLimits {
        if (timeLimit.isNegative() || timeLimit.isZero()) {
            throw new IllegalArgumentException("timeLimit is not positive: " + timeLimit);
        }
        if (maxRows < 1 || maxBytes < 1 || maxMemoryGrowth < 1) {
            throw new IllegalArgumentException("a limit is not positive");
        }
    }

    /** These limits, with the row limit lowered to {@code rows} where that is less. */
    public ExecutionLimits withMaxRows(int rows) {
        return new ExecutionLimits(timeLimit, Math.min(maxRows, rows), maxBytes, maxMemoryGrowth);
    }

    /** These limits, with the time limit lowered to {@code limit} where that is less. */
    public ExecutionLimits withTimeLimit(Duration limit) {
        return new ExecutionLimits(
                limit.compareTo(timeLimit) < 0 ? limit : timeLimit,
                maxRows,
                maxBytes,
                maxMemoryGrowth);
    }
}
