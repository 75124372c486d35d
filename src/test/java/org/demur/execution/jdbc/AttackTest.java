package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.execution.GuardLimits;
import org.demur.execution.Guarded;
import org.demur.execution.QueryExecutor;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultTable;
import org.demur.execution.Schemas;
import org.demur.execution.SqlGuard;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseSchema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every draft of {@code attacks/sqlite.yaml} and {@code names.yaml} against a real database, as
 * what a model wrote: which wall stops it, that the walls behind the guard stand alone, that what
 * does not end stalls nobody else, and that nothing on the disk changes.
 */
final class AttackTest {
    private static final String TIME_LIMIT = FailureCode.QUERY_TIME_LIMIT.name();

    /** Statements that are run while an endless one is at work. */
    private static final int OTHERS = 50;

    private static final long MEBIBYTE = 1L << 20;
    private static final DatabaseLimits LIMITS =
            new DatabaseLimits(Duration.ofMinutes(2), 1_000, 4 * MEBIBYTE, 96 * MEBIBYTE);

    /** For what does not end by itself; everything else has time on the busiest machine. */
    private static final DatabaseLimits BRIEF =
            LIMITS.stricter(
                    new DatabaseLimits(Duration.ofSeconds(1), 1_000, 4 * MEBIBYTE, 96 * MEBIBYTE));

    /** For what takes no time, on a machine that is busy with something endless. */
    private static final DatabaseLimits PATIENT =
            new DatabaseLimits(Duration.ofSeconds(30), 1_000, 4 * MEBIBYTE, 96 * MEBIBYTE);

    /** What a worker's own memory and the distance between two looks may add to the limit. */
    private static final long MARGIN = 512 * MEBIBYTE;

    record Attack(String name, String sql, String guard, String engine, @Nullable String result) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Statements on which the guard and the engine disagreed. */
    private static final AtomicLong ALARMS = new AtomicLong();

    @TempDir static Path folder;
    private static SqlGuard guard;
    private static QueryWorkers workers;
    private static WorkerQueryExecutor executor;
    private static DatabaseSchema schema;
    private static Map<String, String> filesBefore;

    @BeforeAll
    static void openTheDatabase() throws IOException, SQLException {
        var file = folder.resolve("clinic.sqlite");
        write(file);
        write(folder.resolve("other.sqlite"));
        schema = Schemas.CLINIC;
        guard = new SqlGuard(GuardLimits.DEFAULT);
        workers = new QueryWorkers(QueryWorkers.STANDARD);
        executor =
                new WorkerQueryExecutor(
                        new FileSource("clinic", file, schema.tables()),
                        new Nobody(),
                        workers,
                        ALARMS::incrementAndGet);
        filesBefore = files();
    }

