package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.demur.execution.GuardLimits;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.Schemas;
import org.demur.execution.SqlGuard;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.Table;
import org.demur.schema.TestDatabase;
import org.demur.schema.ValueIndex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is hidden has no influence on what anyone sees, whatever the statement's text. */
final class EngineWallTest {
    /** Of each seed; 20,000 in all. */
    private static final int STATEMENTS = 4_000;

    private static final List<Table> VISIBLE =
            List.of(
                    Schemas.table("repair", List.of("id", "bike", "day"), true),
                    Schemas.table("bike", List.of("id", "name"), false),
                    Schemas.table("tasks_done", List.of("id", "done"), false));

    private static final DatabaseSchema SCHEMA =
            FileSchema.of("workshop", "", List.of(), null, VISIBLE, ValueIndex.EMPTY);

    @TempDir Path folder;
    private final AtomicInteger alarms = new AtomicInteger();
    private QueryThreads threads;
    private FileQueryExecutor executor;
    private FileQueryExecutor otherwise;
    private Path file;

    @BeforeEach
    void open() {
        threads = new QueryThreads(2, 8, 4, Duration.ofSeconds(1));
        file = workshop("one.sqlite", "brakes", 1);
        executor = executor(file);
        otherwise = executor(workshop("other.sqlite", "chain", 7));
    }

    private FileQueryExecutor executor(Path database) {
        return new FileQueryExecutor(
                new FileSource("workshop", database, VISIBLE), threads, alarms::incrementAndGet);
    }

    /** Two of these differ in nothing but the hidden columns and the hidden table. */
    private Path workshop(String name, String task, int hours) {
        return TestDatabase.of(
                folder.resolve(name),
                "CREATE TABLE bike (id INTEGER PRIMARY KEY, name TEXT)",
                "CREATE TABLE repair (id INTEGER, bike INTEGER, task TEXT, hours INTEGER, day TEXT)",
                "CREATE TABLE secret (id INTEGER, task TEXT)",
                "CREATE VIEW tasks_done AS SELECT id, day AS done FROM repair",
                "CREATE VIEW tasks AS SELECT id, task FROM secret",
                "INSERT INTO bike VALUES (1, 'Kestrel'), (2, 'Heron'), (3, 'Wren')",
                "INSERT INTO repair VALUES (1, 1, '%1$s', %2$d, '2024-01-02'), (2, 2, 'wheel', 3 - %2$d, '2024-01-03'), (3, 1, '%1$s', 2, '2024-01-03')"
                        .formatted(task, hours),
                "INSERT INTO secret VALUES (%d, '%s')".formatted(hours, task),
                "CREATE INDEX by_hours ON repair (hours)",
                "CREATE INDEX by_task ON repair (task, bike)",
                "CREATE INDEX by_day ON repair (day)",
                "CREATE INDEX by_length ON repair (length(task))");
    }

    @AfterEach
    void close() {
        executor.close();
        otherwise.close();
        threads.close();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {20261123, 5, 11, 42, 77})
    void whatIsHiddenChangesNoResultEvenWithoutTheGuard(long seed) {
        // given
        var statements = RandomStatements.overHiddenTables(seed);
        int run = 0;
        int refused = 0;
        var different = new ArrayList<String>();
        for (int i = 0; i < STATEMENTS; i++) {
            var sql = statements.next();
            // when
            var rows = rows(executor, sql);
            if (rows.isEmpty()) {
                refused++;
            } else {
                run++;
                if (!rows.equals(rows(otherwise, sql))) {
                    different.add(sql);
                }
            }
        }
        // then
        assertThat(run).isGreaterThan(STATEMENTS / 50);
        assertThat(refused).isGreaterThan(STATEMENTS / 50);
        assertThat(different).isEmpty();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {20261123, 5, 11, 42, 77})
    void whatTheGuardLetsThroughTheEngineAgreesTo(long seed) {
        // given
        var statements = RandomStatements.overHiddenTables(seed);
        int passed = 0;
        try (var guard = new SqlGuard(GuardLimits.DEFAULT)) {
            for (int i = 0; i < STATEMENTS; i++) {
                if (guard.check(statements.next(), SCHEMA) instanceof ReadOnlySql sql) {
                    passed++;
                    // when
                    rows(executor, sql.text());
                }
            }
        }
        // then
        assertThat(passed).isGreaterThan(STATEMENTS / 50);
        assertThat(alarms).hasValue(0);
    }

    /** Empty where it does not run. */
    private static Optional<List<? extends List<?>>> rows(FileQueryExecutor on, String sql) {
        try {
            return Optional.of(on.executeText(sql, DatabaseLimits.DEFAULT).rows());
        } catch (GatewayException e) {
            assertThat(e.code()).isIn(FailureCode.READS_HIDDEN_DATA, FailureCode.QUERY_FAILED);
            return Optional.empty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT task FROM repair",
                "SELECT id FROM repair WHERE hours = 2",
                "SELECT bike FROM repair WHERE task = 'brakes'",
                "SELECT count(*) FROM repair INDEXED BY by_hours WHERE hours > 1",
                "SELECT length(task) FROM repair",
                "SELECT count(*) FROM secret",
                "SELECT task FROM tasks",
                "SELECT name FROM sqlite_schema",
                "SELECT name FROM pragma_table_list",
                "SELECT value FROM json_each('[1]')",
                "SELECT mode(id) FROM repair",
                "SELECT sqlite_version()",
                "PRAGMA query_only",
                "CREATE TEMP TABLE t (a)",
            })
    void whatReadsOutsideIsRefusedWithAnAlarm(String sql) {
        // when, then
        assertThatThrownBy(() -> executor.executeText(sql, DatabaseLimits.DEFAULT))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(FailureCode.READS_HIDDEN_DATA);
                            assertThat(e).hasMessageNotContainingAny("task", "secret", "hours");
                        });
        assertThat(alarms).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM repair",
                "SELECT id FROM repair WHERE bike = 1 OR day = '2024-01-03'",
                "SELECT id, done FROM tasks_done ORDER BY done",
                "SELECT date(day), current_date, day LIKE '2024%' FROM repair",
                "SELECT b.name, max(r.day) FROM bike AS b JOIN repair AS r ON r.bike = b.id GROUP BY b.name",
                "SELECT row_number() OVER (ORDER BY day) FROM repair",
                "SELECT 1",
            })
    void whatReadsInsideRuns(String sql) {
        // when, then
        assertThat(executor.executeText(sql, DatabaseLimits.DEFAULT).rows()).isNotEmpty();
        assertThat(alarms).hasValue(0);
    }

    @Test
    void aSchemaThatChangesIsReadAnew() {
        // given
        executor.executeText("SELECT id FROM repair", DatabaseLimits.DEFAULT);
        // when: the pages of the visible table become those of the hidden one
        TestDatabase.of(
                file,
                "ALTER TABLE repair RENAME TO away",
                "ALTER TABLE secret RENAME TO repair",
                "DROP VIEW tasks_done");
        // then
        assertThatThrownBy(
                        () -> executor.executeText("SELECT task FROM away", DatabaseLimits.DEFAULT))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.READS_HIDDEN_DATA));
    }
}
