package org.demur.execution.jdbc;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How much memory the process holds outside of the Java heap, near enough to notice a query that
 * takes hundreds of megabytes. The engine itself is of no help: the driver's build keeps no memory
 * statistics, and its heap limit has no effect. Thread-safe.
 */
final class ProcessMemory {
    /** Where the system has no /proc: growth is never seen, and the other walls remain. */
    private static final long UNKNOWN = 0;

    private static final long PAGE_BYTES = 4096;

    private final List<MemoryPoolMXBean> heap =
            ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> pool.getType() == MemoryType.HEAP)
                    .toList();

    /**
     * Resident bytes less those that the Java heap ever touched, so that a growing heap is not
     * taken for a growing query.
     */
    long nativeBytes() {
        long resident = residentBytes("self");
        if (resident == UNKNOWN) {
            return UNKNOWN;
        }
        long touched = 0;
        for (var pool : heap) {
            touched += pool.getPeakUsage().getUsed();
        }
        return resident - touched;
    }

    /**
     * What a process holds in memory, the second field of {@code /proc/PROCESS/statm}; see proc(5).
     *
     * @param process its number, or {@code self}
     * @return bytes; 0 where the process has ended or the system does not tell
     */
    static long residentBytes(String process) {
        // not a channel: interrupting a thread that reads one closes it
        try (var file = new RandomAccessFile("/proc/" + process + "/statm", "r")) {
            var bytes = new byte[128];
            int length = Math.max(0, file.read(bytes));
            var fields = new String(bytes, 0, length, StandardCharsets.US_ASCII).split(" ", 3);
            return fields.length < 2 ? UNKNOWN : Long.parseLong(fields[1]) * PAGE_BYTES;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
