package org.demur.evaluation.compare;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.PostgresServer;

/**
 * A database of a suite, on which statements are compared under the rules of a data set. Statements
 * reach it by connections that can only read, while its rows change by {@link #change} alone. Used
 * by one thread at a time.
 */
public final class SuiteDatabase implements AutoCloseable {
    private final Store store;
    private final ResultComparison comparison;
    private final Map<String, GoldResult> gold = new HashMap<>();

    /** What is done to a database by whoever made it. */
    @FunctionalInterface
    public interface Change {
        void on(Connection connection) throws SQLException;
    }

    /** Where the rows lie, and what executes statements on them. */
    interface Store extends AutoCloseable {
        void change(Change change) throws SQLException;

        ScoredDatabase reader();

        /** The same rows, in the opposite order where nothing says in which they are. */
        ScoredDatabase backwards();

        @Override
        void close() throws SQLException;
    }

    private SuiteDatabase(Store store, ScoringRules rules, ExecutionLimits limits) {
        this.store = store;
        comparison = new ResultComparison(rules, limits);
    }

    /**
     * A new database in memory, where statements stay prepared.
     *
     * @param filling makes its tables and rows
     * @throws GatewayException {@code INVALID_INPUT_FILE} where they cannot be made
     */
    public static SuiteDatabase inMemory(
            ScoringRules rules, ExecutionLimits limits, Change filling) {
        try {
            return new SuiteDatabase(new MemoryStore(limits, filling), rules, limits);
        } catch (SQLException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "A database cannot be made: " + e.getMessage(),
                    e);
        }
    }

    /**
     * A new database on a PostgreSQL server, in schemas of its own that are gone when it is closed.
     * Statements are executed there as the guard writes them.
     *
     * @param server a database that its user may create schemas in
     * @param schema what statements may read, for the name of a schema on the server
     * @param declaring makes the tables in the connection's schema
     * @throws GatewayException {@code DATABASE_UNAVAILABLE} where that is not possible
     */
    public static SuiteDatabase onServer(
            ScoringRules rules,
            ExecutionLimits limits,
            PostgresServer server,
            Function<String, DatabaseSchema> schema,
            Change declaring) {
        return new SuiteDatabase(new ServerStore(server, schema, declaring, limits), rules, limits);
    }

    /** Changes the database; gold results are forgotten. */
    public void change(Change change) {
        gold.clear();
        try {
            store.change(change);
        } catch (SQLException e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "A database cannot be changed: " + e.getMessage(), e);
        }
    }

    /**
     * Compares the results of two statements.
     *
     * @param goldSql gold as it is executed
     * @param sql a prediction as it is executed; untrusted
     */
    public Verdict compare(String goldSql, String sql) {
        return comparison.compare(store.reader(), goldOf(goldSql), goldSql, sql);
    }

    /**
     * Whether a statement is right wherever gold has a result, as its text shows without executing
     * either.
     */
    public boolean areAlike(String goldSql, String sql) {
        return comparison.needNoRows(goldSql, sql);
    }

    /** What gives another result each time. */
    private static final Pattern CHANCE =
            Pattern.compile(
                    "\\b(?:random|randomblob|gen_random_uuid|clock_timestamp)\\s*\\(",
                    Pattern.CASE_INSENSITIVE);

    /**
     * Whether gold has one result here, whatever the engine does with what gold leaves open.
     *
     * @param decided gold with all of that decided in different ways
     */
    public boolean isDecided(String goldSql, List<String> decided) {
        GoldResult result = goldOf(goldSql);
        if (result instanceof GoldResult.Unavailable || CHANCE.matcher(goldSql).find()) {
            return false;
        }
        // the same text would pass for equal without being executed
        String again = goldSql + " -- read backwards";
        return comparison.compare(store.backwards(), result, goldSql, again).isRight()
                && decided.stream()
                        .allMatch(sql ->
                                comparison.compare(store.reader(), result, goldSql, sql).isRight());
    }

    /** Whether gold returns rows here. */
    public boolean hasRows(String goldSql) {
        return switch (goldOf(goldSql)) {
            case GoldResult.Texts(var rows) -> !rows.isEmpty();
            case GoldResult.Values(var rows) -> !rows.isEmpty();
            case GoldResult.Unavailable unavailable -> false;
        };
    }

    public boolean executes(String sql) {
        return store.reader().execute(sql, cells -> false) instanceof Execution.Finished;
    }

    /** The first rows of a statement's result. */
    public ResultPreview preview(String sql) {
        var rows = new PreviewReader();
        return rows.preview(store.reader().execute(sql, rows));
    }

    private GoldResult goldOf(String goldSql) {
        return gold.computeIfAbsent(goldSql, sql -> comparison.gold(store.reader(), sql));
    }

    @Override
    public void close() {
        try {
            store.close();
        } catch (SQLException e) {
            throw new GatewayException(FailureCode.UNEXPECTED, "A database could not be closed", e);
        }
    }
}
