package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.demur.execution.GuardLimits;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultTable;
import org.demur.execution.SqlGuard;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every draft of {@code attacks/postgres.yaml} against a real server: which wall stops it, that the
 * walls behind the guard stand alone, and that nothing on the server changes.
 */
final class PostgresAttackTest {
    private static final DatabaseLimits LIMITS =
            new DatabaseLimits(Duration.ofSeconds(3), 1_000, 4L << 20, 96L << 20);

    record Attack(String name, String sql, String guard, String engine, @Nullable String result) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final AtomicLong ALARMS = new AtomicLong();

    @TempDir static Path folder;
    private static PostgresClinic clinic;
    private static PostgresQueryExecutor executor;
    private static SqlGuard guard;
    private static String before;

    @BeforeAll
    static void open() throws SQLException, IOException {
        clinic = new PostgresClinic(folder);
        executor = new PostgresQueryExecutor(clinic.source, ALARMS::incrementAndGet);
        guard = new SqlGuard(GuardLimits.DEFAULT);
        before = clinic.state();
    }

    @AfterAll
    static void close() {
        if (executor != null) {
            executor.close();
            guard.close();
        }
    }

    static List<Attack> attacks() throws IOException {
        try (var in = PostgresAttackTest.class.getResourceAsStream("/attacks/postgres.yaml")) {
            List<Attack> attacks =
                    new YAMLMapper().readValue(in, new TypeReference<List<Attack>>() {});
            assertThat(attacks).hasSizeGreaterThan(260);
            return attacks;
        }
    }

    @ParameterizedTest(name = "the guard: {0}")
    @MethodSource("attacks")
    void theGuardRefusesOrLetsThrough(Attack attack) throws SQLException {
        // given
        long alarms = ALARMS.get();
        // when
        var guarded = guard.check(attack.sql(), clinic.schema);
        // then
        switch (guarded) {
            case Guarded.Refused refused ->
                    assertThat(refused.finding().code().name())
                            .as(refused.finding().explanation())
                            .isEqualTo(attack.guard());
            case ReadOnlySql safe -> {
                assertThat("passes").isEqualTo(attack.guard());
                assertThat(outcome(() -> executor.execute(safe, LIMITS)))
                        .as(safe.text())
                        .isEqualTo(attack.result());
            }
        }
        assertThat(ALARMS).as("guard and engine agree").hasValue(alarms);
        assertThat(clinic.state()).isEqualTo(before);
    }

    @ParameterizedTest(name = "behind the guard: {0}")
    @MethodSource("attacks")
    void theWallsBehindTheGuardStandAlone(Attack attack) throws SQLException {
        assertThat(outcome(() -> executor.executeText(attack.sql(), LIMITS)))
                .isEqualTo(attack.engine());
        assertThat(clinic.state()).isEqualTo(before);
    }

    @Test
    void theServerAnswersOthersMeanwhile() {
        // given
        var endless = "SELECT count(*) FROM public.visit a, public.visit b, public.visit c";
        var running =
                java.util.stream.IntStream.range(0, 4)
                        .mapToObj(i ->
                                Thread.ofVirtual()
                                        .start(() ->
                                                outcome(() ->
                                                        executor.executeText(endless, LIMITS))))
                        .toList();
        // when, then
        assertThat(outcome(() -> executor.executeText("SELECT 1", LIMITS))).isEqualTo("rows");
        assertThat(running).hasSize(4);
    }

    /** Nothing that is hidden may be among the rows. */
    private static String outcome(Supplier<ResultTable> query) {
        try {
            var rows = query.get().rows().toString();
            assertThat(rows).doesNotContain("sesame", "token", "101", "root:");
            return "rows";
        } catch (GatewayException e) {
            return switch (e.code()) {
                case QUERY_TIME_LIMIT, QUERY_MEMORY_LIMIT -> "LIMIT"; // whichever is met first
                default -> e.code().name();
            };
        }
    }
}
