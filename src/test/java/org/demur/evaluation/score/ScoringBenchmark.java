package org.demur.evaluation.score;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.demur.evaluation.Benchmarks;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.EhrSql2024Reader;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.SpiderReader;
import org.demur.evaluation.suite.SuiteBuilder;
import org.demur.evaluation.suite.SuiteThreads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Figures for {@code docs/performance.md}, "Scoring and reports", in a running process; the first
 * round finds an empty cache. Where other programs take the processors, threads get unequal shares
 * and wall time says little; processor time then tells what is done. Runs only when named.
 */
@Tag("slow")
final class ScoringBenchmark {
    private static final int THREADS = 2;
    private static final int ROUNDS = 6;

    @TempDir private Path folder = Path.of("");
    private final StringBuilder report = new StringBuilder();

    @Test
    void measure() throws IOException {
        measure(
                "EHRSQL valid, gold and predictions executed",
                ScoreRequest.asking(
                        "ehrsql-2024",
                        Benchmarks.require("ehrsql-2024/valid"),
                        new ScoreRequest.Source.OneFile(
                                Benchmarks.require("ehrsql-2024/mimic_iv.sqlite.gz")),
                        predictions()));
        measure(
                "Spider's development set, compared only",
                ScoreRequest.asking(
                                "spider",
                                Benchmarks.require("spider/dev_gold.sql"),
                                new ScoreRequest.Source.None(),
                                Benchmarks.require(
                                        "spider-predictions/dail-sql/DAIL-SQL+GPT-4.txt.gz"))
                        .with(
                                new ScoreRequest.Statements(
                                        Optional.empty(),
                                        Optional.of(Benchmarks.require("spider/tables.json.gz")))));
        Path suite = suite();
        for (boolean statements : new boolean[] {true, false}) {
            measure(
                    "Spider's development set on its suite, statements "
                            + (statements ? "compared" : "not compared"),
                    ScoreRequest.asking(
                                    "spider",
                                    Benchmarks.require("spider/dev_gold.sql"),
                                    new ScoreRequest.Source.Folder(
                                            Benchmarks.require("spider/database")),
                                    Benchmarks.require(
                                            "spider-predictions/dail-sql/DAIL-SQL+GPT-4.txt.gz"))
                            .with(
                                    new ScoreRequest.Statements(
                                            Optional.of(statements), Optional.empty()))
                            .withSuite(Optional.of(suite))
                            .cuttingWitnesses(false));
        }
        Files.writeString(Path.of("target/scoring.txt"), report);
    }

    private Path suite() {
        Path suite = folder.resolve("suite");
        new SuiteBuilder(suite, new SuiteThreads(THREADS), () -> {})
                .build(
                        ScoringRules.SPIDER,
                        new SpiderReader().read(Benchmarks.require("spider/dev_gold.sql")),
                        Databases.folder(
                                Benchmarks.require("spider/database"),
                                new ContentCache(folder.resolve("cache"))),
                        1,
                        30);
        return suite;
    }

    private void measure(String what, ScoreRequest.Builder asked) {
        ScoreRequest request = asked.over(THREADS).build();
        var scorer = new PredictionScorer(new ContentCache(folder.resolve("cache")));
        for (int round = 1; round <= ROUNDS; round++) {
            long before = processorNanos();
            ScoreSheet sheet = scorer.score(request);
            report.append(
                    String.format(
                            Locale.ROOT,
                            "%s, round %d: %.2f s over %d threads, processor %.2f s, of these inside"
                                    + " of the engine %.2f s%n",
                            what,
                            round,
                            sheet.wallSeconds(),
                            THREADS,
                            (processorNanos() - before) / 1e9,
                            sheet.engineSeconds()));
        }
    }

    /** Gold in other words, so that it is executed as a prediction is. */
    private Path predictions() throws IOException {
        Map<String, String> predictions = new LinkedHashMap<>();
        for (var sample :
                new EhrSql2024Reader().read(Benchmarks.require("ehrsql-2024/valid")).samples()) {
            predictions.put(
                    sample.id(),
                    sample.gold() instanceof Gold.FeasibleBy(String sql)
                            ? sql + " /* again */"
                            : "null");
        }
        return Files.write(
                folder.resolve("predictions.json"),
                new ObjectMapper().writeValueAsBytes(predictions));
    }

    private static long processorNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
