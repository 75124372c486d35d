package org.demur.execution.jdbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.demur.execution.AccountAlarm;
import org.demur.execution.GoldQueries;
import org.demur.execution.GuardLimits;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.Schemas;
import org.demur.execution.SqlGuard;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.jdbc.EngineAccount;
import org.demur.schema.jdbc.FileEngine;
import org.demur.schema.jdbc.StorageLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Figures for {@code docs/performance.md}, "Guard and execution". Runs only when named; besides
 * wall time it reports processor time, which other work on the machine does not change.
 */
@Tag("slow")
final class GuardAndExecutionBenchmark {
    private static final DatabaseLimits LIMITS =
            new DatabaseLimits(Duration.ofSeconds(30), 1_000, 4L << 20, 1L << 30);
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    @TempDir static Path temporary;
    private final StringBuilder report = new StringBuilder();

    @Test
    void measure() throws IOException, ExecutionException, InterruptedException {
        var benchmarks = GoldQueries.folder();
        assumeTrue(benchmarks.isPresent(), "no benchmarks: set DEMUR_BENCHMARKS to their folder");
        var file = unpacked(benchmarks.orElseThrow());
        var schema = Schemas.ofFile("mimic_iv", file, LocalDateTime.parse("2100-12-31T23:59:00"));
        var drafts =
                GoldQueries.ehrsql(benchmarks.orElseThrow(), "valid").stream()
                        .map(GoldQueries.Gold::sql)
                        .toList();
        try (var guard = new SqlGuard(GuardLimits.DEFAULT);
                var threads = QueryThreads.standard();
                var executor = new FileQueryExecutor(Schemas.source("mimic_iv", file), threads);
                var workers = new QueryWorkers(QueryWorkers.STANDARD)) {
            var statements = guarded(guard, drafts, schema);
            Consumer<String> check = anew(draft -> guard.check(draft, schema));
            for (int round = 0; round < 4; round++) {
                drafts.forEach(check); // warms up
            }
            measure("guard", drafts, check);
            measureGuardWithAccount(file, drafts, draft -> guard.check(draft, schema));
            var nothing = guarded(guard, List.of("SELECT 1"), schema).getFirst();
            measure(
                    "SELECT 1, submission to result",
                    java.util.Collections.nCopies(5_000, nothing),
                    sql -> executor.execute(sql, LIMITS));
            measure("explain", statements, executor::explain);
            measure("execute", statements, sql -> executor.execute(sql, LIMITS));
            measure("probe", statements, sql -> executor.probe(sql, LIMITS));
            measureAtOnce(8, statements, sql -> executor.execute(sql, LIMITS));
            var apart =
                    new WorkerQueryExecutor(
                            Schemas.source("mimic_iv", file), executor, workers, AccountAlarm.NOP);
            measure(
                    "SELECT 1 in a worker",
                    java.util.Collections.nCopies(5_000, nothing),
                    sql -> apart.execute(sql, LIMITS));
            measure("execute in a worker", statements, sql -> apart.execute(sql, LIMITS));
            for (var hostile : List.of(QueryWorkersTest.ENDLESS, QueryWorkersTest.DEAF)) {
                try (var beside = new Hostile(apart, hostile)) {
                    measure(
                            "execute beside " + beside,
                            statements,
                            sql -> executor.execute(sql, LIMITS));
                    measure(
                            "execute in a worker beside " + beside,
                            statements,
                            sql -> apart.execute(sql, LIMITS));
                }
            }
        } finally {
            Files.writeString(Path.of("target/guard-and-execution.txt"), report);
        }
    }

    /** Two callers with one draft after the other, as long as they are let. */
    private static final class Hostile implements AutoCloseable {
        private static final DatabaseLimits USUAL =
                new DatabaseLimits(Duration.ofSeconds(2), 1_000, 4L << 20, 256L << 20);

        private final List<Thread> callers;
        private final String sql;
        private final AtomicInteger stopped = new AtomicInteger();

