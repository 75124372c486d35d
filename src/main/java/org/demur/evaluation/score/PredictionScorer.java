package org.demur.evaluation.score;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ExecutionScorer;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.Verdict;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/** Scores foreign predictions as the data set's own scripts do. */
public final class PredictionScorer {
    private final ContentCache cache;

    public PredictionScorer(ContentCache cache) {
        this.cache = cache;
    }

    /**
     * Scores a file of predictions.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} when an input is not what it should be;
     *     the message counts the offenders and names the first
     */
    public ScoreSheet score(ScoreRequest request) {
        long started = System.nanoTime();
        requireDatabases(request);
        Databases databases =
                request.isFolder()
                        ? Databases.folder(request.databases(), cache)
                        : Databases.single(request.databases(), cache);
        // a packed database is unpacked while the other files are read
        Thread.ofPlatform().daemon().start(databases::prepare);
        DataSet gold = GoldFile.read(request.gold(), databaseName(request));
        ScoringRules rules = GoldFile.rulesOf(request, gold);
        Map<String, String> sql = decisions(request, rules, gold);
        try (var scorer = new ExecutionScorer(rules, databases, cache, request.limits())) {
            Map<String, String> unscored = withheld(gold, databases);
            List<Sample> scorable =
                    gold.samples().stream()
                            .filter(sample -> !unscored.containsKey(sample.id()))
                            .toList();
            Map<String, Verdict> verdicts = executed(request, scorer, scorable, sql);
            requireGold(request, verdicts);
            List<ScoredItem> items =
                    scorable.stream().map(sample -> scored(sample, sql, verdicts)).toList();
            return new ScoreSheet(
                    rules,
                    items,
                    sql,
                    verdicts,
                    unscored,
                    scorer.sqliteSeconds(),
                    (System.nanoTime() - started) / 1e9);
        }
    }

    private static ScoredItem scored(
            Sample sample, Map<String, String> sql, Map<String, Verdict> verdicts) {
        boolean feasible = sample.gold().isFeasible();
        if (!sql.containsKey(sample.id())) {
            return ScoredItem.of(sample, Outcome.abstained(feasible));
        }
        Verdict verdict = verdicts.get(sample.id());
        boolean right = verdict != null && verdict.isRight();
        return ScoredItem.of(sample, Outcome.answered(feasible, right));
    }

    /** The SQL that stands after post-processing and every kind of abstention. */
    private static Map<String, String> decisions(
            ScoreRequest request, ScoringRules rules, DataSet gold) {
        Predictions predictions = Predictions.read(request.predictions(), gold.samples().size());
        requireSameIds(request, gold, predictions);
        boolean decided = isDecided(rules, predictions);
        Set<String> before = abstaining(request.preAbstention(), predictions, false);
        Set<String> after = abstaining(request.postAbstention(), predictions, true);
        var sql = new LinkedHashMap<String, String>();
        predictions
                .texts()
                .forEach((id, texts) -> {
                    if (before.contains(id) || after.contains(id)) {
                        return;
                    }
                    List<Optional<String>> read =
                            texts.stream()
                                    .map(text -> decided ? asIs(text) : rules.prediction(text))
                                    .toList();
                    agreed(request, id, read).ifPresent(one -> sql.put(id, one));
                });
        return sql;
    }

    private static Optional<String> asIs(String text) {
        return Optional.of(text).filter(sql -> !sql.equals("null"));
    }

    /** A file of decisions, not of raw texts: post-processing it again could change it. */
    private static boolean isDecided(ScoringRules rules, Predictions predictions) {
        List<List<String>> all = List.copyOf(predictions.texts().values());
        return all.contains(List.of("null"))
                && all.stream()
                        .allMatch(texts ->
                                texts.size() == 1 && rules.isPostProcessed(texts.getFirst()));
    }

    private static Optional<String> agreed(
            ScoreRequest request, String id, List<Optional<String>> read) {
        return switch (request.unified()) {
            case VOTING -> new HashSet<>(read).size() == 1 ? read.getFirst() : Optional.empty();
            case DEMO -> single(request, id, read).filter(sql -> !saysNotAnswerable(sql));
            case NONE -> single(request, id, read);
        };
    }

    private static Optional<String> single(
            ScoreRequest request, String id, List<Optional<String>> read) {
        if (read.size() > 1) {
            throw DataFile.invalid(
                    request.predictions(),
                    "%s has %d samples; --voting says how they decide".formatted(id, read.size()));
        }
        return read.getFirst();
    }

    private static boolean saysNotAnswerable(String text) {
        return text.toLowerCase(Locale.ROOT).contains("not_answerable");
    }

