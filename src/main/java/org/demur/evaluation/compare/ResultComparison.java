package org.demur.evaluation.compare;

import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Executes gold and predictions on an open database and compares what they return; thread-safe. */
final class ResultComparison {
    private final ScoringRules rules;
    private final int goldRows;

    /** Whether statements are alike, which takes longer to see than a small table to read. */
    private final Map<Statements, Boolean> alike = new ConcurrentHashMap<>();

    /** Held for reading by statements that may run beside others, for writing by one alone. */
    private final ReadWriteLock beside = new ReentrantReadWriteLock();

    ResultComparison(ScoringRules rules, ExecutionLimits limits) {
        this.rules = rules;
        goldRows = limits.goldRows();
    }

    /** Gold and a prediction, as they are executed. */
    private record Statements(String gold, String sql) {}

    /** Whether statements are alike and compared by values, which are then the same. */
    boolean needNoRows(String gold, String sql) {
        return !rules.comparesTexts() && areAlike(gold, sql);
    }

    private boolean areAlike(String gold, String sql) {
        return alike.computeIfAbsent(
                new Statements(gold, sql), both -> SqlText.areAlike(both.sql(), both.gold()));
    }

    /** What a gold statement gives; it is not executed beside a statement that runs alone. */
    GoldResult gold(ScoredDatabase database, String sql) {
        var first = new FirstRows();
        var all = new ArrayList<@Nullable Object[]>();
        boolean texts = rules.comparesTexts();
        var count = new AtomicInteger();
        Execution execution =
                database.execute(
                        sql,
                        cells -> {
                            if (texts) {
                                first.add(TextRow.of(cells, rules));
                            } else {
                                all.add(cells);
                            }
                            return count.incrementAndGet() <= goldRows;
                        });
        return switch (execution) {
            case Execution.Failed(var cause, var message) ->
                    new GoldResult.Unavailable(
                            "gold cannot be executed, %s: %s".formatted(cause, message));
            case Execution.Finished(boolean complete) when !complete ->
                    new GoldResult.Unavailable(
                            "gold returns more than %,d rows".formatted(goldRows));
            case Execution.Finished finished ->
                    texts ? new GoldResult.Texts(first.sorted()) : new GoldResult.Values(all);
        };
    }

    /** Whether a statement, executed here, returns what gold did. */
    Verdict compare(ScoredDatabase database, GoldResult gold, String goldSql, String sql) {
        return switch (gold) {
            case GoldResult.Unavailable(var because) -> new Verdict.Unscorable(because);
            case GoldResult.Texts texts -> {
                if (areAlike(goldSql, sql)) {
                    var judge = new TextJudge(rules, goldSql, texts);
                    texts.rows().forEach(judge::accept);
                    yield verdict(new Execution.Finished(true), judge.isRight());
                }
                yield verdict(database, sql, () -> new TextJudge(rules, goldSql, texts));
            }
            case GoldResult.Values values when areAlike(goldSql, sql) -> new Verdict.Right();
            case GoldResult.Values values ->
                    verdict(
                            database,
                            sql,
                            () ->
                                    rules.comparesSets()
                                            ? new SetJudge(values)
                                            : new BagJudge(goldSql, values));
        };
    }

    /**
     * What grows is the whole process: a statement that seemed to need too much memory is tried
     * again while nothing else runs.
     */
    private Verdict verdict(ScoredDatabase database, String sql, Supplier<RowJudge> judges) {
        Optional<Verdict> verdict;
        beside.readLock().lock();
        try {
            verdict = verdictUnlessTooLarge(database, sql, judges.get());
        } finally {
            beside.readLock().unlock();
        }
        if (verdict.isPresent()) {
            return verdict.get();
        }
        beside.writeLock().lock();
        try {
            RowJudge judge = judges.get();
            Execution execution = database.execute(sql, judge);
            return verdict(execution, judge.isRight());
        } finally {
            beside.writeLock().unlock();
        }
    }

    private static Optional<Verdict> verdictUnlessTooLarge(
            ScoredDatabase database, String sql, RowJudge judge) {
        Execution execution = database.execute(sql, judge);
        boolean tooLarge =
                execution instanceof Execution.Failed failed
                        && failed.cause() == Execution.Cause.MEMORY_LIMIT;
        return tooLarge ? Optional.empty() : Optional.of(verdict(execution, judge.isRight()));
    }

    private static Verdict verdict(Execution execution, boolean equal) {
        return switch (execution) {
            case Execution.Failed(var cause, var message) ->
                    new Verdict.Wrong(cause + ": " + message);
            case Execution.Finished finished when equal -> new Verdict.Right();
            case Execution.Finished finished -> Verdict.Wrong.DIFFERENT;
        };
    }
}
