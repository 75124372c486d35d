package org.demur.execution;

import java.time.Duration;

/**
 * How much text the guard reads, and how long it tries.
 *
 * @param maxLength characters of a draft
 * @param maxNesting depth of parentheses and CASE expressions
 * @param timeLimit wall-clock time for one draft, waiting in the queue included
 * @param threads parser threads
 * @param queueLength drafts that may wait for a thread; one more is overload
 */
public record GuardLimits(
        int maxLength, int maxNesting, Duration timeLimit, int threads, int queueLength) {
    /** The longest gold statement of the benchmarks has 5,110 characters, the deepest 14 levels. */
    public static final GuardLimits DEFAULT =
            new GuardLimits(20_000, 40, Duration.ofSeconds(3), 2, 256);
}