    private static void write(Path file) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE patient (id INTEGER PRIMARY KEY, name TEXT, number TEXT)");
            statement.executeUpdate(
                    "CREATE TABLE note (id INTEGER, patient_id INTEGER, body TEXT)");
            statement.executeUpdate("CREATE TABLE visit (id INTEGER, patient_id INTEGER)");
            statement.executeUpdate("CREATE TABLE secret (id INTEGER, word TEXT)");
            statement.executeUpdate("CREATE TABLE bank_token (id INTEGER, tok TEXT)");
            statement.executeUpdate("INSERT INTO bank_token VALUES (1, 'token')");
            var numbers =
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ";
            statement.executeUpdate(
                    "INSERT INTO patient "
                            + numbers.formatted(50)
                            + "SELECT i, 'name ' || i, '10' || i FROM n");
            statement.executeUpdate(
                    "INSERT INTO note "
                            + numbers.formatted(60)
                            + "SELECT i, i % 50, printf('%.*c', 40000, 'a') FROM n");
            statement.executeUpdate(
                    "INSERT INTO visit " + numbers.formatted(2_000) + "SELECT i, i % 50 FROM n");
            statement.executeUpdate("INSERT INTO secret VALUES (1, 'sesame')");
        }
    }

    @AfterAll
    static void close() {
        workers.close();
        guard.close();
    }

    static List<Attack> attacks() throws IOException {
        var attacks = new ArrayList<Attack>();
        for (var file : List.of("sqlite.yaml", "names.yaml")) {
            try (var in = AttackTest.class.getResourceAsStream("/attacks/" + file)) {
                attacks.addAll(
                        new YAMLMapper().readValue(in, new TypeReference<List<Attack>>() {}));
            }
        }
        assertThat(attacks).hasSizeGreaterThanOrEqualTo(460);
        return attacks;
    }

    @ParameterizedTest(name = "the guard: {0}")
    @MethodSource("attacks")
    void theGuardRefusesOrLetsThrough(Attack attack) throws IOException {
        // given
        var sql = spelledOut(attack.sql());
        // when
        var guarded = guard.check(sql, schema);
        // then
        switch (guarded) {
            case Guarded.Refused refused ->
                    assertThat(refused.finding().code().name())
                            .as(refused.finding().explanation())
                            .isEqualTo(attack.guard());
            case ReadOnlySql safe -> {
                assertThat("passes").isEqualTo(attack.guard());
                long alarms = ALARMS.get();
                assertThat(outcome(() -> executor.execute(safe, limits(attack.result()))))
                        .isEqualTo(attack.result());
                assertThat(ALARMS.get()).isEqualTo(alarms);
                assertBounded();
            }
        }
        assertThat(files()).isEqualTo(filesBefore);
    }

    @ParameterizedTest(name = "the engine alone: {0}")
    @MethodSource("attacks")
    void theWallsBehindTheGuardStandAlone(Attack attack) throws IOException {
        // given
        var sql = spelledOut(attack.sql());
        // when
        var outcome = outcome(() -> executor.executeText(sql, limits(attack.engine())));
        // then
        assertThat(outcome).isEqualTo(attack.engine());
        assertBounded();
        assertThat(files()).isEqualTo(filesBefore);
        assertThat(outcome(() -> executor.executeText("SELECT count(*) FROM patient", LIMITS)))
                .isEqualTo("rows");
    }

    static List<Attack> endless() throws IOException {
        var endless =
                attacks().stream()
                        .filter(attack -> attack.engine().equals(TIME_LIMIT))
                        .collect(Collectors.toMap(Attack::sql, attack -> attack, (a, b) -> a))
                        .values();
        assertThat(endless).hasSizeGreaterThanOrEqualTo(20);
        return List.copyOf(endless);
    }

    @ParameterizedTest(name = "beside: {0}")
    @MethodSource("endless")
    void othersGetTheirRowsWhileItRuns(Attack attack) {
        // given
        var sql = spelledOut(attack.sql());
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var stalling = callers.submit(() -> outcome(() -> executor.executeText(sql, LIMITS)));
            // when
            var others =
                    Stream.generate(() -> "SELECT count(*) FROM patient")
                            .limit(OTHERS)
                            .map(other -> outcome(() -> executor.executeText(other, PATIENT)))
                            .distinct()
                            .toList();
            // then
            assertThat(others).containsExactly("rows");
            stalling.cancel(true);
        }
    }

    private static DatabaseLimits limits(@Nullable String expected) {
        return TIME_LIMIT.equals(expected) ? BRIEF : LIMITS;
    }

    /** Nothing that is hidden may be among the rows. */
    private static String outcome(Supplier<ResultTable> query) {
        try {
            assertThat(query.get().rows().toString()).doesNotContain("sesame", "token");
            return "rows";
        } catch (GatewayException e) {
            assertThat(e.code()).as(e.getMessage()).isNotEqualTo(FailureCode.UNEXPECTED);
            return e.code().name();
        }
    }

    private static String spelledOut(String sql) {
        var repeated =
                Pattern.compile("\\{\\{(.*?)\\*(\\d+)}}", Pattern.DOTALL)
                        .matcher(sql)
                        .replaceAll(found ->
                                found.group(1)
                                        .repeat(Integer.parseInt(found.group(2)))
                                        .replace("$", "\\$"));
        return repeated.replace("$OTHER", folder.resolve("other.sqlite").toString())
                .replace("$LEAK", folder.resolve("leak").toString());
    }

    /** Digest of every file beside the database and in the working folder's top level. */
    private static Map<String, String> files() throws IOException {
        var digests = new TreeMap<String, String>();
        try (var all = Files.list(folder)) {
            for (var file : all.toList()) {
                digests.put(file.getFileName().toString(), digest(file));
            }
        }
        try (var all = Files.list(Path.of(""))) {
            all.forEach(file -> digests.put("./" + file.getFileName(), ""));
        }
        return digests;
    }

    private static String digest(Path file) throws IOException {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertBounded() {
        assertThat(workers.pids())
                .allMatch(pid ->
                        ProcessMemory.residentBytes(Long.toString(pid))
                                < LIMITS.maxMemory() + MARGIN);
    }

    /** No draft runs in the program's own process. */
    private static final class Nobody implements QueryExecutor {
        @Override
        public ResultTable execute(ReadOnlySql sql, DatabaseLimits limits) {
            throw new AssertionError(sql.text());
        }

        @Override
        public void explain(ReadOnlySql sql) {
            throw new AssertionError(sql.text());
        }
    }
}
