package org.demur.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.demur.execution.jdbc.FileQueryExecutor;
import org.demur.execution.jdbc.QueryThreads;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class IndexedCopyExecutorTest {
    private static final ReadOnlySql SQL =
            new ReadOnlySql("shop", "SELECT name FROM item", true, false, List.of());
    private static final DatabaseLimits LIMITS = DatabaseLimits.DEFAULT;
    private static final DatabaseLimits ONE_ROW =
            new DatabaseLimits(Duration.ofSeconds(9), 1, 1 << 20, 1 << 20);

    @TempDir Path folder;
    private final QueryThreads threads = new QueryThreads(2, 8, 4, Duration.ofMillis(20));
    private Path copy;
    private FileQueryExecutor original;
    private FileQueryExecutor copied;
    private QueryExecutor executor;

    @BeforeEach
    void open() {
        var file =
                TestDatabase.of(
                        folder.resolve("shop.sqlite"),
                        "CREATE TABLE item (name TEXT)",
                        "INSERT INTO item VALUES ('bell'), ('lamp')");
        copy =
                TestDatabase.of(
                        folder.resolve("copy.sqlite"),
                        "CREATE TABLE item (name TEXT)",
                        "INSERT INTO item VALUES ('bell')");
        original = new FileQueryExecutor(Schemas.source("shop", file), threads);
        copied = new FileQueryExecutor(Schemas.source("shop", copy), threads);
        executor = new IndexedCopyExecutor(original, copied, false);
    }

    @AfterEach
    void close() {
        original.close();
        copied.close();
        threads.close();
    }

    @Test
    void aGlanceIsAtTheCopyAndAnAnswerIsFromTheOriginal() {
        // when
        var glance = executor.probe(SQL, LIMITS);
        var answer = executor.execute(SQL, LIMITS);

        // then
        assertThat(glance.rows()).isEqualTo(1);
        assertThat(answer.rows()).hasSize(2);
    }

    @Test
    void whereBothStayAsTheyAreADeterminedAnswerIsFromTheCopy() {
        // given
        var same = new IndexedCopyExecutor(original, copied, true);
        var open =
                new ReadOnlySql("shop", "SELECT name FROM item LIMIT 5", false, false, List.of());

        // then
        assertThat(same.execute(SQL, LIMITS).rows()).hasSize(1);
        assertThat(same.execute(open, LIMITS).rows()).as("left open by SQL").hasSize(2);
    }

    @Test
    void whatAGlanceHasJustReadIsTheAnswer() throws IOException {
        // given
        var same = new IndexedCopyExecutor(original, new ProbedResults(copied), true);
        same.probe(SQL, LIMITS);
        copied.close();
        Files.writeString(copy, "no database any more");

        // then
        assertThat(same.execute(SQL, LIMITS).rows()).as("of the copy").hasSize(1);
        assertThat(same.execute(SQL, LIMITS).rows()).as("the second time").hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "1, 1"})
    void anAnswerWithAFirstOfSeveralRowsIsFromTheOriginal(int items, int answered) {
        // given
        if (items == 2) {
            TestDatabase.of(copy, "INSERT INTO item VALUES ('pump')");
        }
        var part =
                new ReadOnlySql(
                        "shop",
                        "SELECT 1 FROM (SELECT name FROM item) LIMIT 1 OFFSET 1",
                        true,
                        false,
                        List.of());
        var sql =
                new ReadOnlySql(
                        "shop",
                        "SELECT name FROM item WHERE name >= (SELECT name FROM item) OR name = 'bell'",
                        true,
                        false,
                        List.of(part));

        // when
        var answer = new IndexedCopyExecutor(original, copied, true).execute(sql, LIMITS);

        // then
        assertThat(answer.rows()).hasSize(answered);
    }

    @Test
    void aDoubtThatCannotBeLookedAtIsFounded() {
        // given
        var part =
                new ReadOnlySql(
                        "shop", "SELECT 1 FROM (SELECT colour FROM item)", true, false, List.of());
        var sql = new ReadOnlySql("shop", "SELECT name FROM item", true, false, List.of(part));

        // then
        assertThat(new IndexedCopyExecutor(original, copied, true).execute(sql, LIMITS).rows())
                .hasSize(2);
    }

    @Test
    void anAnswerThatIsCutOffIsFromTheOriginal() {
        // given
        TestDatabase.of(copy, "INSERT INTO item VALUES ('pump'), ('tyre')");
        var same = new IndexedCopyExecutor(original, copied, true);

        // when
        var answer = same.execute(SQL, LIMITS.stricter(ONE_ROW));

        // then
        assertThat(answer.rows()).containsExactly(List.of("bell"));
        assertThat(answer.truncated()).isTrue();
    }

    @Test
    void whereTheCopyIsGoneAnAnswerIsFromTheOriginal() throws IOException {
        // given
        var same = new IndexedCopyExecutor(original, copied, true);
        copied.close();
        Files.writeString(copy, "no database any more");

        // then
        assertThat(same.execute(SQL, LIMITS).rows()).hasSize(2);
    }

    @Test
    void thatAGlanceTakesTooManyStepsIsRemembered() throws IOException {
        // given
        var counting =
                new ReadOnlySql(
                        "shop",
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)"
                                + " SELECT count(*) FROM n",
                        false,
                        false,
                        List.of());
        var few = LIMITS.withinSteps(20_000);
        assertThatThrownBy(() -> executor.probe(counting, few)).satisfies(this::isForSteps);
        copied.close();
        Files.writeString(copy, "no database any more");

        // then
        assertThatThrownBy(() -> executor.probe(counting, few)).satisfies(this::isForSteps);
        assertThat(executor.probe(counting, LIMITS).rows()).as("of the original").isEqualTo(1);
    }

    private void isForSteps(Throwable failure) {
        assertThat(failure)
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.QUERY_STEP_LIMIT));
    }

    @Test
    void whereTheCopyBrokeTheGlanceIsAtTheOriginal() throws IOException {
        // given
        copied.close(); // no connection that still has the file
        Files.writeString(copy, "no database any more");

        // when
        var glance = executor.probe(SQL, LIMITS);

        // then
        assertThat(glance.rows()).isEqualTo(2);
    }

    @Test
    void whatWasSeenAtTheCopyIsRemembered() throws IOException {
        // given
        var before = executor.probe(SQL, LIMITS);
        copied.close();
        Files.writeString(copy, "no database any more");

        // then
        assertThat(executor.probe(SQL, LIMITS)).isEqualTo(before);
        assertThat(executor.probe(SQL, LIMITS.withinSteps(1_000_000)).rows())
                .as("within other limits")
                .isEqualTo(2);
    }

    @Test
    void whatReadsTheClockIsLookedAtAnew() throws IOException {
        // given
        var clock = new ReadOnlySql("shop", "SELECT name FROM item", true, true, List.of());
        assertThat(executor.probe(clock, LIMITS).rows()).isEqualTo(1);
        copied.close();
        Files.writeString(copy, "no database any more");

        // then
        assertThat(executor.probe(clock, LIMITS).rows()).as("of the original").isEqualTo(2);
    }

    @Test
    void aDraftThatFailsOnTheCopyIsNotTriedAgain() {
        // given
        var wrong = new ReadOnlySql("shop", "SELECT colour FROM item", true, false, List.of());

        // then
        assertThatThrownBy(() -> executor.probe(wrong, LIMITS))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.QUERY_FAILED));
    }
}
