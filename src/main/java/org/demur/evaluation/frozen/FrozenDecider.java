package org.demur.evaluation.frozen;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ExecutionScorer;
import org.demur.evaluation.compare.Verdict;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.sqltree.TokenBag;
import org.demur.uncertainty.CrossFit;
import org.demur.uncertainty.FusedExample;
import org.demur.uncertainty.Signal;

/**
 * Decides on the questions of a folder, each by an estimator and a threshold that saw neither it
 * nor its fold. Everything that needs a database is done once, on construction.
 */
public final class FrozenDecider {
    private final FrozenFolder folder;
    private final Map<String, Draft> drafts;
    private final Map<String, String> unscored;

    private FrozenDecider(
            FrozenFolder folder, Map<String, Draft> drafts, Map<String, String> unscored) {
        this.folder = folder;
        this.drafts = drafts;
        this.unscored = unscored;
    }

    /**
     * A draft that runs, with its worth.
     *
     * @param sql as it is written into decisions
     * @param measured its signals
     * @param isRight whether it is the answer by the folder's rules
     */
    private record Draft(String sql, DraftSignals.Measured measured, boolean isRight) {}

    /**
     * Runs and scores all drafts of a folder.
     *
     * @param cache where unpacked databases and gold results are kept
     * @param timeLimit for each statement of a measurement; scoring keeps the benchmark's
     * @param progress told the number of questions done
     */
    public static FrozenDecider measure(
            FrozenFolder folder, ContentCache cache, Duration timeLimit, IntConsumer progress) {
        Databases databases = folder.opened(cache);
        Map<String, DraftDatabase> open = new HashMap<>();
        Map<String, Draft> drafts = new LinkedHashMap<>();
        Map<String, String> unscored = new LinkedHashMap<>();
        try (var scorer =
                new ExecutionScorer(folder.rules(), databases, cache, ExecutionLimits.STANDARD)) {
            int done = 0;
            for (var item : folder.items()) {
                var database =
                        open.computeIfAbsent(
                                item.database(),
                                name -> new DraftDatabase(file(databases, name), timeLimit));
                var measured = DraftSignals.of(item, folder::statement, database);
                if (measured.isPresent()) {
                    var sql = folder.rules().prediction(item.prediction()).orElse("");
                    var gold = folder.gold().get(item.id());
                    var verdict =
                            gold == null
                                    ? new Verdict.Wrong("the question is infeasible")
                                    : scorer.compareExecuted(item.database(), gold, sql);
                    switch (verdict) {
                        case Verdict.Unscorable(var because) -> unscored.put(item.id(), because);
                        case Verdict.Right right ->
                                drafts.put(item.id(), new Draft(sql, measured.get(), true));
                        case Verdict.Wrong wrong ->
                                drafts.put(item.id(), new Draft(sql, measured.get(), false));
                    }
                }
                progress.accept(++done);
            }
        } finally {
            open.values().forEach(DraftDatabase::close);
        }
        return new FrozenDecider(folder, drafts, unscored);
    }

    private static Path file(Databases databases, String name) {
        var files = databases.filesOf(name);
        if (files.isEmpty()) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    databases.location()
                            + " holds no database "
                            + name
                            + ": expected "
                            + name
                            + "/"
                            + name
                            + ".sqlite");
        }
        return files.getFirst();
    }

    /** The questions whose draft nobody can judge, because gold itself does not run; with why. */
    public Map<String, String> unscored() {
        return Map.copyOf(unscored);
    }

    /**
     * Decides on every question.
     *
     * @param folding what is kept away from a model
     * @param penalty c that thresholds are fitted for
     * @param signals what the estimator may look at, at least one
     * @throws GatewayException {@code INVALID_INPUT_FILE} when there are fewer than three folds
     */
    public FrozenDecisions decide(Folding folding, double penalty, Set<Signal> signals) {
        List<String> ids = new ArrayList<>(drafts.keySet());
        Map<String, String> folds = new HashMap<>();
        folder.items().forEach(item -> folds.put(item.id(), folding.fold(item)));
        if (new TreeSet<>(folds.values()).size() < 3) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    folder.name() + " has too few databases to cross-fit by: use --crossfit hash");
        }
        List<FusedExample> examples = new ArrayList<>();
        for (var id : ids) {
            var draft = drafts.get(id);
            if (draft != null) {
                examples.add(
                        new FusedExample(
                                draft.measured().draft(),
                                !draft.isRight(),
                                folder.gold().get(id) == null,
                                template(id),
                                folds.getOrDefault(id, "")));
            }
        }
        var decided = CrossFit.decide(examples, penalty, signals);
        Map<String, FrozenDecisions.Item> items = new LinkedHashMap<>();
        for (var item : folder.items()) {
            items.put(item.id(), FrozenDecisions.Item.withoutDraft(folder.gold().get(item.id())));
        }
        for (int i = 0; i < ids.size(); i++) {
            var draft = drafts.get(ids.get(i));
            var gold = folder.gold().get(ids.get(i));
            if (draft != null) {
                items.put(
                        ids.get(i),
                        new FrozenDecisions.Item(
                                gold,
                                draft.sql(),
                                decided.get(i).score(),
                                decided.get(i).isAnswered(),
                                draft.isRight()));
            }
        }
        return new FrozenDecisions(items, unscored.keySet());
    }

    private String template(String id) {
        String gold = folder.gold().get(id);
        return gold == null ? id : TokenBag.withoutLiterals(gold);
    }
}
