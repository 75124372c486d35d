package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.demur.evaluation.Benchmarks;
import org.demur.evaluation.dataset.DataSetForm;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.inference.ChatModel;
import org.demur.inference.Completion;
import org.demur.inference.ModelCatalog;
import org.demur.inference.Prompt;
import org.demur.inference.TokenCount;
import org.demur.pipeline.Pipeline;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.schema.jdbc.Cache;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much strategies send for questions of benchmarks; what docs/llm.md tells. */
@Tag("slow")
final class PromptSizesTest {
    private static final int QUESTIONS = 20;
    private static final List<String> SPIDER =
            List.of("world_1", "dog_kennels", "student_transcripts_tracking");

    @TempDir Path withoutSuggestions;

    /** Sums over questions. */
    private static final class Sent implements ChatModel {
        private String sql = "";
        private long calls;
        private long prompts;
        private long completions;

        @Override
        public Completion complete(Prompt prompt) {
            calls++;
            prompts += TokenCount.CL100K.of(prompt.instructions() + prompt.input());
            var text = StepCompletions.of(prompt.instructions(), sql);
            completions += TokenCount.CL100K.of(text);
            return Completion.of(text);
        }

        /** Servers that draw several samples from one prompt read it once. */
        @Override
        public List<Completion> samples(Prompt prompt, int count) {
            var samples = new ArrayList<Completion>();
            samples.add(complete(prompt));
            while (samples.size() < count) {
                samples.add(samples.getFirst());
                completions += TokenCount.CL100K.of(samples.getFirst().text());
            }
            return samples;
        }

        ModelCatalog catalog() {
            return new ModelCatalog() {
                @Override
                public List<String> names() {
                    return List.of("counting");
                }

                @Override
                public Optional<String> problem(String name) {
                    return Optional.empty();
                }

                @Override
                public Configured model(String name) {
                    return new Configured(Sent.this, 32_000, 1_000);
                }
            };
        }
    }

    @Test
    void everyStrategyHasARowInTheDocumentation() throws IOException {
        // given
        var documented = Files.readString(Path.of("docs/llm.md"));

        // then
        assertThat(ShippedStrategiesTest.names())
                .filteredOn(name -> !ShippedStrategiesTest.LOCAL.contains(name))
                .allSatisfy(name -> assertThat(documented).contains("| `" + name + "` |"));
    }

    @Test
    void whatStrategiesSendIsMeasured() throws IOException {
        // given
        var ehrsql =
                DataSetForm.EHRSQL_2024
                        .reader(Optional.empty())
                        .read(Benchmarks.require("ehrsql-2024/valid"))
                        .samples();
        var spider =
                DataSetForm.SPIDER
                        .reader(Optional.empty())
                        .read(Benchmarks.require("spider/dev.json.gz"))
                        .samples()
                        .stream()
                        .filter(s -> SPIDER.contains(s.question().database()))
                        .toList();
        var environment = new HashMap<>(System.getenv());
        environment.put("DEMUR_EHRSQL", Benchmarks.require("ehrsql-2024").toString());
        environment.put("DEMUR_SPIDER", Benchmarks.require("spider").toString());
        var rows = new ArrayList<String>();
        copyStrategies();

        // when
        try (var assembly =
                new Assembly(SettingsFile.read(Path.of("")), environment, PipelineListener.NOP)) {
            for (var name : ShippedStrategiesTest.names()) {
                if (!ShippedStrategiesTest.LOCAL.contains(name) && !name.equals("cascade")) {
                    rows.add(
                            "| `%s` | %s | %s |"
                                    .formatted(
                                            name,
                                            measured(assembly, name, ehrsql, "ehrsql"),
                                            measured(assembly, name, spider, "")));
                }
            }
        }

        // then
        Files.createDirectories(Path.of("target"));
        Files.write(Path.of("target/prompt-sizes.md"), rows);
        assertThat(rows).isNotEmpty().noneMatch(row -> row.contains("NaN"));
    }

    /** Suggestions have to be fitted, which takes a minute, and send nothing. */
    private void copyStrategies() throws IOException {
        for (var name : ShippedStrategiesTest.names()) {
            var file = Path.of("config/strategies").resolve(name + ".yaml");
            Files.writeString(
                    withoutSuggestions.resolve(name + ".yaml"),
                    Files.readString(file)
                            .replace("suggester: verified-queries", "suggester: none"));
        }
    }

    /** Requests, tokens of prompts and of completions, the means over questions. */
    private String measured(
            Assembly assembly, String strategy, List<Sample> samples, String database) {
        var sent = new Sent();
        var strategies =
                new Strategies(
                        new StrategyFiles(withoutSuggestions),
                        StandardComponents.of(
                                SettingsFile.read(Path.of("")),
                                sent.catalog(),
                                "counting",
                                new Cache(Path.of("target", "test-cache"))));
        var feasible = samples.stream().filter(s -> s.gold() instanceof Gold.FeasibleBy).toList();
        int step = Math.max(1, feasible.size() / QUESTIONS);
        int asked = 0;
        for (int i = 0; i < feasible.size() && asked < QUESTIONS; i += step) {
            var sample = feasible.get(i);
            if (sample.gold() instanceof Gold.FeasibleBy(var sql)) {
                sent.sql = sql;
                var open =
                        assembly.gateway()
                                .database(
                                        database.isEmpty()
                                                ? sample.question().database()
                                                : database);
                new Pipeline(PipelineListener.NOP)
                        .answer(
                                new Question("q", open.id(), sample.question().text()),
                                open,
                                strategies.strategy(strategy, open));
                asked++;
            }
        }
        return String.format(
                Locale.ROOT,
                "%.1f | %,d | %,d",
                sent.calls / (double) asked,
                sent.prompts / asked,
                sent.completions / asked);
    }
}
