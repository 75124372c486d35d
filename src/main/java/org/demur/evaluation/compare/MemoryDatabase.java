package org.demur.evaluation.compare;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.jdbc.FileEngine;
import org.jspecify.annotations.Nullable;

/**
 * A database in memory on which statements are compared under the rules of a data set. Statements
 * reach it by connections that can only read, and stay prepared while its rows change, by {@link
 * #change} alone. Used by one thread at a time.
 */
public final class MemoryDatabase implements AutoCloseable {
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Connection writer;
    private final long number;
    private final ExecutionLimits limits;
    private final ScoredDatabase reader;
    private final ResultComparison comparison;
    private final Map<String, GoldResult> gold = new HashMap<>();
    private @Nullable ScoredDatabase reversed;

    /** What is done to a database by whoever made it. */
    @FunctionalInterface
    public interface Change {
        void on(Connection connection) throws SQLException;
    }

    private MemoryDatabase(
            Connection writer, long number, ScoringRules rules, ExecutionLimits limits) {
        this.writer = writer;
        this.number = number;
        this.limits = limits;
        reader = RawDatabase.inMemory(number, List.of(), limits);
        comparison = new ResultComparison(rules, limits);
    }

    /**
     * A new database.
     *
     * @param filling makes its tables and rows
     * @throws GatewayException {@code INVALID_INPUT_FILE} where they cannot be made
     */
    public static MemoryDatabase filled(
            ScoringRules rules, ExecutionLimits limits, Change filling) {
        long number = NUMBERS.incrementAndGet();
        try {
            Connection writer = FileEngine.inMemory(number, false);
            apply(writer, filling);
            return new MemoryDatabase(writer, number, rules, limits);
        } catch (SQLException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "A database cannot be made: " + e.getMessage(),
                    e);
        }
    }

    /** Changes the database; gold results are forgotten. */
    public void change(Change change) {
        gold.clear();
        try {
            apply(writer, change);
        } catch (SQLException e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "A database cannot be changed: " + e.getMessage(), e);
        }
    }

    private static void apply(Connection writer, Change change) throws SQLException {
        writer.setAutoCommit(false);
        change.on(writer);
        writer.commit();
        writer.setAutoCommit(true);
    }

    /**
     * Compares the results of two statements.
     *
     * @param goldSql gold as it is executed
     * @param sql a prediction as it is executed; untrusted
     */
    public Verdict compare(String goldSql, String sql) {
        return comparison.compare(reader, goldOf(goldSql), goldSql, sql);
    }

    /**
     * Whether gold has one result here, whatever the engine does with what gold leaves open.
     *
     * @param decided gold with all of that decided in different ways
     */
    public boolean isDecided(String goldSql, List<String> decided) {
        GoldResult result = goldOf(goldSql);
        if (result instanceof GoldResult.Unavailable) {
            return false;
        }
        // the same text would pass for equal without being executed
        String again = goldSql + " -- read backwards";
        return comparison.compare(reversed(), result, goldSql, again).isRight()
                && decided.stream()
                        .allMatch(
                                sql -> comparison.compare(reader, result, goldSql, sql).isRight());
    }

    /** Whether gold returns rows here. */
    public boolean hasRows(String goldSql) {
        return switch (goldOf(goldSql)) {
            case GoldResult.Texts(var rows) -> !rows.isEmpty();
            case GoldResult.Values(var rows) -> !rows.isEmpty();
            case GoldResult.Unavailable unavailable -> false;
        };
    }

    /** Whether a statement executes. */
    public boolean executes(String sql) {
        return reader.execute(sql, cells -> false) instanceof Execution.Finished;
    }

    /** The first rows of a statement's result. */
    public ResultPreview preview(String sql) {
        var rows = new PreviewReader();
        return rows.preview(reader.execute(sql, rows));
    }

    /** Reads rows backwards where nothing says in which order they are. */
    private ScoredDatabase reversed() {
        if (reversed == null) {
            reversed =
                    RawDatabase.inMemory(number, List.of("reverse_unordered_selects = 1"), limits);
        }
        return reversed;
    }

    private GoldResult goldOf(String goldSql) {
        return gold.computeIfAbsent(goldSql, sql -> comparison.gold(reader, sql));
    }

    @Override
    public void close() {
        reader.close();
        if (reversed != null) {
            reversed.close();
        }
        try {
            writer.close();
        } catch (SQLException e) {
            throw new GatewayException(FailureCode.UNEXPECTED, "A database could not be closed", e);
        }
    }
}
