package org.demur.evaluation.compare;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a prediction is right by execution, under the rules of one data set. Statements are
 * executed on databases that cannot be written, in files as they are, as the published scorers do;
 * every one is bounded. Gold results are kept by the digest of database and statement. Thread-safe.
 */
public final class ExecutionScorer implements AutoCloseable {
    private final ScoringRules rules;
    private final Databases databases;
    private final ContentCache cache;
    private final ExecutionLimits limits;
    private final LongAdder engineNanos;

    private final ResultComparison comparison;

    private final Map<ScoredContent, GoldStore> gold;
    private final Map<ScoredContent, Deque<ScoredDatabase>> idle = new ConcurrentHashMap<>();

    public ExecutionScorer(
            ScoringRules rules, Databases databases, ContentCache cache, ExecutionLimits limits) {
        this(rules, databases, cache, limits, new ConcurrentHashMap<>(), new LongAdder());
    }

    private ExecutionScorer(
            ScoringRules rules,
            Databases databases,
            ContentCache cache,
            ExecutionLimits limits,
            Map<ScoredContent, GoldStore> gold,
            LongAdder engineNanos) {
        this.gold = gold;
        this.engineNanos = engineNanos;
        this.rules = rules;
        this.databases = databases;
        this.cache = cache;
        this.limits = limits;
        comparison = new ResultComparison(rules, limits);
    }

    /**
     * A scorer that gives predictions less time and knows the same gold results. What gold gives
     * has to be known before: see {@link #checkGold}.
     */
    public ExecutionScorer within(Duration time) {
        return new ExecutionScorer(
                rules, databases, cache, limits.withTime(time), gold, engineNanos);
    }

    public ScoringRules rules() {
        return rules;
    }

    public Databases databases() {
        return databases;
    }

    /** Time spent inside of engines so far, over all threads, in seconds. */
    public double engineSeconds() {
        return engineNanos.sum() / 1e9;
    }

    /**
     * Compares the results of two statements on all that a database is scored on.
     *
     * @param database its name; ignored where all questions share one file
     * @param goldText the gold statement as the data set has it
     * @param predictionText what the model wrote, before any post-processing
     * @return wrong where the text is an abstention
     */
    public Verdict compare(String database, String goldText, String predictionText) {
        return rules.prediction(predictionText)
                .map(sql -> compareExecuted(database, goldText, sql))
                .orElseGet(() -> new Verdict.Wrong("an abstention"));
    }

    /**
     * Compares as {@link #compare} does, given a prediction that has been post-processed.
     *
     * @param prediction what {@link ScoringRules#prediction} gave
     */
    public Verdict compareExecuted(String database, String goldText, String prediction) {
        List<ScoredContent> contents = databases.contentsOf(database);
        if (contents.isEmpty()) {
            return new Verdict.Unscorable("there is no database " + database);
        }
        String goldSql = rules.gold(goldText);
        String sql = rules.executed(goldSql, prediction);
        for (ScoredContent content : contents) {
            Verdict verdict =
                    withDatabase(
                            content,
                            opened ->
                                    comparison.compare(
                                            opened,
                                            goldOf(opened, content, goldSql),
                                            goldSql,
                                            sql));
            if (!verdict.isRight()) {
                return verdict;
            }
        }
        return new Verdict.Right();
    }

    /**
     * How much of gold's result a prediction returns, in [0, 1], by BIRD's soft F1; 0 where it
     * fails.
     *
     * @param prediction what {@link ScoringRules#prediction} gave
     */
    public double softF1(String database, String goldText, String prediction) {
        return onFirst(
                database,
                0.0,
                (opened, content) -> {
                    String goldSql = rules.gold(goldText);
                    var rows = new ArrayList<@Nullable Object[]>();
                    return goldOf(opened, content, goldSql) instanceof GoldResult.Values(var gold)
                                    && opened.execute(
                                                    rules.executed(goldSql, prediction), rows::add)
                                            instanceof Execution.Finished
                            ? SoftF1.of(rows, gold)
                            : 0.0;
                });
    }

