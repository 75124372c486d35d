package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.demur.experiment.Experiment;
import org.demur.experiment.Experiment.Unit;
import org.demur.failure.GatewayException;
import org.demur.pipeline.PipelineListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExperimentFolderTest {
    private static final Path DOCUMENT = Path.of("docs", "experiments.md");
    private static final Instant NOW = Instant.parse("2030-05-05T12:00:00Z");

    @TempDir private Path folder;

    @Test
    void theExampleOfTheDocumentationIsAnExperiment() throws IOException {
        // given
        write("example", example());

        // when
        var experiment = read().getFirst();

        // then
        assertThat(experiment.unit()).isEqualTo(Unit.SESSION);
        assertThat(experiment.penalty()).isEqualTo(10);
        assertThat(experiment.variants().getFirst().name()).isEqualTo("as-configured");
        assertThat(experiment.end()).isEqualTo(Instant.parse("2036-01-01T00:00:00Z"));
        assertThat(experiment.shadows()).hasSize(1);
        assertThat(experiment.guardrails().wrong()).isEqualTo(0.05);
        assertThat(Objects.requireNonNull(experiment.guardrails().slow()).over())
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void everyKeyIsDocumented() throws IOException {
        // given
        var document = Files.readString(DOCUMENT);
        assertThat(WrittenExperiment.class.getDeclaredClasses()).hasSize(5);

        // then
        for (var group :
                List.of(
                        WrittenExperiment.class,
                        WrittenExperiment.Variant.class,
                        WrittenExperiment.ShadowBounds.class)) {
            assertThat(keys(group)).allMatch(key -> document.contains("`" + key + "`"));
        }
        assertThat(keys(WrittenExperiment.Guardrails.class))
                .allMatch(key -> document.contains("`guardrails." + key + "`"));
        assertThat(document).contains("`{over, share}`");
    }

    private static List<String> keys(Class<?> group) {
        return Arrays.stream(group.getRecordComponents()).map(RecordComponent::getName).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    unit: session           | unit: caller              | e.yaml:3: 'unit' must be one of user, session, question
                    databases: [demo]       | databases: [dmeo]         | there is no database "dmeo"; did you mean "demo"?
                    databases: [demo]       | databases: []             | name at least one database
                    start: 2026-01-01       | begin: 2026-01-01         | e.yaml:4: unknown key 'begin'
                    start: 2026-01-01       | start: tomorrow           | 'start' must be a day such as
                    end: 2035-12-31         | end: 2025-12-31           | 'end' must be after 'start'
                    share: 0.5              | share: 0.6                | the shares sum to 1.1
                    share: 0.5              | share: 50                 | needs a 'share' above 0, at most 1
                    name: stricter          | name: as-configured       | two variants are named 'as-configured'
                    penalty: 100            | penalty: 5                | laxer than the configured 10.0
                    penalty: 100            | strategy: verifeid        | there is no strategy "verifeid"; did you mean "verified"?
                    penalty: 100            | strategy: sqlprompt       | needs a language model
                    penalty: 1000,          | .                         | 'strictest' would do what is configured
                    wrong: 0.05             | wrong: 5                  | 'wrong' must be above 0 and below 1
                    over: 2s                | over: soon                | 'slow.over' must be a time such as 2s
                    guardrails:             | guardrail:                | unknown key 'guardrail'; did you mean 'guardrails'?
                    """)
    void aMistakeIsToldWithItsRemedy(String right, String wrong, String told) throws IOException {
        // given
        write(
                "e",
                example()
                        .replaceFirst(
                                Pattern.quote(right.strip()),
                                wrong.strip().equals(".") ? "" : wrong.strip()));

        // then
        assertThatThrownBy(this::read)
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining(told.strip())
                .hasMessageContaining("e.yaml");
    }

    @Test
    void twoAtTheSameTimeOnOneDatabaseAreRefused() throws IOException {
        // given
        write("one", example());
        write("two", example());

        // then
        assertThatThrownBy(this::read)
                .hasMessageContaining("two.yaml")
                .hasMessageContaining("same time on the same database as 'one'");

        // when
        write("two", example().replace("end: 2035", "end: 2029"));

        // then
        assertThat(read()).extracting(Experiment::id).containsExactly("one", "two");
    }

    @Test
    void withoutAJournalThereIsNoExperiment() throws IOException {
        // given
        write("one", example());

        // then
        assertThatThrownBy(() -> read(Map.of("demur.journal.enabled", "false")))
                .hasMessageContaining("set demur.journal.enabled to true");
    }

    private void write(String id, String yaml) throws IOException {
        Files.writeString(folder.resolve(id + ".yaml"), yaml);
    }

    private List<Experiment> read() {
        return read(Map.of());
    }

    private List<Experiment> read(Map<String, String> instead) {
        var values = new HashMap<>(instead);
        values.put("demur.experiments", folder.toString());
        var settings = SettingsFile.read(Path.of(""), values);
        try (var assembly = new Assembly(settings, Map.of(), PipelineListener.NOP)) {
            return ExperimentFolder.read(settings, assembly.gateway(), NOW);
        }
    }

    private static String example() throws IOException {
        var block = Pattern.compile("```yaml\n((?s:.*?))```").matcher(Files.readString(DOCUMENT));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }
}
