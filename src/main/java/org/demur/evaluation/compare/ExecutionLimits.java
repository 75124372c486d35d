package org.demur.evaluation.compare;

import java.time.Duration;

/**
 * What one statement may use. A prediction beyond them is wrong SQL; a gold statement beyond them
 * is bad input.
 *
 * @param time wall clock for executing and reading one statement
 * @param memoryBytes growth of the whole process while one statement runs, and all rows that it
 *     returns
 * @param valueBytes longest text or blob
 * @param goldRows most rows of a gold result
 * @param opcodes instructions of the engine's machine for one statement, counted in ten thousands:
 *     unlike time, the same on every machine
 */
public record ExecutionLimits(
        Duration time, long memoryBytes, int valueBytes, int goldRows, long opcodes) {
    private static final long MOST_MEMORY = 1L << 30;

    /**
     * The published scripts' 60 seconds; the other limits protect this process, which has to have
     * room for two statements at their limit.
     */
    public static final ExecutionLimits STANDARD =
            new ExecutionLimits(
                    Duration.ofSeconds(60),
                    Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / 4),
                    1_000_000,
                    1_000_000);

    /** Any number of instructions. */
    public ExecutionLimits(Duration time, long memoryBytes, int valueBytes, int goldRows) {
        this(time, memoryBytes, valueBytes, goldRows, Long.MAX_VALUE);
    }

    public ExecutionLimits withTime(Duration other) {
        return new ExecutionLimits(other, memoryBytes, valueBytes, goldRows, opcodes);
    }

    public ExecutionLimits withOpcodes(long other) {
        return new ExecutionLimits(time, memoryBytes, valueBytes, goldRows, other);
    }
}