        Hostile(WorkerQueryExecutor executor, String sql) {
            this.sql = sql;
            callers =
                    Stream.generate(() -> Thread.startVirtualThread(() -> ask(executor)))
                            .limit(2)
                            .toList();
        }

        private void ask(WorkerQueryExecutor executor) {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    executor.executeText(sql, USUAL);
                } catch (GatewayException e) {
                    stopped.incrementAndGet();
                }
            }
        }

        @Override
        public String toString() {
            return "two drafts that "
                    + (sql.contains("RECURSIVE") ? "do not end" : "do not listen");
        }

        @Override
        public void close() {
            callers.forEach(Thread::interrupt);
        }
    }

    private static List<ReadOnlySql> guarded(
            SqlGuard guard, List<String> drafts, DatabaseSchema schema) {
        var statements = new ArrayList<ReadOnlySql>();
        for (var draft : drafts) {
            if (guard.check(draft, schema) instanceof ReadOnlySql sql) {
                statements.add(sql);
            }
        }
        return statements;
    }

    private <T> void measure(String name, List<T> inputs, Consumer<T> work) {
        inputs.forEach(work);
        var nanos = new long[inputs.size()];
        long processor = SYSTEM.getProcessCpuTime();
        for (int i = 0; i < nanos.length; i++) {
            long start = System.nanoTime();
            work.accept(inputs.get(i));
            nanos[i] = System.nanoTime() - start;
        }
        processor = SYSTEM.getProcessCpuTime() - processor;
        Arrays.sort(nanos);
        report.append(
                String.format(
                        Locale.ROOT,
                        "%s: n = %d, p50 %.3f ms, p99 %.3f ms, processor %.3f ms each%n",
                        name,
                        nanos.length,
                        nanos[nanos.length / 2] / 1e6,
                        nanos[nanos.length * 99 / 100] / 1e6,
                        processor / 1e6 / nanos.length));
    }

    /** The draft with more blanks behind it each time, so that nothing is known of the text. */
    private static Consumer<String> anew(Consumer<String> work) {
        var times = new HashMap<String, Integer>();
        return draft -> work.accept(draft + " ".repeat(times.merge(draft, 1, Integer::sum)));
    }

    /** All that stands between a new draft and its execution; the connection is warm. */
    private void measureGuardWithAccount(
            Path file, List<String> drafts, Function<String, Guarded> guard) {
        try (var connection = FileEngine.readOnly(file)) {
            var layout = StorageLayout.read(connection);
            measure(
                    "guard and account",
                    drafts,
                    anew(draft -> {
                        try {
                            if (guard.apply(draft) instanceof ReadOnlySql sql) {
                                EngineAccount.of(connection, layout, sql.text());
                            }
                        } catch (SQLException e) {
                            throw new IllegalStateException(e);
                        }
                    }));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> void measureAtOnce(int callers, List<T> inputs, Consumer<T> work)
            throws ExecutionException, InterruptedException {
        long start = System.nanoTime();
        long processor = SYSTEM.getProcessCpuTime();
        try (var clients = Executors.newFixedThreadPool(callers)) {
            var done = new ArrayList<Future<?>>();
            inputs.forEach(input -> done.add(clients.submit(() -> work.accept(input))));
            for (var future : done) {
                future.get();
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        report.append(
                String.format(
                        Locale.ROOT,
                        "execute, %d callers: %.0f statements/s, processor %.3f ms each%n",
                        callers,
                        inputs.size() / seconds,
                        (SYSTEM.getProcessCpuTime() - processor) / 1e6 / inputs.size()));
    }

    private static Path unpacked(Path benchmarks) throws IOException {
        var file = temporary.resolve("mimic_iv.sqlite");
        var packed = benchmarks.resolve("ehrsql-2024/mimic_iv.sqlite.gz");
        try (var in = new GZIPInputStream(Files.newInputStream(packed))) {
            Files.copy(in, file);
        }
        return file;
    }
}
