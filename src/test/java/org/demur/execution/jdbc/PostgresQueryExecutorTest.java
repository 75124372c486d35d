package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.demur.execution.GuardLimits;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultTable;
import org.demur.execution.SqlGuard;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
final class PostgresQueryExecutorTest {
    private static final AtomicLong ALARMS = new AtomicLong();

    @TempDir static Path folder;
    private static PostgresClinic clinic;
    private static PostgresQueryExecutor executor;
    private static SqlGuard guard;

    @BeforeAll
    static void open() throws Exception {
        clinic = new PostgresClinic(folder);
        executor = new PostgresQueryExecutor(clinic.source, ALARMS::incrementAndGet);
        guard = new SqlGuard(GuardLimits.DEFAULT);
    }

    @AfterAll
    static void close() {
        if (executor != null) {
            executor.close();
            guard.close();
        }
    }

    private static ResultTable answer(String sql) {
        return switch (guard.check(sql, clinic.schema)) {
            case ReadOnlySql safe -> executor.execute(safe, DatabaseLimits.DEFAULT);
            case Guarded.Refused(var finding) ->
                    throw new AssertionError(finding.code() + ": " + finding.explanation());
        };
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "SELECT count(*) FROM visit ~ 2000",
                "SELECT COUNT(*) FROM Visit AS V WHERE V.Patient_ID = 7 ~ 40",
                "SELECT Name FROM ward ORDER BY id LIMIT 1 ~ North",
                "SELECT w.\"Name\" FROM \"Ward\" w WHERE w.ID = 2 ~ South",
                "SELECT x.Name FROM (SELECT Name, id FROM Ward) AS X ORDER BY x.id DESC LIMIT 1 ~ South",
                "SELECT beds FROM ward WHERE id = 1 ~ 12.5",
                "SELECT open FROM ward WHERE id = 1 ~ 1",
                "SELECT sum(id) FROM visit ~ 2001000",
                "SELECT avg(id) FROM ward ~ 1.5",
                "SELECT round(avg(beds), 1) FROM ward ~ 10.3",
                "SELECT seen_at FROM visit WHERE id = 1 ~ 2031-01-01 01:00:00",
                "SELECT max(seen_at)::date FROM visit ~ 2031-03-25",
                "SELECT count(*) FILTER (WHERE id > 1990) FROM visit ~ 10",
                "SELECT date_trunc('month', max(seen_at)) FROM visit ~ 2031-03-01 00:00:00",
                "SELECT count(*) FROM visit WHERE seen_at >= DATE '2031-03-01' AND seen_at < now() - INTERVAL '3 months' ~ 585",
                "SELECT EXTRACT(month FROM max(seen_at)) FROM visit ~ 3",
                "SELECT name FROM patient WHERE name ILIKE 'NAME 7' ~ name 7",
                "SELECT DISTINCT ON (patient_id) id FROM visit ORDER BY patient_id, id LIMIT 1 ~ 50",
                "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY id) FROM visit ~ 1000.5",
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT max(i) FROM n ~ 9",
                "WITH v AS (SELECT id FROM visit WHERE id < 4) SELECT count(*) FROM v AS a JOIN v ON a.id = v.id ~ 3",
                "SELECT count(*) FROM visitors WHERE name = 'name 3' ~ 40",
                "SELECT (SELECT name FROM patient p WHERE p.id = v.patient_id) FROM visit v WHERE v.id = 3 ~ name 3",
                "SELECT count(*) FROM patient NATURAL JOIN visit ~ 50",
                "SELECT row_number() OVER (PARTITION BY patient_id ORDER BY id DESC) FROM visit WHERE id = 5 ~ 1",
                "SELECT CASE WHEN EXISTS (SELECT 1 FROM note WHERE patient_id = 1) THEN 'yes' ELSE 'no' END ~ yes",
                "SELECT CAST('12' AS integer) + 1 ~ 13",
                "SELECT 'a' || 'b''c' ~ ab'c",
                "SELECT current_date ~ 2031-06-30",
                "SELECT current_timestamp ~ 2031-06-30 12:00:00",
                "SELECT datetime(current_time, 'start of year', '-1 month') ~ 2030-12-01 00:00:00",
                "SELECT strftime('%Y-%m', seen_at) FROM visit WHERE id = 1 ~ 2031-01",
                "SELECT strftime('%J', '2031-01-03') - strftime('%J', '2031-01-01') ~ 2.0",
                "SELECT datetime(seen_at, '+14 day') FROM visit WHERE id = 1 ~ 2031-01-15 01:00:00",
                "SELECT count(*) FROM visit WHERE datetime(seen_at) >= datetime(current_time, '-6 month') ~ 2000",
                "SELECT \"id\" AS \"Group\" FROM visit ORDER BY \"Group\" LIMIT 1 ~ 1",
                "SELECT power(2, 10) ~ 1024.0",
                "SELECT count(name) FROM patient WHERE id IS NULL ~ 0",
                "SELECT count(*) FROM visit WHERE id = NULL AND patient_id > 3 ~ 0",
                "SELECT max(p.name) FROM patient p JOIN visit v ON v.patient_id = p.id WHERE 1 = 0 ~ null",
                "SELECT count(*) FROM note WHERE body LIKE patient_id || 'a!%' ESCAPE '!' ~ 0",
                "SELECT date('now') ~ 2031-06-30",
                "SELECT date('now') - date(max(seen_at)) FROM visit ~ 97",
                "SELECT string_agg(name, ',' ORDER BY id) FROM patient WHERE id < 3 ~ name 1,name 2",
                "SELECT CAST('now' AS date) ~ 2031-06-30",
                "SELECT 'now'::timestamp ~ 2031-06-30 12:00:00",
                "SELECT (' Tomorrow ')::date ~ 2031-07-01",
                "SELECT DATE 'today' ~ 2031-06-30",
                "SELECT timestamp 'yesterday' ~ 2031-06-29 00:00:00",
                "SELECT date('today') ~ 2031-06-30",
                "SELECT datetime('today', '-1 day') ~ 2031-06-29 00:00:00",
                "SELECT age(seen_at) FROM visit WHERE id = 1 ~ 5 mons 28 days 23:00:00",
                "SELECT count(*) FROM patient WHERE name = 'now' OR name LIKE '%today%' ~ 0",
                "SELECT CAST('now' AS text) || 'Today' ~ nowToday",
                "SELECT ALL name FROM patient WHERE id = 1 ~ name 1",
                "SELECT count(ALL name) FROM patient WHERE name NOTNULL ~ 50",
                "SELECT count(*) FROM patient WHERE name ISNULL ~ 0",
                "SELECT localtimestamp ~ 2031-06-30 12:00:00",
                "SELECT count(*) FROM visit WHERE seen_at > LocalTimestamp ~ 0",
                "SELECT position('e' IN name) FROM patient WHERE id = 1 ~ 4",
                "SELECT substring(name FROM 1 FOR 2) FROM patient WHERE id = 1 ~ na",
                "SELECT substring(name FROM length(name) - 1) FROM patient WHERE id = 1 ~ ` 1`",
                "SELECT substring(name, 1, 2) FROM patient WHERE id = 1 ~ na",
                "SELECT id FROM visit ORDER BY id OFFSET 2 ROWS FETCH NEXT ROW ONLY ~ 3",
                "SELECT count(*) FROM (SELECT id FROM visit FETCH FIRST 3 ROWS ONLY) AS some_visits ~ 3",
                "SELECT count(*) FROM patient WHERE id = ANY (SELECT patient_id FROM visit) ~ 49",
                "SELECT id FROM visit WHERE id >= ALL (SELECT v.id FROM visit v) ~ 2000",
                "SELECT count(*) FROM patient p WHERE p.id <> ALL (SELECT patient_id FROM visit v WHERE v.id < p.id) ~ 50",
                "SELECT count(*) FROM (SELECT kind, count(*) FROM stay GROUP BY ROLLUP (kind)) AS kinds ~ 3",
                "SELECT grouping(kind) FROM stay GROUP BY CUBE (kind, patient_id) ORDER BY 1 DESC LIMIT 1 ~ 1",
                "SELECT max(visits) FROM (SELECT count(*) AS visits FROM visit v GROUP BY GROUPING SETS ((v.patient_id, id), (), ROLLUP (v.patient_id))) AS counted ~ 2000",
                "SELECT count(*) FROM (SELECT EXTRACT(month FROM seen_at) AS m FROM visit GROUP BY ROLLUP (EXTRACT(month FROM seen_at))) AS months ~ 4",
                "SELECT Substring(name from 1 For 2) FROM patient WHERE id = 1 ~ na",
                "SELECT position('e' in name) FROM patient WHERE id = 1 ~ 4",
                "SELECT count(*) FROM public.visit ~ 2000",
                "SELECT Visit.id FROM PUBLIC.Visit JOIN \"public\".\"Ward\" w ON w.id = visit.id ORDER BY 1 LIMIT 1 ~ 1",
                "WITH visit AS (SELECT 1 AS id) SELECT count(*) FROM public.visit ~ 2000",
                "WITH v AS (SELECT id FROM visit WHERE id < 4) SELECT count(*) FROM v, public.visit ~ 6000",
                "SELECT count(*) FROM patient p LEFT JOIN LATERAL (SELECT v.id FROM visit v WHERE v.patient_id = p.id ORDER BY v.id DESC LIMIT 3) t ON true ~ 148",
                "SELECT t.n FROM patient p CROSS JOIN LATERAL (SELECT count(*) AS n FROM visit WHERE patient_id = p.id) AS t ORDER BY p.id LIMIT 1 ~ 40",
                "SELECT n FROM patient p, LATERAL (SELECT count(*) FROM visit WHERE patient_id = p.id) t(n) WHERE p.id = 2 ~ 40",
                "SELECT max(b) FROM patient p, LATERAL (SELECT p.id + 1 AS a) x, LATERAL (SELECT a + p.id AS b) y ~ 101",
                "SELECT max(x) FROM patient p JOIN (visit v CROSS JOIN LATERAL (SELECT p.id + v.id AS x) t) ON v.id = 3 AND p.id = 2 ~ 5",
                "SELECT (SELECT max(t.x) FROM note n, LATERAL (SELECT n.id + p.id AS x) t) FROM patient p WHERE p.id = 7 ~ 67",
                "SELECT count(*) FROM patient p, LATERAL (SELECT x.id FROM (SELECT p.id) x) t ~ 50",
                "SELECT count(*) FROM patient p JOIN visit v USING (id), LATERAL (SELECT id FROM note n WHERE n.patient_id = v.patient_id) t ~ 60",
                "SELECT max(t.name) FROM note n CROSS JOIN LATERAL (SELECT name FROM public.patient WHERE id = n.patient_id UNION ALL SELECT 'none' WHERE n.id = 1) t ~ none",
                "SELECT id FROM visit ORDER BY id OFFSET 2 LIMIT 3 ~ 3",
                "SELECT id FROM visit ORDER BY id OFFSET 2 ROWS LIMIT 3 ~ 3",
                "SELECT id FROM visit UNION SELECT id FROM note ORDER BY id OFFSET 4 LIMIT 1 ~ 5",
                "SELECT count(*) FROM (SELECT id FROM visit LIMIT ALL OFFSET 10) t ~ 1990",
                "SELECT max(id) FROM (SELECT id FROM visit ORDER BY id OFFSET 1999 LIMIT ALL) t ~ 2000",
                "SELECT to_timestamp('2031-02', 'YYYY-MM')::date ~ 2031-02-01",
                "SELECT date_bin('1 hour', seen_at + interval '20 minutes', timestamp '2031-01-01') FROM visit WHERE id = 1 ~ 2031-01-01 01:00:00",
                "SELECT date '2031-01-01' + make_interval(days => 3, Hours => id) FROM visit WHERE id = 2 ~ 2031-01-04 02:00:00",
                "SELECT make_interval(1, 2) ~ 1 year 2 mons",
                "SELECT make_date(2031, 2, 3) ~ 2031-02-03",
                "SELECT to_hex(255) || gcd(12, 18) || lcm(4, 6) ~ ff612",
                "SELECT bit_and(id) + bit_or(id) FROM ward ~ 3",
                "SELECT regr_count(id, id) + regr_r2(id, id) + regr_slope(id, id) + regr_intercept(id, id) FROM visit ~ 2002.0",
                "SELECT isfinite(seen_at) FROM visit WHERE id = 1 ~ 1",
                "SELECT md5(name) FROM patient WHERE id = 1 ~ e1576def4efe47bf8f3cb0231281dde4",
                "SELECT lpad(id::text, 5, '0') || RPAD(name, 8) || '!' FROM patient WHERE id = 1 ~ 00001name 1  !",
                "SELECT timestamptz '2031-01-01 00:00+00' < Timestamp With Time Zone '2031-01-01 00:00:01.5+00:00' ~ 1",
                "SELECT timestamp without time zone '2031-01-01 10:00' ~ 2031-01-01 10:00:00",
                "SELECT timestamptz 'yesterday'::date ~ 2031-06-29",
                "SELECT (timestamp with time zone 'today')::date ~ 2031-06-30",
                "SELECT time '10:00' ~ 10:00:00",
                "SELECT EXTRACT(milliseconds FROM timestamp '2031-01-01 00:00:01.5') ~ 1500.0",
                "SELECT q.b FROM (SELECT id, name FROM patient) AS q(a, b) WHERE a = 3 ~ name 3",
                "SELECT \"B\" FROM (SELECT id, name FROM patient UNION SELECT 1, 'x') q(A, \"B\") ORDER BY a DESC LIMIT 1 ~ name 50",
                "SELECT q.name FROM (SELECT id, name FROM patient) AS q(a) WHERE a = 3 ~ name 3",
                "(SELECT name FROM patient ORDER BY id LIMIT 1) UNION ALL (SELECT \"Name\" FROM \"Ward\") ~ name 1",
                "((SELECT id FROM visit) EXCEPT SELECT id FROM visit WHERE id < 5) ORDER BY id LIMIT 2 ~ 5",
                "(WITH v AS (SELECT id FROM visit) SELECT max(id) FROM v) ~ 2000",
                "SELECT 5. FROM visit LIMIT 1 ~ 5"
            })
    void aStatementGives(String sql, String cell) {
        // when
        var table = answer(sql);
        // then
        assertThat(String.valueOf(table.rows().getFirst().getFirst())).isEqualTo(cell);
        assertThat(ALARMS).hasValue(0);
    }

    @Test
    void aStarShowsVisibleColumnsOnly() {
        // when
        var table = answer("SELECT * FROM patient ORDER BY id LIMIT 1");
        // then
        assertThat(table.rows()).isEqualTo(List.of(Arrays.asList(1L, "name 1")));
        assertThat(table.columns().getFirst().type()).isEqualTo(ColumnType.INTEGER);
    }

    @Test
    void rowsAndBytesAreBounded() {
        // given
        var few = new DatabaseLimits(Duration.ofSeconds(5), 3, 1 << 20, 1 << 20);
        var small = new DatabaseLimits(Duration.ofSeconds(5), 100, 100_000, 1 << 20);
        // when, then
        assertThat(executor.executeText("SELECT id FROM public.visit", few).rows()).hasSize(3);
        var cut = executor.executeText("SELECT body FROM public.note", small);
        assertThat(cut.truncated()).isTrue();
        assertThat(cut.rows()).hasSize(2);
    }

    @Test
    void aStatementEndsAtItsTimeLimitAndTheConnectionsAreThereForOthers() {
        // given
        var brief = new DatabaseLimits(Duration.ofMillis(300), 10, 1 << 20, 1 << 20);
        var endless =
                "SELECT count(*) FROM public.visit a, public.visit b, public.visit c, public.visit d";
        // when
        for (int i = 0; i < 12; i++) {
            assertThatThrownBy(() -> executor.executeText(endless, brief))
                    .isInstanceOfSatisfying(
                            GatewayException.class,
                            e -> assertThat(e.code()).isEqualTo(FailureCode.QUERY_TIME_LIMIT));
        }
        // then
        assertThat(answer("SELECT count(*) FROM visit").rows()).isEqualTo(List.of(List.of(2000L)));
    }

    @Test
    @Timeout(60)
    void statementsThatTheServerEndsLateCostNoConnections() throws Exception {
        // given: nothing stops the server within one comparison of these
        var brief = new DatabaseLimits(Duration.ofMillis(100), 10, 1 << 20, 1 << 20);
        // when: more of them are late than there are connections
        for (int i = 1; i <= 20; i++) {
            var sql =
                    "SELECT count(*) FROM public.note WHERE id = %d AND concat(body, body, body) LIKE '%%a' || replace(body, 'a', '_') || 'b'"
                            .formatted(i);
            assertThatThrownBy(() -> executor.executeText(sql, brief))
                    .isInstanceOf(GatewayException.class);
        }
        // then: once the server is through with them
        while (!isAnswered()) {
            Thread.sleep(100);
        }
    }

    private static boolean isAnswered() {
        try {
            return executor.executeText("SELECT 1", DatabaseLimits.DEFAULT).rows().size() == 1;
        } catch (GatewayException e) {
            return false;
        }
    }

    @Test
    void hangingUpEndsTheStatementOnTheServer() throws Exception {
        // given
        var endless =
                "SELECT count(*) FROM public.visit a, public.visit b, public.visit c, public.visit d";
        var patient = new DatabaseLimits(Duration.ofSeconds(50), 10, 1 << 20, 1 << 20);
        var asking = Thread.ofVirtual().start(() -> executor.executeText(endless, patient));
        var running =
                "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT count(*) FROM public.visit a%' AND usename = '"
                        + clinic.server.role()
                        + "'";
        while (clinic.server.ask(running).equals("0")) {
            Thread.sleep(10);
        }
        // when
        asking.interrupt();
        asking.join();
        // then
        while (!clinic.server.ask(running).equals("0")) {
            Thread.sleep(10);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1; DELETE FROM public.visit",
                "COMMIT; SELECT 1",
                "SELECT 1; COMMIT; SELECT 2",
                "BEGIN READ WRITE",
                "SET ROLE postgres",
                "SELECT ?",
                "DO $$ BEGIN END $$"
            })
    void oneQueryAndNothingElseReachesTheServer(String text) {
        assertThatThrownBy(() -> executor.executeText(text, DatabaseLimits.DEFAULT))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.QUERY_FAILED));
    }

    @Test
    void aDatabaseThatIsGoneIsUnavailable() throws Exception {
        // given
        var gone =
                new PostgresSource(
                        "clinic",
                        new PostgresServer(
                                "jdbc:postgresql://localhost:1/none", "public", "x", null),
                        List.of());
        // when, then
        assertThatThrownBy(() -> new PostgresQueryExecutor(gone, () -> {}))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.DATABASE_UNAVAILABLE));
    }
}
