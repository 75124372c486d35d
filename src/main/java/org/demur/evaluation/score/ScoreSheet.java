package org.demur.evaluation.score;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.Verdict;
import org.demur.evaluation.compare.sql.EngineChange;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.dataset.Shard;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.RunDecision;
import org.demur.evaluation.run.RunSample;
import org.demur.evaluation.run.SavedRun;
import org.demur.evaluation.suite.SuiteVerdict;
import org.demur.evaluation.suite.Witness;
import org.demur.schema.Dialect;

/**
 * The outcome of scoring a file of predictions.
 *
 * @param part of gold that was scored
 * @param engine that executed the statements, with its version
 * @param items the scored ones, in gold's order
 * @param sql id to the SQL that was taken from the prediction; no entry for an abstention
 * @param emptyCells ids whose prediction was an empty cell, which abstains
 * @param verdicts id to what execution said; no entry where nothing was executed
 * @param unscored ids of the items that were not executed, with the reason
 * @param statements how near the statements are to gold's
 * @param graded how much of gold's result answers return, and how fast, under BIRD's rules
 * @param engineChanges id to the constructs in gold or prediction whose result depends on the
 *     engine's version, no entry without one; empty where nobody asked
 * @param suite id to what a suite says of an answer that is right by execution, or whose database
 *     has no rows; empty where there is no suite
 * @param engineSeconds time spent inside of the engine, summed over threads
 * @param wallSeconds time for everything, the start of the program apart
 * @param threads statements executed at a time
 */
public record ScoreSheet(
        Part part,
        ScoringRules rules,
        String engine,
        List<ScoredItem> items,
        Map<String, String> sql,
        Set<String> emptyCells,
        Map<String, Verdict> verdicts,
        Map<String, String> unscored,
        StatementScores statements,
        GradedScores graded,
        Optional<Map<String, Set<EngineChange>>> engineChanges,
        Optional<Map<String, SuiteVerdict>> suite,
        double engineSeconds,
        double wallSeconds,
        int threads) {
    public ScoreSheet {
        items = List.copyOf(items);
    }

    /**
     * The samples of a sheet, scored or not.
     *
     * @param shard which of them they are
     * @param samples in gold's order
     * @param of how many gold has in all
     */
    public record Part(Shard shard, List<Sample> samples, int of) {
        public Part {
            samples = List.copyOf(samples);
        }

        /** All of them. */
        static Part whole(List<Sample> samples) {
            return new Part(Shard.WHOLE, samples, samples.size());
        }
    }

    /** The same with other scores of the statements. */
    public ScoreSheet with(StatementScores other) {
        return new ScoreSheet(
                part,
                rules,
                engine,
                items,
                sql,
                emptyCells,
                verdicts,
                unscored,
                other,
                graded,
                engineChanges,
                suite,
                engineSeconds,
                wallSeconds,
                threads);
    }

    /**
     * The items with an answer taken for wrong where the suite tells it from gold; none without a
     * suite.
     */
    List<ScoredItem> onSuite() {
        return items.stream()
                .filter(item -> suite.isPresent())
                .map(item ->
                        suite.orElseThrow().get(item.sample().id()) instanceof SuiteVerdict.Wrong
                                ? ScoredItem.of(item.sample(), Outcome.WRONG_SQL)
                                : item)
                .toList();
    }

    /** Id to where an answer that is right by execution differs from gold. */
    public Map<String, Witness> witnesses() {
        var witnesses = new LinkedHashMap<String, Witness>();
        suite.orElse(Map.of())
                .forEach((id, verdict) -> {
                    if (verdict instanceof SuiteVerdict.Wrong(var witness)) {
                        witnesses.put(id, witness);
                    }
                });
        return witnesses;
    }

    /** The ids of the questions that were answered. */
    public Set<String> answered() {
        return items.stream()
                .filter(item -> item.outcome().isAnswered())
                .map(item -> item.sample().id())
                .collect(Collectors.toSet());
    }

    /** The sheet of a run, as it was decided. */
    public static ScoreSheet of(SavedRun run, DraftScores scores) {
        return of(run, scores, Optional.empty());
    }

    /**
     * The same with what a suite says.
     *
     * @param suite of drafts that are right by execution, answered or not
     */
    public static ScoreSheet of(
            SavedRun run, DraftScores scores, Optional<Map<String, SuiteVerdict>> suite) {
        var items = run.items(scores);
        var scored = items.stream().map(item -> item.sample().id()).collect(Collectors.toSet());
        var unscored = new LinkedHashMap<String, String>();
        var sql = new LinkedHashMap<String, String>();
        for (RunSample sample : run.samples()) {
            if (sample.decision() == RunDecision.ANSWERED && sample.statement() != null) {
                sql.put(sample.id(), sample.statement());
            }
            if (!scored.contains(sample.id())) {
                unscored.put(sample.id(), whyUnscored(sample, scores));
            }
        }
        return new ScoreSheet(
                Part.whole(run.samples().stream().map(RunSample::sample).toList()),
                ScoringRules.named(scores.rules()).orElse(ScoringRules.DEMUR),
                Objects.requireNonNullElse(scores.engine(), Dialect.ofFiles().title()),
                items,
                sql,
                Set.of(),
                Map.of(),
                unscored,
                StatementScores.NONE,
                GradedScores.NONE,
                Optional.empty(),
                suite.map(verdicts -> ofAnswers(items, verdicts)),
                0,
                0,
                1);
    }

    private static String whyUnscored(RunSample sample, DraftScores scores) {
        if (sample.isBrokenDown()) {
            return "broken down at " + sample.stage();
        }
        return scores.has(sample.id(), sample.chosen())
                ? "gold cannot be executed"
                : "the run's scores lack it";
    }

    private static Map<String, SuiteVerdict> ofAnswers(
            List<ScoredItem> items, Map<String, SuiteVerdict> verdicts) {
        var answers = new LinkedHashMap<String, SuiteVerdict>();
        for (ScoredItem item : items) {
            SuiteVerdict verdict = verdicts.get(item.sample().id());
            if (verdict != null && item.outcome().isAnswered()) {
                answers.put(item.sample().id(), verdict);
            }
        }
        return answers;
    }

    public Optional<ScoredItem> find(String id) {
        return items.stream().filter(item -> item.sample().id().equals(id)).findFirst();
    }
}
