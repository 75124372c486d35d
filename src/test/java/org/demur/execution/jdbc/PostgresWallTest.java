package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.demur.PostgresForTests;
import org.demur.execution.GuardLimits;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.SqlGuard;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.Database;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseSchema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a server too, what is hidden has no influence on what anyone sees. */
final class PostgresWallTest {
    /** Of each seed. */
    private static final int STATEMENTS = 1_500;

    /** The server is asked without a search path, as the guard writes every name in full. */
    private static final Pattern NAMED =
            Pattern.compile("(FROM|JOIN) (repair|bike|secret|tasks_done|tasks)\\b");

    private static final AtomicInteger ALARMS = new AtomicInteger();

    @TempDir static Path folder;
    private static Workshops whole;
    private static Workshops inParts;

    /**
     * Two that differ in nothing but the hidden columns and the hidden table.
     *
     * @param schema of both
     */
    private record Workshops(
            DatabaseSchema schema, PostgresQueryExecutor one, PostgresQueryExecutor other) {
        static Workshops of(String name, String parts) throws SQLException, IOException {
            var one = workshop(name + " one", 1, parts);
            return new Workshops(
                    one.schema(), executor(one), executor(workshop(name + " other", 7, parts)));
        }

        void close() {
            one.close();
            other.close();
        }
    }

    @BeforeAll
    static void open() throws SQLException, IOException {
        whole = Workshops.of("whole", "");
        inParts = Workshops.of("in parts", " PARTITION BY HASH (bike)");
    }

    private static PostgresQueryExecutor executor(Database database) {
        return new PostgresQueryExecutor(PostgresClinic.source(database), ALARMS::incrementAndGet);
    }

    private static Database workshop(String name, int hours, String parts)
            throws SQLException, IOException {
        var server = PostgresForTests.fresh();
        server.run(
                "CREATE TABLE bike (id int PRIMARY KEY, name int)",
                "CREATE TABLE repair (id int, bike int, task int, hours int, day int)" + parts);
        for (int i = 0; i < 2 && !parts.isEmpty(); i++) {
            server.run(
                    "CREATE TABLE repair_%1$d PARTITION OF repair FOR VALUES WITH (MODULUS 2, REMAINDER %1$d)"
                            .formatted(i));
        }
        server.run(
                "CREATE TABLE secret (id int, task int)",
                "CREATE VIEW tasks_done AS SELECT id, day AS done FROM repair",
                "CREATE VIEW tasks AS SELECT id, task FROM secret",
                "INSERT INTO bike VALUES (1, 11), (2, 12), (3, 13)",
                "INSERT INTO repair VALUES (1, 1, %1$d, %1$d, 2), (2, 2, 4, 3 - %1$d, 3), (3, 1, %1$d, 2, 3)"
                        .formatted(hours),
                "INSERT INTO secret VALUES (%1$d, %1$d)".formatted(hours),
                "CREATE INDEX by_hours ON repair (hours)",
                "CREATE INDEX by_task ON repair (task, bike)",
                "GRANT SELECT ON bike, tasks_done TO " + server.role(),
                "GRANT SELECT (id, bike, day) ON repair TO " + server.role());
        return PostgresClinic.declared(
                server,
                folder.resolve(name),
                "tables: {exclude: [secret, tasks]}\ncolumns: {exclude: [repair.task, repair.hours]}\n");
    }

    @AfterAll
    static void close() {
        if (inParts != null) {
            whole.close();
            inParts.close();
        }
    }

    @ParameterizedTest(name = "seed {0}, in parts: {1}")
    @CsvSource({"20261123, false", "42, false", "7, true"})
    void whatIsHiddenChangesNoResultEvenWithoutTheGuard(long seed, boolean parted) {
        // given
        var workshops = parted ? inParts : whole;
        var statements = RandomStatements.overHiddenTables(seed);
        int run = 0;
        var different = new ArrayList<String>();
        for (int i = 0; i < STATEMENTS; i++) {
            var sql = NAMED.matcher(statements.next()).replaceAll("$1 public.$2");
            // when
            var rows = rows(workshops.one(), sql);
            if (rows.isPresent()) {
                run++;
                if (!rows.equals(rows(workshops.other(), sql))) {
                    different.add(sql);
                }
            }
        }
        // then
        assertThat(run).isBetween(STATEMENTS / 50, STATEMENTS * 49 / 50);
        assertThat(different).isEmpty();
    }

    @ParameterizedTest(name = "seed {0}, in parts: {1}")
    @CsvSource({"20261123, false", "42, false", "7, true"})
    void whatTheGuardLetsThroughTheServerAgreesTo(long seed, boolean parted) {
        // given
        var workshops = parted ? inParts : whole;
        var statements = RandomStatements.overHiddenTables(seed);
        int before = ALARMS.get();
        int run = 0;
        try (var guard = new SqlGuard(GuardLimits.DEFAULT)) {
            for (int i = 0; i < STATEMENTS; i++) {
                if (guard.check(statements.next(), workshops.schema()) instanceof ReadOnlySql sql) {
                    // when
                    run += rows(workshops.one(), sql.text()).isPresent() ? 1 : 0;
                }
            }
        }
        // then
        assertThat(run).isGreaterThan(STATEMENTS / 50);
        assertThat(ALARMS).hasValue(before);
    }

    /** Empty where it does not run. */
    private static Optional<List<? extends List<?>>> rows(PostgresQueryExecutor on, String sql) {
        try {
            return Optional.of(on.executeText(sql, DatabaseLimits.DEFAULT).rows());
        } catch (GatewayException e) {
            assertThat(e.code()).isIn(FailureCode.READS_HIDDEN_DATA, FailureCode.QUERY_FAILED);
            return Optional.empty();
        }
    }
}
