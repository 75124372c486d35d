package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.demur.execution.ReadOnlySql;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.pipeline.PipelineListener;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MetricsTest {
    @TempDir private Path home = Path.of("");

    @Test
    void whatTheGuardLetThroughAndTheEngineDoesNotIsCounted() throws IOException {
        // given
        TestDatabase.library(home.resolve("library.sqlite"));
        Files.createDirectories(home.resolve("config/strategies"));
        Files.createDirectories(home.resolve("config/databases"));
        Files.copy(
                Path.of("config/strategies/verified.yaml"),
                home.resolve("config/strategies/verified.yaml"));
        var registry = new SimpleMeterRegistry();
        ReadOnlySql all;
        try (var lax = assembly("", PipelineListener.NOP)) { // a guard that knows of no exclusion
            all = guarded(lax, "SELECT max(price) FROM book");
        }
        try (var strict = assembly("columns: {exclude: [book.price]}\n", new Metrics(registry))) {
            var executor = strict.gateway().database("library").executor();
            executor.execute(guarded(strict, "SELECT count(*) FROM book"), DatabaseLimits.DEFAULT);
            assertThat(disagreements(registry)).isZero();

            // when
            assertThatThrownBy(() -> executor.execute(all, DatabaseLimits.DEFAULT))
                    .isInstanceOfSatisfying(
                            GatewayException.class,
                            e -> assertThat(e.code()).isEqualTo(FailureCode.READS_HIDDEN_DATA));
        }

        // then
        assertThat(disagreements(registry)).isEqualTo(1);
    }

    private static double disagreements(SimpleMeterRegistry registry) {
        return registry.get("demur.guard.disagreements").counter().count();
    }

    private static ReadOnlySql guarded(Assembly assembly, String sql) {
        var database = assembly.gateway().database("library");
        return (ReadOnlySql) database.guard().check(sql, database.schema());
    }

    private Assembly assembly(String exclusion, PipelineListener listener) throws IOException {
        Files.writeString(
                home.resolve("config/databases/library.yaml"),
                "file: library.sqlite\n" + exclusion);
        return new Assembly(SettingsFile.read(home), Map.of(), listener);
    }
}
