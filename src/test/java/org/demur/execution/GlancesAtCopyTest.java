package org.demur.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.demur.execution.jdbc.QueryThreads;
import org.demur.execution.jdbc.SqliteQueryExecutor;
import org.demur.execution.jdbc.SqliteSource;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GlancesAtCopyTest {
    private static final ReadOnlySql SQL = new ReadOnlySql("shop", "SELECT name FROM item");
    private static final DatabaseLimits LIMITS = DatabaseLimits.DEFAULT;

    @TempDir Path folder;
    private final QueryThreads threads = new QueryThreads(2, 8, 4, Duration.ofMillis(20));
    private Path copy;
    private SqliteQueryExecutor original;
    private SqliteQueryExecutor copied;
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
        original = new SqliteQueryExecutor(new SqliteSource("shop", file), threads);
        copied = new SqliteQueryExecutor(new SqliteSource("shop", copy), threads);
        executor = new GlancesAtCopy(original, copied);
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT name FROM item WHERE date('now') > '2000'",
                "SELECT CURRENT_TIMESTAMP FROM item",
                "SELECT name FROM item WHERE datetime( ) > '2000'",
                "SELECT strftime('%Y') FROM item"
            })
    void whatReadsTheClockIsLookedAtAnew(String sql) throws IOException {
        // given
        var clock = new ReadOnlySql("shop", sql);
        assertThat(executor.probe(clock, LIMITS).rows()).isEqualTo(1);
        copied.close();
        Files.writeString(copy, "no database any more");

        // then
        assertThat(executor.probe(clock, LIMITS).rows()).as("of the original").isEqualTo(2);
    }

    @Test
    void aDraftThatFailsOnTheCopyIsNotTriedAgain() {
        // given
        var wrong = new ReadOnlySql("shop", "SELECT colour FROM item");

        // then
        assertThatThrownBy(() -> executor.probe(wrong, LIMITS))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.QUERY_FAILED));
    }
}
