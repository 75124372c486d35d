package org.demur.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Figures for {@code docs/performance.md}, "Journal and sign-in": what a question waits for its
 * record, one after the other and 64 at a time, into {@code target/journal.txt}. Runs only when
 * named; the disk is that of the project's folder.
 */
@Tag("slow")
final class JournalBenchmark {
    private static final int RECORDS = 4_000;

    @Test
    void measure() throws Exception {
        var report = new StringBuilder();
        for (int clients : new int[] {1, 8, 64}) {
            measure(clients); // to warm up
            report.append(measure(clients));
        }
        Files.writeString(Path.of("target/journal.txt"), report);
    }

    private static String measure(int clients) throws Exception {
        var file = Path.of("target/journal/benchmark.sqlite");
        for (var part : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(Path.of(file + part));
        }
        long began;
        var waits = new ArrayList<Double>();
        try (var journal = new Journal(new JournalPlace.InFile(file), InstantSource.system());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            journal.append(JournalTest.answer("ada"));
            Callable<List<Double>> client =
                    () -> {
                        var own = new ArrayList<Double>();
                        for (int i = 0; i < RECORDS / clients; i++) {
                            long start = System.nanoTime();
                            journal.append(JournalTest.answer("ada"));
                            own.add((System.nanoTime() - start) / 1e6);
                        }
                        return own;
                    };
            began = System.nanoTime();
            var futures = new ArrayList<Future<List<Double>>>();
            for (int i = 0; i < clients; i++) {
                futures.add(threads.submit(client));
            }
            for (var future : futures) {
                waits.addAll(future.get());
            }
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        waits.sort(null);
        assertThat(waits).isNotEmpty();
        return String.format(
                Locale.ROOT,
                "%2d at a time: p50 %.2f ms, p99 %.2f ms, %.0f records a second, %d bytes a"
                        + " record%n",
                clients,
                waits.get(waits.size() / 2),
                waits.get(waits.size() * 99 / 100),
                waits.size() / seconds,
                Files.size(file) / waits.size());
    }
}
