package org.demur.execution;

import static org.demur.detection.FindingCode.EXCEEDS_LIMITS;
import static org.demur.detection.FindingCode.NOT_READ_ONLY;
import static org.demur.detection.FindingCode.UNPARSABLE;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.demur.detection.FindingCode;
import org.demur.execution.Guarded.Refused;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlOrigin;
import org.demur.schema.ContentKey;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.RecentStatements;
import org.demur.sql.GroupingTerms;
import org.demur.sql.QuotedName;
import org.demur.sql.Resolution;
import org.demur.sql.SqlFunctions;
import org.demur.sql.SqlParser;
import org.demur.sql.SqlParser.Query;
import org.jspecify.annotations.Nullable;

/**
 * Turns a draft into a statement that may run, or refuses it. What it does not know, it refuses.
 *
 * <p>The draft's tokens are read first, then parsed, then rebuilt from an allow-list of node types,
 * functions, tables and columns; the rebuilt text must have the tokens of the draft, so that
 * nothing was dropped on the way and nothing unseen can run. Thread-safe; parsing happens on its
 * own few platform threads, because the parser's time and stack depend on the draft. What takes too
 * long is stopped, in parsing and in writing.
 */
public final class SqlGuard implements AutoCloseable {
    private static final long STACK_BYTES = 4L << 20;

    /** A change of this code may change a verdict. */
    private static final List<Class<?>> PROGRAM =
            List.of(
                    ExpressionWriter.class,
                    GuardLimits.class,
                    GroupingTerms.class,
                    GuardRules.class,
                    PortableDates.class,
                    PostgresRules.class,
                    QuotedName.class,
                    SelectWriter.class,
                    SqlFunctions.class,
                    SqlGuard.class,
                    SqlParser.class,
                    SqliteRules.class,
                    DraftTokens.class,
                    WrittenSql.class);

    /**
     * A verdict, and what led to it.
     *
     * @param verdict whether the statement may run
     * @param query the draft's, with every name as it is written there; null where the draft was
     *     refused, was checked some time ago, or holds names that the parser knows in disguise
     */
    public record Reading(Guarded verdict, @Nullable Query query) {
        static Reading of(RefusalException e) {
            return new Reading(e.refused(), null);
        }
    }

    private final GuardLimits limits;

    /** Each draft is checked several times; verdicts are of the schema that was given. */
    private final RecentStatements<Guarded> known = new RecentStatements<>();

    private final ThreadPoolExecutor threads;

    public SqlGuard(GuardLimits limits) {
        this.limits = limits;
        this.threads =
                new ThreadPoolExecutor(
                        limits.threads(),
                        limits.threads(),
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(limits.queueLength()),
                        SqlGuard::thread);
    }

    /** Changes with the program, and so with its verdicts. */
    public static String identity() {
        return ContentKey.of("demur-guard")
                .withCode(PROGRAM)
                .withCode(Resolution.PROGRAM)
                .with(SqlFunctions.lists())
                .with(SqlParser.identity())
                .hex();
    }

    private static Thread thread(Runnable task) {
        var thread = new Thread(null, task, "sql-guard", STACK_BYTES);
        thread.setDaemon(true);
        return thread;
    }

    /** As {@link #check(String, SqlOrigin, DatabaseSchema)}. */
    public Guarded check(SqlCandidate draft, DatabaseSchema schema) {
        return check(draft.sql(), draft.origin(), schema);
    }

    /**
     * As {@link #check(String, DatabaseSchema)}; where the text comes from changes no verdict, but
     * where the statement runs.
     */
    public Guarded check(String sql, SqlOrigin origin, DatabaseSchema schema) {
        var verdict = check(sql, schema);
        return verdict instanceof ReadOnlySql safe && origin == SqlOrigin.PROGRAM
                ? safe.madeByTheProgram()
                : verdict;
    }

    /**
     * The statement that may run in place of the draft, or the first objection to it.
     *
     * @param sql untrusted
     * @param schema what the statement may read; its {@code now} replaces the clock
     * @throws GatewayException {@code OVERLOADED} when too many drafts are waiting
     */
    public Guarded check(String sql, DatabaseSchema schema) {
        return read(sql, schema).verdict();
    }

