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
        long resident = residentBytes();
        if (resident == UNKNOWN) {
            return UNKNOWN;
        }
        long touched = 0;
        for (var pool : heap) {
            touched += pool.getPeakUsage().getUsed();
        }
        return resident - touched;
    }

    /** Second field of {@code /proc/self/statm}, in pages; see proc(5). */
    private static long residentBytes() {
        // not a channel: interrupting a thread that reads one closes it
        try (var file = new RandomAccessFile("/proc/self/statm", "r")) {
            var bytes = new byte[128];
            int length = file.read(bytes);
            var fields = new String(bytes, 0, length, StandardCharsets.US_ASCII).split(" ", 3);
            return Long.parseLong(fields[1]) * PAGE_BYTES;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
