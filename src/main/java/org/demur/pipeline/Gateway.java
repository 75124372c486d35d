package org.demur.pipeline;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.demur.answer.Answer;
import org.demur.schema.Database;
import org.demur.schema.DatabaseCatalog;
import org.demur.schema.DatabaseLimits;

/** Answers questions about any declared database by any declared strategy. Thread-safe. */
public final class Gateway {
    private final DatabaseCatalog databases;
    private final Function<Database, OpenDatabase> opener;
    private final StrategyCatalog strategies;
    private final String defaultStrategy;
    private final Pipeline pipeline;
    private final Map<String, OpenDatabase> open = new ConcurrentHashMap<>();

    /**
     * Puts the parts together; reads nothing yet.
     *
     * @param opener called once per database
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

    /**
     * The database, opened at first use.
     *
     * @throws org.demur.failure.GatewayException as {@link DatabaseCatalog#database}
     */
    public OpenDatabase database(String id) {
        var database = databases.database(id);
        return open.computeIfAbsent(id, _ -> opener.apply(database));
    }

    /**
     * Answers or abstains.
     *
     * @throws org.demur.failure.GatewayException where the asker's choices cannot be met: {@code
     *     UNKNOWN_DATABASE}, {@code UNKNOWN_STRATEGY}, {@code LAXER_THAN_CONFIGURED}; or the
     *     database cannot be had at all
     */
    public Answer ask(Ask ask) {
        var database = database(ask.question().database());
        var strategy =
                strategies.strategy(
                        ask.strategy() == null ? defaultStrategy : ask.strategy(), database);
        if (ask.penalty() != null) {
            strategy = strategy.stricter(ask.penalty());
        }
        var allowed = database.limits();
        var asked =
                new DatabaseLimits(
                        ask.timeLimit() == null ? allowed.timeLimit() : ask.timeLimit(),
                        ask.maxRows() == null ? allowed.maxRows() : ask.maxRows(),
                        allowed.maxBytes(),
                        allowed.maxMemory(),
                        allowed.maxSteps());
        return pipeline.answer(
                ask.question(), database, strategy, asked.stricter(allowed), ask.drafts());
    }
}