    /**
     * As {@link #check(String, DatabaseSchema)}, with the tree that the statement was rebuilt from,
     * for those who look at statements and would parse it again. Nothing that runs is made of it.
     *
     * @throws GatewayException {@code OVERLOADED} when too many drafts are waiting
     */
    public Reading read(String sql, DatabaseSchema schema) {
        var remembered = known.get(sql, schema);
        if (remembered != null) {
            return new Reading(remembered, null);
        }
        var reading = readAnew(sql, schema);
        if (reading.verdict() instanceof ReadOnlySql) { // a refusal may be due to the load
            known.put(sql, schema, reading.verdict());
        }
        return reading;
    }

    private Reading readAnew(String sql, DatabaseSchema schema) {
        var rules = GuardRules.of(schema.dialect());
        List<DraftTokens.Token> tokens;
        try {
            tokens = DraftTokens.ofDraft(sql, limits, rules);
        } catch (RefusalException e) {
            return Reading.of(e);
        }
        var text = DraftTokens.text(tokens, rules);
        var parser = SqlParser.of(text);
        boolean asWritten = text.indexOf('"') < 0;
        return await(submit(() -> rebuild(parser, asWritten, tokens, schema, rules)), parser);
    }

    private static Reading rebuild(
            SqlParser parser,
            boolean asWritten,
            List<DraftTokens.Token> tokens,
            DatabaseSchema schema,
            GuardRules rules) {
        try {
            var query = query(parser, tokens);
            var written = SelectWriter.write(query.tree(), schema, rules);
            int lost = DraftTokens.firstDifference(tokens, DraftTokens.of(written.asRead(), rules));
            if (lost >= 0) {
                var subject = lost < tokens.size() ? tokens.get(lost).text() : "";
                return refused(
                        NOT_READ_ONLY,
                        subject,
                        "The statement holds a clause that is not on the list of harmless ones.");
            }
            return new Reading(written.on(schema.id()), asWritten ? query : null);
        } catch (RefusalException e) {
            return Reading.of(e);
        } catch (StackOverflowError e) { // the nesting that no count of brackets shows
            return refused(EXCEEDS_LIMITS, "", "The statement is nested too deeply.");
        }
    }

    private static Reading refused(FindingCode code, String subject, String explanation) {
        return new Reading(new Refused(code, subject, explanation), null);
    }

    private static Query query(SqlParser parser, List<DraftTokens.Token> tokens) {
        return switch (parser.parse()) {
            case Query query -> query;
            case SqlParser.NoQuery _ ->
                    throw new RefusalException(
                            NOT_READ_ONLY,
                            tokens.getFirst().text(),
                            "The statement is not a query.");
            case SqlParser.NoSql(var near, var _) ->
                    throw new RefusalException(
                            UNPARSABLE, near, "The statement cannot be read as a query there.");
            case SqlParser.TooMuch _ ->
                    throw new RefusalException(
                            EXCEEDS_LIMITS, "", "The statement is nested too deeply.");
        };
    }

    private Future<Reading> submit(Callable<Reading> task) {
        try {
            return threads.submit(task);
        } catch (RejectedExecutionException e) {
            throw new GatewayException(
                    FailureCode.OVERLOADED,
                    "Too many statements are waiting to be checked: try again later.",
                    e);
        }
    }

    private Reading await(Future<Reading> reading, SqlParser parser) {
        try {
            return reading.get(limits.timeLimit().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            stop(reading, parser);
            return refused(
                    EXCEEDS_LIMITS,
                    limits.timeLimit().toMillis() + " ms",
                    "The statement takes too long to parse.");
        } catch (InterruptedException e) {
            stop(reading, parser);
            Thread.currentThread().interrupt();
            throw new GatewayException(
                    FailureCode.OVERLOADED, "Checking was cancelled before it finished.", e);
        } catch (ExecutionException e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "The guard broke down on a statement.", e);
        }
    }

    private static void stop(Future<Reading> reading, SqlParser parser) {
        parser.stop();
        reading.cancel(true);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
