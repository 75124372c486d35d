package org.demur.pipeline;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.demur.answer.Answer;
import org.demur.execution.SessionCaller;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.Database;
import org.demur.schema.DatabaseCatalog;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseProblem;
import org.demur.schema.DatabaseProblem.Severity;

/** Answers questions about any declared database by any declared strategy. Thread-safe. */
public final class Gateway implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Gateway.class.getName());

    private volatile DatabaseCatalog databases;
    private final Function<Database, OpenDatabase> opener;
    private final StrategyCatalog strategies;
    private final String defaultStrategy;
    private final Pipeline pipeline;
    private final Map<String, OpenDatabase> open = new ConcurrentHashMap<>();

    /** What keeps the default strategy from serving a database that is sound in itself, by id. */
    private final Map<String, DatabaseProblem> unserved = new ConcurrentHashMap<>();

    /**
     * Puts the parts together; reads nothing yet.
     *
     * @param opener called once per database, and where one is renewed
     * @param defaultStrategy answers where a question names none
     */
    public Gateway(
            DatabaseCatalog databases,
            Function<Database, OpenDatabase> opener,
            StrategyCatalog strategies,
            String defaultStrategy,
            Pipeline pipeline) {
        this.databases = databases;
        this.opener = opener;
        this.strategies = strategies;
        this.defaultStrategy = defaultStrategy;
        this.pipeline = pipeline;
    }

    public DatabaseCatalog databases() {
        return databases;
    }

    public StrategyCatalog strategies() {
        return strategies;
    }

    /** Name of the strategy that answers where a question names none. */
    public String defaultStrategy() {
        return defaultStrategy;
    }

    /** The databases that the default strategy serves, in ascending order. */
    public List<String> ready() {
        return databases.ids().stream().filter(id -> !unserved.containsKey(id)).toList();
    }

    /** Everything that is wrong at this moment, by database; empty when all is well. */
    public List<DatabaseProblem> problems() {
        return Stream.concat(databases.problems().stream(), unserved.values().stream()).toList();
    }

    /**
     * The database, opened at first use.
     *
     * @throws org.demur.failure.GatewayException as {@link DatabaseCatalog#database}
     */
    public OpenDatabase database(String id) {
        var _ = databases.database(id); // what is wrong there is among the catalog's problems
        return noting(
                id, () -> open.computeIfAbsent(id, _ -> opener.apply(databases.database(id))));
    }

    /**
     * Opens a database and makes the default strategy ready for it. Where that fails, the database
     * is among the {@link #problems} until a question finds that it is mended.
     *
     * @throws org.demur.failure.GatewayException as {@link #database} and {@link
     *     StrategyCatalog#strategy}
     */
    public void prepare(String id) {
        prepare(database(id));
    }

    private void prepare(OpenDatabase database) {
        noting(
                database.id(),
                () -> {
                    strategies.prepare(defaultStrategy, database);
                    return true;
                });
    }

    /**
     * Serves a database as it is declared now. It is opened and made ready beside the former, which
     * answers until then and closes after the last question under way. Where that fails, the
     * database is among the {@link #problems}.
     */
    public synchronized void renew(String id) {
        var renewed = databases.readAnew(id);
        unserved.remove(id);
        OpenDatabase next = null;
        try {
            var declared = renewed.database(id);
            next = noting(id, () -> opener.apply(declared));
            prepare(next);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "database " + id + " cannot be served", e);
        }
        databases = renewed;
        var former = next == null ? open.remove(id) : open.put(id, next);
        if (former != null) {
            former.close();
        }
    }

    /** Afterwards nothing may be asked; questions under way are answered. */
    @Override
    public void close() {
        open.values().forEach(OpenDatabase::close);
        open.clear();
    }

    private <T> T noting(String id, Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            var code = e instanceof GatewayException known ? known.code() : FailureCode.UNEXPECTED;
            unserved.put(
                    id,
                    new DatabaseProblem(id, Severity.ERROR, code, String.valueOf(e.getMessage())));
            throw e;
        }
    }

    private Strategy strategy(String name, OpenDatabase database) {
        if (!name.equals(defaultStrategy)) {
            return strategies.strategy(name, database);
        }
        var strategy = noting(database.id(), () -> strategies.strategy(name, database));
        unserved.remove(database.id());
        return strategy;
    }

    /**
     * Answers or abstains.
     *
     * @throws org.demur.failure.GatewayException where the asker's choices cannot be met: {@code
     *     UNKNOWN_DATABASE}, {@code UNKNOWN_CALLER}, {@code UNKNOWN_STRATEGY}, {@code
     *     LAXER_THAN_CONFIGURED}; or the database cannot be had at all
     */
    public Answer ask(Ask ask) {
        return ask(ask, PipelineListener.NOP);
    }

    /**
     * As {@link #ask(Ask)}.
     *
     * @param watching hears of this question alone
     */
    public Answer ask(Ask ask, PipelineListener watching) {
        var named = ask.strategy();
        if (named != null) {
            strategies.requireDeclared(named); // before a database is opened in vain
        }
        var database = entered(ask.question().database());
        try {
            return ask(ask, database, watching);
        } finally {
            database.leave();
        }
    }

    private OpenDatabase entered(String id) {
        var database = database(id);
        while (!database.enter()) { // it was renewed meanwhile
            database = database(id);
        }
        return database;
    }

    private Answer ask(Ask ask, OpenDatabase database, PipelineListener watching) {
        var caller = ask.caller();
        if (database.database().location().needsCaller() && (caller == null || caller.isBlank())) {
            throw new GatewayException(
                    FailureCode.UNKNOWN_CALLER,
                    "%s shows each caller rows of its own: sign in, or on the command line say --caller."
                            .formatted(database.id()));
        }
        var strategy =
                strategy(ask.strategy() == null ? defaultStrategy : ask.strategy(), database);
        if (ask.penalty() != null) {
            strategy = strategy.stricter(ask.penalty());
        }
        if (ask.followsUp()) {
            strategy = strategy.forWholeQuestions();
        }
        var allowed = database.limits();
        var asked =
                new DatabaseLimits(
                        ask.timeLimit() == null ? allowed.timeLimit() : ask.timeLimit(),
                        ask.maxRows() == null ? allowed.maxRows() : ask.maxRows(),
                        allowed.maxBytes(),
                        allowed.maxMemory(),
                        allowed.maxSteps());
        var applied = strategy;
        return SessionCaller.as(
                caller,
                () ->
                        pipeline.answer(
                                ask.question(),
                                database,
                                applied,
                                asked.stricter(allowed),
                                ask.drafts(),
                                watching));
    }
}
