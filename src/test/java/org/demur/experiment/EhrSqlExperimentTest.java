package org.demur.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import org.demur.evaluation.Benchmarks;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.SavedRun;
import org.demur.experiment.Experiment.Guardrails;
import org.demur.experiment.Replayed.Both;
import org.demur.experiment.sequential.ShareLimit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An experiment replayed on EHRSQL's validation questions: the recorded decisions of two
 * strategies, 10,000 requests of simulated users, and one in five decisions rated. No question is
 * asked again for any of the seeds. The runs are made here, in some minutes, or are those in the
 * folder which {@code DEMUR_EHRSQL_RUNS} names, each by its strategy's name.
 */
@Tag("slow")
final class EhrSqlExperimentTest {
    private static final int REQUESTS = 10_000;
    private static final int USERS = 2_500;
    private static final int SEEDS = 100;
    private static final double PENALTY = 10;

    private static Both variants;

    /** Of {@code verified} at the penalty 0. */
    private static List<Outcome> lenient = List.of();

    @BeforeAll
    static void runOnce(@TempDir Path work) throws IOException, InterruptedException {
        var data = Benchmarks.require("ehrsql-2024");
        var made = System.getenv("DEMUR_EHRSQL_RUNS");
        var runs = made == null ? work : Path.of(made);
        if (made == null) {
            run(data, "verified", runs.resolve("verified"), work.resolve("log"));
            run(data, "onnx-fused", runs.resolve("onnx-fused"), work.resolve("log"));
        }
        variants =
                new Both(
                        outcomes(runs.resolve("onnx-fused"), PENALTY),
                        outcomes(runs.resolve("verified"), PENALTY));
        lenient = outcomes(runs.resolve("verified"), 0);
    }

    private static void run(Path data, String strategy, Path folder, Path log)
            throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx3g",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Ddemur.ask.penalty=0",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "org.demur.wiring.cli.Main",
                                "evaluate",
                                "--form",
                                "ehrsql-2024",
                                "--data",
                                data.resolve("valid").toString(),
                                "--database",
                                "ehrsql",
                                "--strategy",
                                strategy,
                                "--output",
                                folder.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        process.environment().put("DEMUR_EHRSQL", data.toAbsolutePath().toString());
        assertThat(process.start().waitFor()).as(() -> read(log)).isZero();
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static List<Outcome> outcomes(Path folder, double penalty) {
        var scores = DraftScores.read(folder).orElseThrow();
        return SavedRun.read(folder).redecided(penalty).items(scores).stream()
                .map(ScoredItem::outcome)
                .toList();
    }

    @Test
    void whatIsMeasuredIsWhatIsTrue() {
        // given
        double difference =
                Replayed.truth(variants.b(), PENALTY) - Replayed.truth(variants.a(), PENALTY);
        int covered = 0;
        int seen = 0;
        double width = 0;
        int mismatches = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            // when
            var experiment = Replayed.halves("e" + seed, PENALTY, Guardrails.NONE);
            var replayed = new Replayed(experiment, variants, outcome -> 0.2, seed);
            for (int i = 0; i < REQUESTS; i++) {
                replayed.ask(USERS);
            }
            var results =
                    ExperimentResults.of(replayed.records, Replayed.START.plusSeconds(REQUESTS));

            // then shares within four binomial standard deviations
            var units = results.ratio().units();
            double all = units.get(0) + units.get(1);
            assertThat(units.get(0) / all)
                    .isBetween(0.5 - 4 * Math.sqrt(0.25 / all), 0.5 + 4 * Math.sqrt(0.25 / all));
            mismatches += results.ratio().isMismatch() ? 1 : 0;

            // and every unit has one variant
            var variantOf = new HashMap<String, String>();
            for (var decided : replayed.decisions) {
                var exposure = Replayed.exposure(decided);
                var before = variantOf.put(exposure.unit(), exposure.variant());
                assertThat(before == null || before.equals(exposure.variant())).isTrue();
            }
            var interval = results.differences().getFirst().reliability().interval();
            covered += interval.contains(difference) ? 1 : 0;
            seen += interval.contains(0) ? 0 : 1;
            width += (interval.high() - interval.low()) / SEEDS;
        }
        System.getLogger(EhrSqlExperimentTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        "true difference {0}; covered {1} of 100, told from 0 {2}, mean width {3};"
                                + " {4} false alarms of the sample ratio",
                        difference,
                        covered,
                        seen,
                        width,
                        mismatches);
        assertThat(mismatches).isLessThanOrEqualTo(5); // 1 expected, and four deviations
        assertThat(covered).isGreaterThanOrEqualTo(95);
    }

    @Test
    void theGuardrailStopsAVariantThatAnswersWronglyWithinThePromise() {
        // given the penalty 0, at which the run is wrong four times as often as one allows
        var asIs = lenient;
        double wrong = wrong(asIs);
        assertThat(stoppedWithinThePromise(asIs, wrong / 4)).isGreaterThanOrEqualTo(90);

        // and one that is broken, so that whatever it answers is wrong
        var broken =
                asIs.stream().map(o -> o == Outcome.CORRECT_SQL ? Outcome.WRONG_SQL : o).toList();
        assertThat(stoppedWithinThePromise(broken, 0.05)).isGreaterThanOrEqualTo(90);
    }

    private static double wrong(List<Outcome> outcomes) {
        double answers = outcomes.stream().filter(Outcome::isAnswered).count();
        return outcomes.stream().filter(Outcome::isWrongAnswer).count() / answers;
    }

    /** Of 100 experiments; 95 are promised. */
    private static int stoppedWithinThePromise(List<Outcome> outcomes, double allowed) {
        var limit = new ShareLimit(allowed, Guardrail.ERROR);
        double answered =
                (double) outcomes.stream().filter(Outcome::isAnswered).count() / outcomes.size();
        long promised =
                limit.noticedWithin(wrong(outcomes), 0.5 * answered * 0.2, 0.95, REQUESTS)
                        .orElseThrow();
        int stopped = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            var replayed =
                    new Replayed(
                            Replayed.halves(
                                    "g" + seed, PENALTY, new Guardrails(allowed, null, null)),
                            new Both(outcomes, outcomes),
                            outcome -> 0.2,
                            seed);
            boolean isStopped = false;
            for (int i = 0; i < promised && !isStopped; i++) {
                replayed.ask(USERS);
                var count = replayed.records.count("a", Guardrail.WRONG);
                isStopped = limit.isExceeded(count.exceeded(), count.of());
            }
            stopped += isStopped ? 1 : 0;
        }
        System.getLogger(EhrSqlExperimentTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        "wrong {0}, allowed {1}, promised {2} requests: stopped {3} of 100",
                        wrong(outcomes),
                        allowed,
                        promised,
                        stopped);
        return stopped;
    }
}
