package org.demur.wiring;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.demur.evaluation.Benchmarks;
import org.demur.evaluation.dataset.DataSetForm;
import org.demur.evaluation.dataset.Sample;
import org.demur.pipeline.Ask;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Figures for {@code docs/performance.md}, "Questions over HTTP": asks EHRSQL's validation
 * questions in the strategy {@code verified} and reports the processor time of the asking thread
 * alone, which is all that is spent on a question but for SQLite and the parser. Runs only when
 * named.
 */
@Tag("slow")
final class HandlingBenchmark {
    private static final int ROUNDS = 6;

    private final StringBuilder report = new StringBuilder();

    @Test
    void measure() throws IOException {
        var environment = new HashMap<>(System.getenv());
        environment.put("DEMUR_EHRSQL", Benchmarks.require("ehrsql-2024").toString());
        var questions =
                DataSetForm.EHRSQL_2024
                        .reader(Optional.empty())
                        .read(Benchmarks.require("ehrsql-2024/valid"))
                        .samples()
                        .stream()
                        .map(Sample::question)
                        .map(q -> new Question(q.id(), "ehrsql", q.text()))
                        .toList();
        try (var assembly =
                new Assembly(SettingsFile.read(Path.of("")), environment, PipelineListener.NOP)) {
            var gateway = assembly.gateway();
            var generator =
                    gateway.strategies()
                            .strategy("verified", gateway.database("ehrsql"))
                            .generator();
            var schema = gateway.database("ehrsql").schema();
            for (int round = 1; round <= ROUNDS; round++) {
                measure("generation", round, questions, q -> generator.generate(q, schema));
            }
            for (int round = 1; round <= ROUNDS; round++) {
                measure(
                        "all stages",
                        round,
                        questions,
                        q -> gateway.ask(new Ask(q, "verified", null, null, null, false)));
            }
        }
        Files.writeString(Path.of("target/handling.txt"), report);
    }

    private void measure(
            String what, int round, List<Question> questions, Consumer<Question> work) {
        var threads = ManagementFactory.getThreadMXBean();
        long processor = threads.getCurrentThreadCpuTime();
        questions.forEach(work);
        processor = threads.getCurrentThreadCpuTime() - processor;
        report.append(
                String.format(
                        Locale.ROOT,
                        "%s, round %d: processor %.3f ms each%n",
                        what,
                        round,
                        processor / 1e6 / questions.size()));
    }
}
