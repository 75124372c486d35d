package org.demur.evaluation.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Stops a statement at its time limit, or when the process grows too much while it runs. */
final class ExecutionWatch {
    private static final Path STATM = Path.of("/proc/self/statm");
    private static final long PAGE_BYTES = 4096;
    private static final long NANOS_BETWEEN_LOOKS_AT_MEMORY = 20_000_000;

    /** A small object with the reference to it. */
    private static final long OBJECT_BYTES = 32;

    /** Instructions of the engine's machine between two looks at the limits. */
    static final int OPCODES_BETWEEN_CHECKS = 10_000;

    private final long timeNanos;
    private final long memoryBytes;
    private final long opcodes;
    private long opcodesRun;
    private volatile long started;
    private volatile boolean running;
    private long lookedAt;
    private long bytesRead;
    private long bytesAtStart = -1;
    private Execution.@Nullable Cause over;

    ExecutionWatch(ExecutionLimits limits) {
        timeNanos = limits.time().toNanos();
        memoryBytes = limits.memoryBytes();
        opcodes = limits.opcodes();
    }

    void start() {
        over = null;
        bytesAtStart = -1;
        bytesRead = 0;
        opcodesRun = 0;
        started = System.nanoTime();
        lookedAt = started;
        running = true;
    }

    void stop() {
        running = false;
    }

    /**
     * Also asked for every row: a cheap statement may return rows for ever. Rows count by what they
     * would take if all were kept, since freed memory is not given back to the system and a second
     * statement's growth cannot be seen in it.
     */
    boolean isOver(@Nullable Object[] row) {
        bytesRead += bytesOf(row);
        if (over == null && bytesRead > memoryBytes) {
            over = Execution.Cause.MEMORY_LIMIT;
        }
        return check() != null;
    }

    private static long bytesOf(@Nullable Object[] row) {
        long bytes = OBJECT_BYTES;
        for (Object cell : row) {
            bytes +=
                    OBJECT_BYTES
                            + switch (cell) {
                                case String text -> text.length();
                                case byte[] blob -> blob.length;
                                case null, default -> 0;
                            };
        }
        return bytes;
    }

    Execution.Failed failure(String otherwise) {
        if (over == null) {
            return new Execution.Failed(Execution.Cause.SQL, otherwise);
        }
        return new Execution.Failed(
                over,
                switch (over) {
                    case TIME_LIMIT -> "ran past %d ms".formatted(timeNanos / 1_000_000);
                    case OPCODE_LIMIT -> "needed more than %,d instructions".formatted(opcodes);
                    case MEMORY_LIMIT, SQL ->
                            "needed more than %d MiB".formatted(memoryBytes >> 20);
                });
    }

    /** Asked by the engine, every {@link #OPCODES_BETWEEN_CHECKS}. */
    boolean mustStop() {
        if (!running) {
            return false;
        }
        opcodesRun += OPCODES_BETWEEN_CHECKS;
        if (over == null && opcodesRun > opcodes) {
            over = Execution.Cause.OPCODE_LIMIT;
        }
        return check() != null;
    }

    private Execution.@Nullable Cause check() {
        if (over != null) {
            return over;
        }
        long now = System.nanoTime();
        if (now - started > timeNanos) {
            over = Execution.Cause.TIME_LIMIT;
        } else if (now - lookedAt > NANOS_BETWEEN_LOOKS_AT_MEMORY) {
            lookedAt = now;
            long bytes = residentBytes();
            if (bytesAtStart < 0) {
                bytesAtStart = bytes;
            } else if (bytes - bytesAtStart > memoryBytes) {
                over = Execution.Cause.MEMORY_LIMIT;
            }
        }
        return over;
    }

    /** Memory of this process that is in use, in bytes; 0 where the system does not tell. */
    private static long residentBytes() {
        try {
            String[] fields = Files.readString(STATM).split(" ", -1);
            return Long.parseLong(fields[1]) * PAGE_BYTES;
        } catch (IOException e) {
            return 0; // no such file outside of Linux: only the time limit holds there
        }
    }
}