    /**
     * Gold's processor time over a right prediction's, both executed in turn.
     *
     * @param prediction what {@link ScoringRules#prediction} gave
     * @param repetitions of both
     * @return one ratio for each repetition
     */
    public List<Double> timeRatios(
            String database, String goldText, String prediction, int repetitions) {
        String goldSql = rules.gold(goldText);
        String sql = rules.executed(goldSql, prediction);
        return onFirst(
                database,
                List.of(),
                (opened, content) -> {
                    var ratios = new ArrayList<Double>();
                    for (int i = 0; i < repetitions; i++) {
                        double predicted = processorNanos(opened, sql);
                        ratios.add(processorNanos(opened, goldSql) / predicted);
                    }
                    return ratios;
                });
    }

    private static double processorNanos(ScoredDatabase database, String sql) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long started = threads.getCurrentThreadCpuTime();
        database.execute(sql, cells -> true);
        return Math.max(1, threads.getCurrentThreadCpuTime() - started);
    }

    private <T> T onFirst(
            String database, T otherwise, BiFunction<ScoredDatabase, ScoredContent, T> use) {
        List<ScoredContent> contents = databases.contentsOf(database);
        return contents.isEmpty()
                ? otherwise
                : withDatabase(
                        contents.getFirst(), opened -> use.apply(opened, contents.getFirst()));
    }

    /**
     * Executes gold alone, so that a later comparison need not.
     *
     * @return right, or why it could not be executed
     */
    public Verdict checkGold(String database, String goldText) {
        List<ScoredContent> contents = databases.contentsOf(database);
        if (contents.isEmpty()) {
            return new Verdict.Unscorable("there is no database " + database);
        }
        String goldSql = rules.gold(goldText);
        for (ScoredContent content : contents) {
            GoldResult result = withDatabase(content, opened -> goldOf(opened, content, goldSql));
            if (result instanceof GoldResult.Unavailable(var because)) {
                return new Verdict.Unscorable(because);
            }
        }
        return new Verdict.Right();
    }

    /**
     * The first rows of the gold statement's result.
     *
     * @return a failure where there is no such database
     */
    public ResultPreview previewOfGold(String database, String goldText) {
        return preview(database, rules.gold(goldText));
    }

    /** The first rows of a prediction's result, executed as {@link #compare} does. */
    public ResultPreview preview(String database, String goldText, String predictionText) {
        return rules.prediction(predictionText)
                .map(sql -> preview(database, rules.executed(rules.gold(goldText), sql)))
                .orElseGet(() -> ResultPreview.failed("an abstention"));
    }

    private ResultPreview preview(String database, String sql) {
        List<ScoredContent> contents = databases.contentsOf(database);
        if (contents.isEmpty()) {
            return ResultPreview.failed("there is no database " + database);
        }
        return withDatabase(
                contents.getFirst(),
                opened -> {
                    var rows = new PreviewReader();
                    return rows.preview(opened.execute(sql, rows));
                });
    }

    /** Writes the gold results that were not known before. */
    public void saveGold() {
        gold.values().forEach(GoldStore::save);
    }

    @Override
    public void close() {
        saveGold();
        idle.values().forEach(connections -> connections.forEach(ScoredDatabase::close));
        idle.clear();
    }

    private GoldResult goldOf(ScoredDatabase database, ScoredContent content, String goldSql) {
        GoldStore store = gold.computeIfAbsent(content, rows -> GoldStore.open(cache, rows, rules));
        GoldResult known = store.get(goldSql);
        if (known != null) {
            return known;
        }
        GoldResult fresh = comparison.gold(database, goldSql);
        store.put(goldSql, fresh);
        return fresh;
    }

    private <T> T withDatabase(ScoredContent content, Function<ScoredDatabase, T> use) {
        Deque<ScoredDatabase> connections =
                idle.computeIfAbsent(content, rows -> new ConcurrentLinkedDeque<>());
        ScoredDatabase database = connections.poll();
        if (database == null) {
            database = content.open(limits, engineNanos);
        }
        try {
            return use.apply(database);
        } finally {
            connections.push(database);
        }
    }
}