    /** The ids whose verdict abstains. */
    private static Set<String> abstaining(
            Optional<Path> file, Predictions predictions, boolean isAfterGeneration) {
        if (file.isEmpty()) {
            return Set.of();
        }
        Map<String, List<String>> verdicts = Predictions.read(file.get(), 0).texts();
        var without = new TreeSet<>(predictions.texts().keySet());
        without.removeAll(verdicts.keySet());
        if (!without.isEmpty()) {
            throw DataFile.invalid(file.get().toString(), "predictions without a verdict", without);
        }
        var ids = new HashSet<String>();
        verdicts.forEach((id, texts) -> {
            String verdict = texts.getFirst().toLowerCase(Locale.ROOT);
            boolean abstains =
                    isAfterGeneration ? verdict.equals("incorrect") : !verdict.equals("answerable");
            if (abstains) {
                ids.add(id);
            }
        });
        return ids;
    }

    /**
     * Executes what has to be executed: answers to feasible questions, and gold where there is no
     * answer, so that bad gold never passes unseen.
     */
    private static Map<String, Verdict> executed(
            ScoreRequest request,
            ExecutionScorer scorer,
            List<Sample> samples,
            Map<String, String> sql) {
        ExecutorService threads = Executors.newFixedThreadPool(request.threads());
        try {
            var running = new LinkedHashMap<String, Future<Verdict>>();
            for (Sample sample : samples) {
                if (sample.gold() instanceof Gold.FeasibleBy(String goldSql)) {
                    String database = sample.question().database();
                    String prediction = sql.get(sample.id());
                    running.put(
                            sample.id(),
                            threads.submit(() ->
                                    prediction == null
                                            ? scorer.checkGold(database, goldSql)
                                            : scorer.compareExecuted(
                                                    database, goldSql, prediction)));
                }
            }
            var verdicts = new LinkedHashMap<String, Verdict>();
            for (var entry : running.entrySet()) {
                verdicts.put(entry.getKey(), entry.getValue().get());
            }
            return verdicts;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GatewayException known) {
                throw known;
            }
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "Scoring broke down: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GatewayException(FailureCode.UNEXPECTED, "Scoring was interrupted.", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void requireDatabases(ScoreRequest request) {
        Path location = request.databases();
        boolean there =
                request.isFolder() ? Files.isDirectory(location) : Files.isRegularFile(location);
        if (!there) {
            throw DataFile.invalid(
                    location,
                    request.isFolder()
                            ? "there is no such folder of databases"
                            : "there is no such database file");
        }
    }

    /** The name of the only database, for gold that names none. */
    private static String databaseName(ScoreRequest request) {
        String name = String.valueOf(request.databases().getFileName());
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private static void requireSameIds(
            ScoreRequest request, DataSet gold, Predictions predictions) {
        Set<String> goldIds = gold.byId().keySet();
        Set<String> ids = predictions.texts().keySet();
        if (predictions.isByPosition() && ids.size() != goldIds.size()) {
            throw DataFile.invalid(
                    request.predictions(),
                    "%d predictions for %d questions".formatted(ids.size(), goldIds.size()));
        }
        var unknown = new ArrayList<>(ids);
        unknown.removeAll(goldIds);
        var missing = new ArrayList<>(goldIds);
        missing.removeAll(ids);
        var faults = new ArrayList<String>();
        if (!unknown.isEmpty()) {
            faults.add(DataFile.counted("ids that gold does not have", unknown));
        }
        if (!missing.isEmpty() && request.missing() == ScoreRequest.Missing.ERROR) {
            faults.add(DataFile.counted("missing predictions", missing));
        }
        if (!faults.isEmpty()) {
            throw DataFile.invalid(request.predictions(), String.join("; ", faults));
        }
    }

    private static Map<String, String> withheld(DataSet gold, Databases databases) {
        var withheld = new LinkedHashMap<String, String>();
        var absent = new TreeSet<String>();
        for (Sample sample : gold.samples()) {
            String database = sample.question().database();
            if (!sample.gold().isFeasible() || !databases.filesOf(database).isEmpty()) {
                continue;
            }
            if (databases.isWithheld(database)) {
                withheld.put(sample.id(), "the rows of " + database + " are withheld");
            } else {
                absent.add(database);
            }
        }
        if (!absent.isEmpty()) {
            throw DataFile.invalid(
                    databases.location().toString(), "databases that are not there", absent);
        }
        return withheld;
    }

    private static void requireGold(ScoreRequest request, Map<String, Verdict> verdicts) {
        var offenders = new ArrayList<String>();
        verdicts.forEach((id, verdict) -> {
            if (verdict instanceof Verdict.Unscorable(var because)) {
                offenders.add(id + " (" + because + ")");
            }
        });
        if (!offenders.isEmpty()) {
            throw DataFile.invalid(
                    request.gold().toString(), "questions whose gold is unusable", offenders);
        }
    }
}
