package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.demur.execution.GuardLimits;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.Schemas;
import org.demur.execution.SqlGuard;
import org.demur.failure.GatewayException;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlOrigin;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.TestDatabase;
import org.demur.schema.ValueIndex;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What nobody vouches for runs where it can be killed, and nobody else notices. */
final class QueryWorkersTest {
    static final String ENDLESS =
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM"
                    + " c";

    /** Minutes within one row, in which the engine does not listen. */
    static final String DEAF =
            "SELECT "
                    + "length(ltrim(printf('%.*c', 98999, 'b'), printf('%.*c', 8299, 'a') || 'b')) + "
                            .repeat(99)
                    + "0";

    /** Holds more and more rows. */
    private static final String GREEDY =
            "WITH RECURSIVE c(n, x) AS (SELECT 1, printf('%.*c', 90000, 'a') UNION ALL SELECT n +"
                    + " 1, x || n FROM c LIMIT 100000) SELECT max(x) OVER (ORDER BY n DESC) FROM c";

    @TempDir Path folder;
    private final AtomicInteger alarms = new AtomicInteger();
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private static QueryWorkers workers;
    private QueryThreads threads;
    private FileQueryExecutor here;
    private WorkerQueryExecutor executor;
    private DatabaseSchema schema;
    private FileSource source;

    @BeforeAll
    static void startNothingYet() {
        workers = new QueryWorkers(2);
    }

    @Test
    void aWorkerHasLoadedTheEngineBeforeItIsAsked() throws Exception {
        // given
        try (var worker = WorkerProcess.start()) {
            // when
            assertThat(worker.ready().get()).isTrue();
            // then
            var maps = Path.of("/proc/%d/maps".formatted(worker.pid()));
            assumeTrue(Files.exists(maps), "the system does not tell");
            assertThat(Files.readString(maps)).contains("sqlitejdbc");
        }
    }

    @AfterAll
    static void end() {
        workers.close();
    }

    @BeforeEach
    void open() {
        var file =
                TestDatabase.of(
                        folder.resolve("what is it?.sqlite"),
                        "CREATE TABLE item (id INTEGER, price REAL, name TEXT, mixed)",
                        "CREATE TABLE hidden (id INTEGER)",
                        "INSERT INTO item VALUES (1, 1.5, 'öne', 1), (2, 2.0, 'two', 'b'), (3,"
                                + " NULL, NULL, x'CAFE')");
        var tables = List.of(Schemas.table("item", List.of("id", "price", "name", "mixed"), false));
        schema = FileSchema.of("shop", "", List.of(), null, tables, ValueIndex.EMPTY);
        source = new FileSource("shop", file, tables);
        threads = new QueryThreads(2, 8, 4, Duration.ofMillis(100));
        here = new FileQueryExecutor(source, threads);
        executor = executor(workers);
    }

    private WorkerQueryExecutor executor(QueryWorkers in) {
        return new WorkerQueryExecutor(source, here, in, alarms::incrementAndGet);
    }

