package org.demur.evaluation.run;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ExecutionScorer;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.Verdict;
import org.demur.evaluation.compare.Workers;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.suite.SuiteScorer;
import org.demur.evaluation.suite.SuiteVerdict;
import org.jspecify.annotations.Nullable;

/**
 * Whether each draft of a run has gold's result; {@code scores.json} in its folder. With it a run
 * is scored, decided again and compared without any database.
 *
 * @param rules that were applied, as printed
 * @param engine that executed the statements, with its version; null where the run was scored
 *     before that was kept
 * @param drafts id to one entry a draft: right, wrong, or null where gold could not be executed
 */
public record DraftScores(
        String rules, @Nullable String engine, Map<String, List<@Nullable Boolean>> drafts) {
    static final String FILE = "scores.json";

    /**
     * For a statement that did not become an answer: as long as databases are waited for where
     * nothing else is declared. One that takes longer would not have become an answer anyway.
     */
    static final Duration UNANSWERED = Duration.ofSeconds(2);

    /** Reads those of a run; empty where it was not scored yet. */
    public static Optional<DraftScores> read(Path folder) {
        Path file = folder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    RunJson.MAPPER.readValue(file.toFile(), new TypeReference<DraftScores>() {}));
        } catch (IOException e) {
            throw RunJson.unreadable(file, e);
        }
    }

    public void write(Path folder) {
        try {
            byte[] json = RunJson.MAPPER.writeValueAsBytes(this);
            DataFile.write(folder.resolve(FILE), json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Executes the drafts of a run beside gold. The statement that ran stands for its draft.
     *
     * @param prepared applied to gold and drafts before the rules are, such as setting the clock
     * @param threads statements executed at a time
     */
    public static DraftScores of(
            List<RunSample> samples,
            ExecutionScorer scorer,
            UnaryOperator<String> prepared,
            int threads) {
        try (var unanswered = scorer.within(UNANSWERED)) {
            Map<String, List<@Nullable Boolean>> drafts =
                    Workers.each(
                            RunSample.byId(samples),
                            sample -> verdicts(sample, scorer, unanswered, prepared),
                            threads);
            return new DraftScores(scorer.rules().printed(), scorer.databases().engine(), drafts);
        }
    }

    /**
     * The same with each draft taken for wrong that a suite tells from gold: it has gold's result
     * on the real database by chance.
     *
     * @param folder of the suite, built under the rules that were applied
     * @param threads schemas worked on at a time
     */
    public DraftScores onSuite(List<RunSample> samples, Path folder, int threads) {
        var items = new LinkedHashMap<String, SuiteScorer.Item>();
        for (RunSample sample : samples) {
            for (int i = 0; i < sample.drafts().size(); i++) {
                String place = sample.id() + " " + i;
                if (draft(sample.id(), i).orElse(false)) {
                    suiteItem(sample, i).ifPresent(item -> items.put(place, item));
                }
            }
        }
        var scorer =
                new SuiteScorer(scoringRules(), folder, ExecutionLimits.STANDARD)
                        .withWholeWitnesses();
        Map<String, SuiteVerdict> found = scorer.score(items, threads);
        var judged = new LinkedHashMap<String, List<@Nullable Boolean>>();
        drafts.forEach((id, verdicts) -> {
            var own = new ArrayList<@Nullable Boolean>(verdicts);
            for (int i = 0; i < own.size(); i++) {
                if (found.get(id + " " + i) instanceof SuiteVerdict.Wrong) {
                    own.set(i, false);
                }
            }
            judged.put(id, own);
        });
        return new DraftScores(rules, engine, judged);
    }

    public ScoringRules scoringRules() {
        return ScoringRules.named(rules).orElse(ScoringRules.DEMUR);
    }

    /** A draft as a suite judges it; empty where there is none, or no gold. */
    public Optional<SuiteScorer.Item> suiteItem(RunSample sample, int index) {
        String gold = sample.gold();
        if (gold == null || index < 0 || index >= sample.drafts().size()) {
            return Optional.empty();
        }
        return scoringRules()
                .prediction(executed(sample, index))
                .map(prediction -> new SuiteScorer.Item(sample.database(), gold, prediction));
    }

    /** The statement that ran stands for its draft. */
    private static String executed(RunSample sample, int index) {
        String ran = index == sample.chosen() ? sample.sql() : null;
        return ran != null ? ran : sample.drafts().get(index).draft().sql();
    }

    private static List<@Nullable Boolean> verdicts(
            RunSample sample,
            ExecutionScorer scorer,
            ExecutionScorer unanswered,
            UnaryOperator<String> prepared) {
        var verdicts = new ArrayList<@Nullable Boolean>();
        String gold = sample.gold() == null ? null : prepared.apply(sample.gold());
        if (gold != null && !sample.drafts().isEmpty()) {
            scorer.checkGold(sample.database(), gold);
        }
        boolean served = scorer.databases().servedSchema(sample.database()).isPresent();
        for (int i = 0; i < sample.drafts().size(); i++) {
            boolean hasRun = i == sample.chosen() && sample.sql() != null;
            // on a server the guard writes what runs, and takes no writing of its own
            String sql = served ? sample.drafts().get(i).draft().sql() : executed(sample, i);
            verdicts.add(
                    gold == null
                            ? Boolean.FALSE // nothing answers an infeasible question
                            : verdict(
                                    sample.database(),
                                    gold,
                                    prepared.apply(sql),
                                    hasRun ? scorer : unanswered));
        }
        return verdicts;
    }

    private static @Nullable Boolean verdict(
            String database, String gold, String sql, ExecutionScorer scorer) {
        Verdict verdict = scorer.compare(database, gold, sql);
        return switch (verdict) {
            case Verdict.Right right -> true;
            case Verdict.Wrong wrong -> false;
            case Verdict.Unscorable unscorable -> null;
        };
    }

    /** Whether a draft was looked at, also where gold could not be executed. */
    public boolean has(String id, int index) {
        return index >= 0 && index < drafts.getOrDefault(id, List.of()).size();
    }

    /** Whether a draft is right; empty where it was not scored. */
    public Optional<Boolean> draft(String id, int index) {
        List<@Nullable Boolean> verdicts = drafts.getOrDefault(id, List.of());
        return index < 0 || index >= verdicts.size()
                ? Optional.empty()
                : Optional.ofNullable(verdicts.get(index));
    }
}
