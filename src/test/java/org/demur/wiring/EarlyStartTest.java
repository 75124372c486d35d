package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.demur.failure.GatewayException;
import org.demur.pipeline.PipelineListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EarlyStartTest {
    @TempDir private Path home = Path.of("");

    @Test
    void whatWasBegunIsTakenOnceByWhoHasTheSameSettings() throws IOException {
        // given
        writeConfiguration();
        var settings = SettingsFile.values(SettingsFile.config(home));

        // when
        EarlyStart.begin(home);
        var taken = EarlyStart.take(settings, PipelineListener.NOP);
        var again = EarlyStart.take(settings, PipelineListener.NOP);

        // then
        assertThat(taken).isPresent();
        assertThat(again).isEmpty();
        taken.orElseThrow().close();
    }

    @Test
    void withOtherSettingsNothingIsTaken() throws IOException {
        // given
        writeConfiguration();

        // when
        EarlyStart.begin(home);
        var taken = EarlyStart.take(Map.of("demur.home", "elsewhere"), PipelineListener.NOP);

        // then
        assertThat(taken).isEmpty();
    }

    @Test
    void aDefaultStrategyThatIsMissingIsTold() throws IOException {
        // given
        writeConfiguration();
        Files.writeString(
                home.resolve("config/application.properties"),
                "quarkus.http.port=0\nquarkus.management.port=0\ndemur.ask.strategy=verify");

        // then
        assertThatThrownBy(() -> EarlyStart.begin(home))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("there is no strategy \"verify\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tokensPerDay: 100", "costPerDay: 0.5"})
    void aBudgetThatNoJournalCountsIsRefused(String budget) throws IOException {
        // given
        writeConfiguration();
        Files.writeString(
                home.resolve("config/application.properties"),
                "quarkus.http.port=0\nquarkus.management.port=0\ndemur.journal.enabled=false");
        var nurses = Files.createDirectories(home.resolve("config/callers")).resolve("nurses.yaml");
        Files.writeString(nurses, "group: nurses\nroles: [ask]\n" + budget + "\n");

        // then
        assertThatThrownBy(() -> EarlyStart.begin(home))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining(nurses.toString())
                .hasMessageContaining("demur.journal.enabled=true");
    }

    /** No database, and one strategy. */
    private void writeConfiguration() throws IOException {
        Files.createDirectories(home.resolve("config/databases"));
        Files.createDirectories(home.resolve("config/strategies"));
        Files.writeString(
                home.resolve("config/application.properties"),
                "quarkus.http.port=0\nquarkus.management.port=0");
        Files.copy(
                Path.of("config/strategies/verified.yaml"),
                home.resolve("config/strategies/verified.yaml"));
    }
}