    @AfterEach
    void close() {
        here.close();
        threads.close();
        callers.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT *, id + 0.5 AS half FROM item",
                "SELECT id FROM item WHERE id > 9",
                "SELECT -9223372036854775808, 1e308, '', 'a' || char(10) || char(128512)",
                "SELECT count(*) AS \"how many?\" FROM item",
            })
    void aWorkerGivesTheRowsThatThisProcessGives(String sql) {
        // given
        var ours = here.executeText(sql, DatabaseLimits.DEFAULT);
        // when
        var theirs = executor.executeText(sql, DatabaseLimits.DEFAULT);
        // then
        assertThat(theirs.columns()).isEqualTo(ours.columns());
        assertThat(theirs.rows()).isEqualTo(ours.rows());
    }

    @Test
    void whatIsTooMuchIsCutAndSaidSo() {
        // when
        var table = executor.executeText("SELECT id FROM item", rows(2));
        // then
        assertThat(table.rows()).hasSize(2);
        assertThat(table.truncated()).isTrue();
    }

    @Test
    void whatTheProgramMadeRunsHereAndEverythingElseInAWorker() {
        try (var guard = new SqlGuard(GuardLimits.DEFAULT)) {
            // given
            var sql = "SELECT count(*) FROM item";
            var own = (ReadOnlySql) guard.check(sql, SqlOrigin.PROGRAM, schema);
            var model = (ReadOnlySql) guard.check(new SqlCandidate(sql, 0, null, Map.of()), schema);
            // when, then
            try (var none = new QueryWorkers(1)) {
                var untried = executor(none);
                untried.execute(own, DatabaseLimits.DEFAULT);
                untried.explain(own);
                assertThat(none.pids()).isEmpty();
            }
            executor.explain(model);
            assertThat(executor.execute(model, DatabaseLimits.DEFAULT).rows())
                    .containsExactly(List.of(3L));
        }
    }

    @Test
    void whatTheEngineRejectsIsSaid() {
        assertThat(outcome("SELECT nothing FROM item", rows(1))).isEqualTo("QUERY_FAILED");
        assertThat(alarms).hasValue(0);
    }

    @Test
    void whatReadsOutsideIsRefusedWithAnAlarm() {
        assertThat(outcome("SELECT id FROM hidden", rows(1))).isEqualTo("READS_HIDDEN_DATA");
        assertThat(alarms).hasValue(1);
    }

    @Test
    void whatListensIsStoppedAndItsWorkerStays() {
        // given
        executor.executeText("SELECT 1", rows(1));
        var pids = workers.pids();
        // when, then
        assertThat(outcome(ENDLESS, time(Duration.ofMillis(300)))).isEqualTo("QUERY_TIME_LIMIT");
        assertThat(outcome(ENDLESS, rows(1).withinSteps(100_000))).isEqualTo("QUERY_STEP_LIMIT");
        assertThat(
                        outcome(
                                GREEDY,
                                new DatabaseLimits(Duration.ofSeconds(60), 1, 1 << 20, 64 << 20)))
                .isEqualTo("QUERY_MEMORY_LIMIT");
        assertThat(workers.pids()).isEqualTo(pids);
    }

    @Test
    void whatDoesNotListenIsKilledAndOthersGetTheirRows() throws Exception {
        // given
        executor.executeText("SELECT 1", rows(1));
        var pids = workers.pids();
        var deaf = new ArrayList<Future<String>>();
        for (int i = 0; i < 4; i++) {
            deaf.add(callers.submit(() -> outcome(DEAF, time(Duration.ofSeconds(1)))));
        }
        // when
        while (!deaf.stream().allMatch(Future::isDone)) {
            assertThat(outcome("SELECT id FROM item", rows(3))).isEqualTo("rows");
        }
        // then
        for (var query : deaf) {
            assertThat(query.get()).isEqualTo("QUERY_TIME_LIMIT");
        }
        assertThat(workers.pids()).doesNotContainAnyElementsOf(pids);
        for (long pid : pids) {
            ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
        }
        assertThat(workers.canAnswer()).isTrue();
    }

    @Test
    void interruptingTheCallerCancelsTheQuery() throws InterruptedException {
        // given
        var started = new CountDownLatch(1);
        var caller =
                Thread.ofVirtual()
                        .start(() -> {
                            started.countDown();
                            outcome(DEAF, time(Duration.ofMinutes(5)));
                        });
        started.await();
        // when
        caller.interrupt();
        // then
        assertThat(caller.join(Duration.ofMinutes(1))).isTrue();
        assertThat(outcome("SELECT 1", rows(1))).isEqualTo("rows");
    }

    @Test
    void aQueryThatIsAloneWhenItsWorkerBreaksHasFailed() throws Exception {
        // given
        executor.executeText("SELECT 1", rows(1));
        var query = callers.submit(() -> outcome(ENDLESS, time(Duration.ofMinutes(5))));
        Thread.sleep(300); // at work, or about to be: the same holds
        // when
        breakAll(workers);
        // then
        assertThat(query.get(1, TimeUnit.MINUTES)).isEqualTo("QUERY_FAILED");
        assertThat(outcome("SELECT 1", rows(1))).isEqualTo("rows");
    }

    @Test
    void queriesThatWereTogetherWhenTheirWorkerBrokeRunAgainEachAlone() throws Exception {
        // given
        var one = new QueryWorkers(1);
        var narrow = executor(one);
        try (one) {
            narrow.executeText("SELECT 1", rows(1));
            var long1 =
                    callers.submit(() -> narrow.executeText(counting(5_000_000), rows(1)).rows());
            var long2 =
                    callers.submit(() -> narrow.executeText(counting(5_000_001), rows(1)).rows());
            Thread.sleep(100); // both at work, or about to be: the same holds
            // when
            breakAll(one);
            // then
            assertThat(long1.get(2, TimeUnit.MINUTES)).containsExactly(List.of(5_000_000L));
            assertThat(long2.get(2, TimeUnit.MINUTES)).containsExactly(List.of(5_000_001L));
        }
    }

    @Test
    void whoWasBesideAQueryThatIsKilledDoesNotWaitForAnEndlessOne() throws Exception {
        // given
        var one = new QueryWorkers(1);
        var narrow = executor(one);
        try (one) {
            narrow.executeText("SELECT 1", rows(1));
            var endless = new ArrayList<Future<?>>();
            for (int i = 0; i < 4; i++) {
                endless.add(
                        callers.submit(
                                () -> narrow.executeText(ENDLESS, time(Duration.ofMinutes(5)))));
            }
            var counted =
                    callers.submit(() -> narrow.executeText(counting(5_000_000), rows(1)).rows());
            // when
            var killed =
                    callers.submit(() -> narrow.executeText(DEAF, time(Duration.ofMillis(100))));
            // then
            assertThat(counted.get(2, TimeUnit.MINUTES)).containsExactly(List.of(5_000_000L));
            assertThat(killed.state()).isEqualTo(Future.State.FAILED);
            assertThat(endless).noneMatch(Future::isDone);
            endless.forEach(query -> query.cancel(true));
        }
    }

    /** Returns when each death is known, as a statement sent to one that dies would break too. */
    private static void breakAll(QueryWorkers workers) throws InterruptedException {
        var pids = workers.pids();
        pids.forEach(pid -> ProcessHandle.of(pid).orElseThrow().destroyForcibly());
        while (!Collections.disjoint(workers.pids(), pids)) {
            Thread.sleep(10);
        }
    }

    private static String counting(int rows) {
        return "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT %d) SELECT count(*) FROM c"
                .formatted(rows);
    }

    @Test
    void aWorkerKnowsNoSecretsAndIsTheFirstToGoWhereMemoryIsShort() throws IOException {
        // given
        assumeTrue(Files.exists(Path.of("/proc/self/environ")));
        executor.executeText("SELECT 1", rows(1));
        // when
        for (long pid : workers.pids()) {
            var process = Path.of("/proc", Long.toString(pid));
            // then
            assertThat(Files.readString(process.resolve("environ")).split("\0"))
                    .allMatch(
                            variable -> variable.matches("(LANG|LC_\\w+|TZ|MALLOC_ARENA_MAX)=.*"));
        }
    }

    /** Stands in for a program that is killed. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws InterruptedException {
            var source = new FileSource("shop", Path.of(arguments[0]), List.of());
            var workers = new QueryWorkers(2);
            for (int i = 0; i < 2; i++) {
                Thread.ofPlatform()
                        .start(() ->
                                workers.run(
                                        source,
                                        DEAF,
                                        false,
                                        new DatabaseLimits(Duration.ofHours(1), 1, 1, 1 << 30),
                                        _ -> {}));
            }
            Thread.sleep(Duration.ofHours(1));
        }
    }

    @Test
    void workersEndWithAProgramThatIsKilled() throws Exception {
        // given
        var program =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Program.class.getName(),
                                folder.resolve("what is it?.sqlite").toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("program.log").toFile())
                        .start();
        while (program.isAlive() && program.children().count() < 2) {
            Thread.sleep(20);
        }
        Thread.sleep(1_000); // at work, or nearly
        var children = program.children().toList();
        assertThat(children).hasSize(2);
        // when
        program.destroyForcibly().waitFor();
        // then
        for (var child : children) {
            child.onExit().get(1, TimeUnit.MINUTES);
        }
    }

    private String outcome(String sql, DatabaseLimits limits) {
        try {
            executor.executeText(sql, limits);
            return "rows";
        } catch (GatewayException e) {
            return e.code().name();
        }
    }

    private static DatabaseLimits rows(int maxRows) {
        return new DatabaseLimits(Duration.ofSeconds(60), maxRows, 1L << 20, 1L << 30);
    }

    private static DatabaseLimits time(Duration limit) {
        return new DatabaseLimits(limit, 10, 1L << 20, 1L << 30);
    }
}
