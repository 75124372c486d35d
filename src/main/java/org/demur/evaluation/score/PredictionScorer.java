package org.demur.evaluation.score;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ExecutionScorer;
import org.demur.evaluation.compare.PluggedValues;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.Verdict;
import org.demur.evaluation.compare.Workers;
import org.demur.evaluation.compare.sql.EngineChange;
import org.demur.evaluation.compare.sql.SchemaFacts;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.score.ScoreRequest.Source;
import org.demur.evaluation.suite.SuiteScorer;
import org.demur.evaluation.suite.SuiteVerdict;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;

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
        ScoredData data = ScoredData.read(request, cache);
        Databases databases = data.databases();
        ScoringRules rules = data.rules();
        requireDatabase(request, rules);
        Predictions predictions = read(request.predictions(), rules, data.gold());
        Map<String, Answer> answers = answers(request, rules, data.gold(), predictions);
        List<String> ids = List.copyOf(data.gold().byId().keySet());
        ScoreRequest.Measured measured = request.measured();
        Measurements uncertainty =
                Measurements.read(
                        measured.uncertainty(), Measurements.UNCERTAINTY, ids, answers.keySet());
        Measurements infeasibility =
                Measurements.read(measured.infeasibility(), Measurements.INFEASIBILITY, ids, ids);
        // inputs are judged as a whole, also where only a part of them is scored
        DataSet gold = request.shard().of(data.gold());
        answers.keySet().retainAll(gold.byId().keySet());
        Optional<StatementScorer> statements = statementScorer(request, rules, databases);
        try (var scorer = new ExecutionScorer(rules, databases, cache, request.limits())) {
            Map<String, String> unscored = unscored(request, gold, databases);
            List<Sample> scorable =
                    gold.samples().stream()
                            .filter(sample -> !unscored.containsKey(sample.id()))
                            .toList();
            Map<String, Verdict> verdicts = executed(request, scorer, scorable, answers);
            requireGold(request, verdicts);
            List<ScoredItem> items =
                    scorable.stream().map(sample -> scored(sample, answers, verdicts)).toList();
            return new ScoreSheet(
                    new ScoreSheet.Part(request.shard(), gold.samples(), ids.size()),
                    rules,
                    databases.engine(),
                    items.stream()
                            .map(item ->
                                    item.measured(
                                            uncertainty.of(item.sample().id()),
                                            infeasibility.of(item.sample().id())))
                            .toList(),
                    sql(answers),
                    emptyCells(predictions, gold),
                    verdicts,
                    unscored,
                    statements
                            .map(comparing ->
                                    comparing.score(pairs(gold, answers), request.threads()))
                            .orElse(StatementScores.NONE),
                    graded(request, scorer, scorable, answers, verdicts),
                    request.engineNotes()
                            ? Optional.of(engineChanges(scorer, scorable, answers))
                            : Optional.empty(),
                    request.suite()
                            .map(folder ->
                                    onSuite(folder, request, rules, gold, answers, verdicts)),
                    scorer.engineSeconds(),
                    (System.nanoTime() - started) / 1e9,
                    request.threads());
        }
    }

    /**
     * What stands for a question after every kind of abstention.
     *
     * @param text as it was written
     * @param sql as it is executed, after post-processing
     */
    private record Answer(String text, String sql) {}

    private static Set<String> emptyCells(Predictions predictions, DataSet gold) {
        var cells = new LinkedHashSet<>(gold.byId().keySet());
        cells.retainAll(predictions.emptyCells());
        return cells;
    }

    private static void requireDatabase(ScoreRequest request, ScoringRules rules) {
        if (request.source() instanceof Source.None && rules.needsDatabase()) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "The rules %s execute statements: say %s FILE, --databases DIR or --database NAME."
                            .formatted(rules.printed(), Source.FILE_OPTION));
        }
    }

    private static Optional<StatementScorer> statementScorer(
            ScoreRequest request, ScoringRules rules, Databases databases) {
        if (!request.statements().wanted().orElse(rules.comparesStatements())) {
            return Optional.empty();
        }
        return Optional.of(
                rules == ScoringRules.SEDE
                        ? StatementScorer.byComponents()
                        : StatementScorer.byAllMetrics(
                                request.statements()
                                        .tables()
                                        .map(Schemas::ofTables)
                                        .orElseGet(() -> Schemas.of(databases))));
    }

    private static Map<String, StatementScorer.Pair> pairs(
            DataSet gold, Map<String, Answer> answers) {
        var pairs = new LinkedHashMap<String, StatementScorer.Pair>();
        for (Sample sample : gold.samples()) {
            if (sample.gold() instanceof Gold.FeasibleBy(String sql) && !sql.isBlank()) {
                Answer answer = answers.get(sample.id());
                String text = answer == null ? "" : answer.text();
                pairs.put(
                        sample.id(),
                        new StatementScorer.Pair(sample.question().database(), sql, text));
            }
        }
        return pairs;
    }

    private static Map<String, String> sql(Map<String, Answer> answers) {
        var sql = new LinkedHashMap<String, String>();
        answers.forEach((id, answer) -> sql.put(id, answer.sql()));
        return sql;
    }

    private static ScoredItem scored(
            Sample sample, Map<String, Answer> answers, Map<String, Verdict> verdicts) {
        boolean feasible = sample.gold().isFeasible();
        if (!answers.containsKey(sample.id())) {
            return ScoredItem.of(sample, Outcome.abstained(feasible));
        }
        Verdict verdict = verdicts.get(sample.id());
        boolean right = verdict != null && verdict.isRight();
        return ScoredItem.of(sample, Outcome.answered(feasible, right));
    }

    private static Map<String, Answer> answers(
            ScoreRequest request, ScoringRules rules, DataSet gold, Predictions predictions) {
        requireSameIds(request, gold, predictions);
        boolean decided = isDecided(rules, predictions);
        Set<String> before =
                abstaining(request.abstention().before(), rules, gold, predictions, false);
        Set<String> after =
                abstaining(request.abstention().after(), rules, gold, predictions, true);
        var answers = new LinkedHashMap<String, Answer>();
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
                    agreed(request, id, read)
                            .ifPresent(sql -> answers.put(id, new Answer(texts.getFirst(), sql)));
                });
        return answers;
    }

    private static Predictions read(Path file, ScoringRules rules, DataSet gold) {
        List<String> ids = List.copyOf(gold.byId().keySet());
        return Predictions.read(file, Predictions.Form.ofTexts(rules), ids.size()).under(ids);
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
        return switch (request.abstention().unified()) {
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
            Optional<Path> file,
            ScoringRules rules,
            DataSet gold,
            Predictions predictions,
            boolean isAfterGeneration) {
        if (file.isEmpty()) {
            return Set.of();
        }
        Map<String, List<String>> verdicts = read(file.get(), rules, gold).texts();
        var without = new TreeSet<>(predictions.texts().keySet());
        without.removeAll(verdicts.keySet());
        DataFile.requireNone(file.get().toString(), "predictions without a verdict", without);
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
            Map<String, Answer> answers) {
        var feasible = new LinkedHashMap<String, Sample>();
        samples.stream()
                .filter(sample -> sample.gold().isFeasible())
                .forEach(sample -> feasible.put(sample.id(), sample));
        return Workers.each(
                feasible,
                sample -> verdict(request, scorer, sample, answers.get(sample.id())),
                request.threads());
    }

    private static Verdict verdict(
            ScoreRequest request, ExecutionScorer scorer, Sample sample, @Nullable Answer answer) {
        String database = sample.question().database();
        return switch (sample.gold()) {
            case Gold.FeasibleBy(String gold) ->
                    answer == null
                            ? scorer.checkGold(database, gold)
                            : verdict(request, scorer, database, gold, answer.sql());
            case Gold.Infeasible infeasible -> new Verdict.Wrong("the question is infeasible");
        };
    }

    private static Verdict verdict(
            ScoreRequest request,
            ExecutionScorer scorer,
            String database,
            String gold,
            String sql) {
        Verdict own = scorer.compareExecuted(database, gold, sql);
        boolean canBeMended = request.plugsValues() && own instanceof Verdict.Wrong;
        boolean isRight =
                canBeMended
                        && PluggedValues.of(scorer.rules().gold(gold), sql)
                                .anyMatch(plugged ->
                                        scorer.compareExecuted(database, gold, plugged).isRight());
        return isRight ? new Verdict.Right() : own;
    }

    /** How much of gold's result answers return, where the rules ask; 0 without an answer. */
    private static GradedScores graded(
            ScoreRequest request,
            ExecutionScorer scorer,
            List<Sample> samples,
            Map<String, Answer> answers,
            Map<String, Verdict> verdicts) {
        if (scorer.rules() != ScoringRules.BIRD) {
            return GradedScores.NONE;
        }
        var byId = new LinkedHashMap<String, Sample>();
        samples.forEach(sample -> byId.put(sample.id(), sample));
        return new GradedScores(
                Workers.each(
                        byId,
                        sample ->
                                graded(
                                        request.repetitions(),
                                        scorer,
                                        sample,
                                        answers.get(sample.id()),
                                        verdicts.get(sample.id())),
                        request.threads()));
    }

    private static GradedScores.Graded graded(
            int repetitions,
            ExecutionScorer scorer,
            Sample sample,
            @Nullable Answer answer,
            @Nullable Verdict verdict) {
        if (answer == null || !(sample.gold() instanceof Gold.FeasibleBy(String gold))) {
            return new GradedScores.Graded(0, List.of());
        }
        String database = sample.question().database();
        boolean right = verdict != null && verdict.isRight();
        return new GradedScores.Graded(
                scorer.softF1(database, gold, answer.sql()),
                right ? scorer.timeRatios(database, gold, answer.sql(), repetitions) : List.of());
    }

    /**
     * Id to what the suite says of the answers that execution finds right, and of those whose rows
     * are withheld.
     */
    private static Map<String, SuiteVerdict> onSuite(
            Path folder,
            ScoreRequest request,
            ScoringRules rules,
            DataSet gold,
            Map<String, Answer> answers,
            Map<String, Verdict> verdicts) {
        var items = new LinkedHashMap<String, SuiteScorer.Item>();
        for (Sample sample : gold.samples()) {
            Answer answer = answers.get(sample.id());
            Verdict verdict = verdicts.get(sample.id());
            boolean stands = verdict == null || verdict.isRight();
            if (answer != null
                    && stands
                    && sample.gold() instanceof Gold.FeasibleBy(String sql)
                    && !sql.isBlank()) {
                items.put(
                        sample.id(),
                        new SuiteScorer.Item(sample.question().database(), sql, answer.sql()));
            }
        }
        var scorer = new SuiteScorer(rules, folder, request.limits());
        return (request.cutsWitnesses() ? scorer : scorer.withWholeWitnesses())
                .score(items, request.threads());
    }

    /** Id to what its gold or its answer, as executed, uses of what the engine has changed. */
    private static Map<String, Set<EngineChange>> engineChanges(
            ExecutionScorer scorer, List<Sample> samples, Map<String, Answer> answers) {
        Function<String, Optional<SchemaFacts>> schemas = Schemas.of(scorer.databases());
        var changes = new LinkedHashMap<String, Set<EngineChange>>();
        for (Sample sample : samples) {
            if (sample.gold() instanceof Gold.FeasibleBy(String text)) {
                Optional<SchemaFacts> schema = schemas.apply(sample.question().database());
                String gold = scorer.rules().gold(text);
                Set<EngineChange> found = EngineChange.in(gold, schema);
                Answer answer = answers.get(sample.id());
                if (answer != null) {
                    String executed = scorer.rules().executed(gold, answer.sql());
                    found.addAll(EngineChange.in(executed, schema));
                }
                if (!found.isEmpty()) {
                    changes.put(sample.id(), found);
                }
            }
        }
        return changes;
    }

    private static void requireSameIds(
            ScoreRequest request, DataSet gold, Predictions predictions) {
        Set<String> goldIds = gold.byId().keySet();
        Set<String> ids = predictions.texts().keySet();
        var unknown = new ArrayList<>(ids);
        unknown.removeAll(goldIds);
        var missing = new ArrayList<>(goldIds);
        missing.removeAll(ids);
        var faults = new ArrayList<String>();
        if (!unknown.isEmpty()) {
            faults.add(DataFile.counted("ids that gold does not have", unknown));
        }
        if (!missing.isEmpty() && !request.leniency().missingAbstains()) {
            faults.add(DataFile.counted("missing predictions", missing));
        }
        if (!faults.isEmpty()) {
            throw DataFile.invalid(request.predictions(), String.join("; ", faults));
        }
    }

    /** The items that cannot be executed, with the reason. */
    private static Map<String, String> unscored(
            ScoreRequest request, DataSet gold, Databases databases) {
        var unscored = new LinkedHashMap<String, String>();
        var absent = new TreeSet<String>();
        for (Sample sample : gold.samples()) {
            String database = sample.question().database();
            if (request.source() instanceof Source.None) {
                unscored.put(sample.id(), "no database was given");
            } else if (sample.gold() instanceof Gold.FeasibleBy(String sql) && sql.isBlank()) {
                unscored.put(sample.id(), "gold has no SQL");
            } else if (sample.gold().isFeasible() && databases.contentsOf(database).isEmpty()) {
                if (databases.isWithheld(database)) {
                    unscored.put(sample.id(), "the rows of " + database + " are withheld");
                } else {
                    absent.add(database);
                }
            }
        }
        DataFile.requireNone(databases.location(), "databases that are not there", absent);
        return unscored;
    }

    private static void requireGold(ScoreRequest request, Map<String, Verdict> verdicts) {
        if (request.leniency().failingGoldIsMissed()) {
            return;
        }
        var offenders = new ArrayList<String>();
        verdicts.forEach((id, verdict) -> {
            if (verdict instanceof Verdict.Unscorable(var because)) {
                offenders.add(id + " (" + because + ")");
            }
        });
        DataFile.requireNone(
                request.gold().toString(), "questions whose gold is unusable", offenders);
    }
}
