package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.demur.execution.GuardLimits;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultColumn;
import org.demur.execution.Schemas;
import org.demur.execution.SqlGuard;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileQueryExecutorTest {
    private static final String ENDLESS =
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";

    @TempDir Path folder;
    private QueryThreads threads;
    private FileQueryExecutor executor;
    private Path file;

    @BeforeEach
    void open() throws SQLException {
        file = folder.resolve("what is it?.sqlite"); // a name that the driver could misread
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file.toUri());
                var statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE item (id INTEGER, price REAL, name TEXT, mixed)");
            statement.executeUpdate(
                    "INSERT INTO item VALUES (1, 1.5, 'one', 1), (2, 2.0, 'two', 'b'),"
                            + " (3, NULL, NULL, x'CAFE')");
        }
        threads = new QueryThreads(2, 8, 4, Duration.ofMillis(20));
        executor = new FileQueryExecutor(Schemas.source("shop", file), threads);
    }

    @AfterEach
    void close() {
        executor.close();
        threads.close();
    }

    @Test
    void aResultHasNamesTypesAndPlainCells() {
        // when
        var table =
                executor.executeText(
                        "SELECT *, id + 0.5 AS half FROM item", DatabaseLimits.DEFAULT);
        // then
        assertThat(table.columns())
                .containsExactly(
                        new ResultColumn("id", ColumnType.INTEGER),
                        new ResultColumn("price", ColumnType.REAL),
                        new ResultColumn("name", ColumnType.TEXT),
                        new ResultColumn("mixed", ColumnType.OTHER),
                        new ResultColumn("half", ColumnType.REAL));
        assertThat(table.rows().getFirst()).containsExactly(1L, 1.5, "one", 1L, 1.5);
        assertThat(table.rows().getLast()).containsExactly(3L, null, null, "CAFE", 3.5);
        assertThat(table.truncated()).isFalse();
    }

    @Test
    void asManyRowsAsAllowedAreNotCalledTruncated() {
        // when
        var table = executor.executeText("SELECT id FROM item", rows(3));
        // then
        assertThat(table.rows()).hasSize(3);
        assertThat(table.truncated()).isFalse();
    }

    @Test
    void oneRowMoreThanAllowedIsCutAndSaidSo() {
        // when
        var table = executor.executeText("SELECT id FROM item", rows(2));
        // then
        assertThat(table.rows()).hasSize(2);
        assertThat(table.truncated()).isTrue();
    }

    @Test
    void moreBytesThanAllowedAreCutAndSaidSo() {
        // given
        var limits = new DatabaseLimits(Duration.ofSeconds(5), 100, 2 * (8 + 3), 1L << 30);
        // when
        var table = executor.executeText("SELECT id, coalesce(name, 'six') FROM item", limits);
        // then
        assertThat(table.rows()).hasSize(2);
        assertThat(table.truncated()).isTrue();
    }

    @Test
    void aGuardedStatementRunsAndIsProbed() {
        // given
        var sql = guarded("SELECT name FROM item WHERE id = 3");
        // when
        var probe = executor.probe(sql, DatabaseLimits.DEFAULT);
        // then
        assertThat(probe.rows()).isEqualTo(1);
        assertThat(probe.allNull()).isTrue();
        assertThat(probe.isEmpty()).isFalse();
    }

    @Test
    void explainingFindsWhatOnlyTheEngineKnows() {
        // given
        var sql = guarded("SELECT count(id, name) FROM item");
        // when, then
        assertFails(FailureCode.QUERY_FAILED, () -> executor.explain(sql));
        executor.explain(guarded("SELECT count(id) FROM item"));
    }

    @Test
    void aStatementForAnotherDatabaseIsNotRun() throws SQLException {
        // given
        var sql = guarded("SELECT id FROM item");
        try (var other = new FileQueryExecutor(Schemas.source("other", file), threads)) {
            // when, then
            assertFails(FailureCode.UNEXPECTED, () -> other.execute(sql, DatabaseLimits.DEFAULT));
        }
    }

    @Test
    void aMissingFileIsNamedAndNotCreated() {
        // given
        var missing = folder.resolve("missing.sqlite");
        // when, then
        assertFails(
                FailureCode.DATABASE_UNAVAILABLE,
                () ->
                        new FileQueryExecutor(new FileSource("shop", missing, List.of()), threads)
                                .close());
        assertThat(missing).doesNotExist();
    }

    @Test
    void aFileThatIsNoDatabaseIsNoticedWhenItIsOpened() throws IOException {
        // given
        var text = Files.writeString(folder.resolve("text.sqlite"), "not a database ".repeat(100));
        // when, then
        assertThatThrownBy(() ->
                        new FileQueryExecutor(new FileSource("shop", text, List.of()), threads)
                                .close())
                .hasMessageContaining("text.sqlite");
    }

    @Test
    void aLongQueryIsStoppedAtItsTimeLimitAndTheNextOneRuns() {
        // given
        var limits = time(Duration.ofMillis(50));
        // when, then
        assertFails(FailureCode.QUERY_TIME_LIMIT, () -> executor.executeText(ENDLESS, limits));
        assertThat(executor.executeText("SELECT 1", rows(1)).rows()).hasSize(1);
    }

    /** Ten milliseconds a row, and ten thousand rows between two looks at the watch. */
    @Test
    void aQueryOfSlowStepsIsInterruptedBetweenTwoRows() {
        // given
        var sql =
                """
                WITH RECURSIVE c(n, x) AS (SELECT 1, printf('%.*c', 40000, 'a')
                UNION ALL SELECT n + 1, x FROM c) SELECT sum(instr(x || x, x || 'b')) FROM c\
                """;
        var narrow = new QueryThreads(1, 1, 4, Duration.ofMillis(100));
        try (var single = new FileQueryExecutor(Schemas.source("shop", file), narrow)) {
            // when, then
            assertFails(
                    FailureCode.QUERY_TIME_LIMIT,
                    () -> single.executeText(sql, time(Duration.ofMillis(100))));
            assertThat(single.executeText("SELECT 1", rows(1)).rows()).hasSize(1);
        } finally {
            narrow.close();
        }
    }

    @Test
    void interruptingTheCallerCancelsTheQuery() throws InterruptedException {
        // given
        var failure = new AtomicReference<GatewayException>();
        var started = new CountDownLatch(1);
        var caller =
                Thread.ofVirtual()
                        .start(() -> {
                            started.countDown();
                            try {
                                executor.executeText(ENDLESS, time(Duration.ofMinutes(5)));
                            } catch (GatewayException e) {
                                failure.set(e);
                            }
                        });
        started.await();
        // when
        caller.interrupt();
        // then
        assertThat(caller.join(Duration.ofMinutes(1))).isTrue();
        assertThat(failure.get().code()).isEqualTo(FailureCode.QUERY_TIME_LIMIT);
        assertThat(executor.executeText("SELECT 1", rows(1)).rows()).hasSize(1);
    }

    @Test
    void longQueriesDoNotKeepShortOnesWaiting()
            throws InterruptedException, ExecutionException, TimeoutException {
        // given
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var long1 = new ArrayList<Future<?>>();
            for (int i = 0; i < 6; i++) { // three times as many as a lane is wide
                long1.add(
                        callers.submit(
                                () -> executor.executeText(ENDLESS, time(Duration.ofMinutes(5)))));
            }
            // when
            for (int i = 0; i < 50; i++) {
                callers.submit(() -> executor.executeText("SELECT 1", time(Duration.ofSeconds(20))))
                        .get(20, TimeUnit.SECONDS);
            }
            // then
            assertThat(long1).noneMatch(Future::isDone);
            long1.forEach(query -> query.cancel(true));
        }
    }

    @Test
    void aQueryStopsAfterItsStepsHoweverMuchTimeItHas() {
        // given
        var limits = time(Duration.ofSeconds(20)).withinSteps(100_000);
        // when, then
        assertFails(FailureCode.QUERY_STEP_LIMIT, () -> executor.executeText(ENDLESS, limits));
        assertThat(executor.executeText("SELECT id FROM item", limits).rows()).hasSize(3);
    }

    @Test
    void moreQueriesThanThreadsAndQueueHoldAreOverload() {
        // given
        var answers = new ArrayList<Future<FailureCode>>();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            // when
            for (int i = 0; i < 8 + 4 + 6; i++) {
                answers.add(callers.submit(() -> failureOf(ENDLESS, Duration.ofSeconds(2))));
            }
        }
        // then
        var codes = answers.stream().map(Future::resultNow).toList();
        assertThat(codes)
                .containsOnly(FailureCode.OVERLOADED, FailureCode.QUERY_TIME_LIMIT)
                .filteredOn(FailureCode.OVERLOADED::equals)
                .hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void manyCallersAtOnceGetTheirOwnRows() {
        // given
        var wide = new QueryThreads(2, 8, 1_000, Duration.ofMillis(100));
        var answers = new ArrayList<Future<Object>>();
        try (var callers = Executors.newVirtualThreadPerTaskExecutor();
                var shared = new FileQueryExecutor(Schemas.source("shop", file), wide)) {
            // when
            for (int i = 0; i < 400; i++) {
                int number = i;
                answers.add(
                        callers.submit(() ->
                                List.copyOf(
                                                shared.executeText(
                                                                "SELECT id + "
                                                                        + number
                                                                        + " FROM item",
                                                                time(Duration.ofMinutes(1)))
                                                        .rows())
                                        .getFirst()
                                        .getFirst()));
            }
            // then
            for (int i = 0; i < 400; i++) {
                assertThat(answers.get(i).get()).isEqualTo(1L + i);
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        } finally {
            wide.close();
        }
    }

    private FailureCode failureOf(String sql, Duration limit) {
        try {
            executor.executeText(sql, time(limit));
            return FailureCode.UNEXPECTED;
        } catch (GatewayException e) {
            return e.code();
        }
    }

    private ReadOnlySql guarded(String sql) {
        try (var guard = new SqlGuard(GuardLimits.DEFAULT)) {
            return (ReadOnlySql) guard.check(sql, Schemas.ofFile("shop", file, null));
        }
    }

    private static void assertFails(FailureCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        GatewayException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static DatabaseLimits rows(int maxRows) {
        return new DatabaseLimits(Duration.ofSeconds(20), maxRows, 1L << 20, 1L << 30);
    }

    private static DatabaseLimits time(Duration limit) {
        return new DatabaseLimits(limit, 10, 1L << 20, 1L << 30);
    }
}
