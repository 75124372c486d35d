package org.demur.evaluation.report;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.detection.InspectedDraft;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.sql.EngineChange;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.ResultPreviews;
import org.demur.evaluation.run.RunSample;
import org.demur.evaluation.run.SavedRun;
import org.demur.evaluation.suite.SuiteScorer;
import org.demur.evaluation.suite.SuiteVerdict;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.Dialect;

/**
 * A run with what it was scored, as its folder has it.
 *
 * @param name for people, the folder's
 * @param run as decided
 * @param scores of every draft
 * @param results to look at; possibly none
 * @param suite id to what a suite says of the chosen draft, where it has gold's result on the real
 *     database; empty where there is no suite
 */
public record ScoredRun(
        String name,
        SavedRun run,
        DraftScores scores,
        ResultPreviews results,
        Optional<Map<String, SuiteVerdict>> suite) {
    /**
     * Reads a folder.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} where it holds no run, or one that was
     *     not scored or is not complete
     */
    public static ScoredRun read(Path folder) {
        var run = SavedRun.read(folder);
        DraftScores scores =
                DraftScores.read(folder)
                        .orElseThrow(() ->
                                new GatewayException(
                                        FailureCode.INVALID_INPUT_FILE,
                                        ("%s was not scored yet; the `demur evaluate` command that"
                                                        + " made it finishes and scores it")
                                                .formatted(folder)));
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return new ScoredRun(
                name == null ? folder.toString() : name.toString(),
                run.requireComplete(folder),
                scores,
                ResultPreviews.read(folder),
                Optional.empty());
    }

    /**
     * The run with what a suite says of the drafts that are right by execution.
     *
     * @param threads schemas worked on at a time
     */
    public ScoredRun withSuite(Path folder, int threads) {
        List<RunSample> right =
                run.samples().stream()
                        .filter(sample -> scores.draft(sample.id(), sample.chosen()).orElse(false))
                        .toList();
        return new ScoredRun(
                name, run, scores, results, Optional.of(onSuite(folder, right, threads)));
    }

    /** Id to what a suite says of the SQL that ran, or would have run; none without gold or SQL. */
    Map<String, SuiteVerdict> onSuite(Path folder, List<RunSample> samples, int threads) {
        var items = new LinkedHashMap<String, SuiteScorer.Item>();
        for (RunSample sample : samples) {
            scores.suiteItem(sample, sample.chosen())
                    .ifPresent(item -> items.put(sample.id(), item));
        }
        return new SuiteScorer(scores.scoringRules(), folder, ExecutionLimits.STANDARD)
                .score(items, threads);
    }

    /** The samples that can be scored, an answer taken for wrong where the suite tells it apart. */
    List<ScoredItem> itemsOnSuite() {
        return items().stream()
                .map(item ->
                        item.outcome() == Outcome.CORRECT_SQL
                                        && suite.orElse(Map.of()).get(item.sample().id())
                                                instanceof SuiteVerdict.Wrong
                                ? ScoredItem.of(item.sample(), Outcome.WRONG_SQL)
                                : item)
                .toList();
    }

    /** That executed the statements, with its version where the run says it. */
    String engine() {
        return Objects.requireNonNullElse(scores.engine(), Dialect.ofFiles().title());
    }

    /**
     * The constructs in gold, or in the SQL that ran or would have run, that another version of the
     * engine may answer otherwise.
     */
    Set<EngineChange> engineChanges(RunSample sample) {
        if (!engine().startsWith(Dialect.ofFiles().title())) {
            return Set.of();
        }
        String ran = sample.sql();
        InspectedDraft draft = sample.chosenDraft();
        return Stream.of(
                        Optional.ofNullable(sample.gold()),
                        Optional.ofNullable(
                                ran != null || draft == null ? ran : draft.draft().sql()))
                .flatMap(Optional::stream)
                .flatMap(sql -> EngineChange.in(sql, Optional.empty()).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** {@link #engineChanges} in words. */
    List<String> engineNotes(RunSample sample) {
        return engineChanges(sample).stream().map(EngineChange::printed).toList();
    }

    /** The samples that can be scored. */
    public List<ScoredItem> items() {
        return run.items(scores);
    }

    /** A sample with what its decision was worth; empty where it cannot be scored. */
    public Optional<ScoredItem> item(RunSample sample) {
        return SavedRun.item(sample, scores);
    }
}
