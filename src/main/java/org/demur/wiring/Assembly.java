package org.demur.wiring;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.demur.curation.CoverageOutlook;
import org.demur.execution.GuardLimits;
import org.demur.execution.IndexedCopyExecutor;
import org.demur.execution.ProbedResults;
import org.demur.execution.QueryExecutor;
import org.demur.execution.SqlGuard;
import org.demur.execution.jdbc.FileQueryExecutor;
import org.demur.execution.jdbc.FileSource;
import org.demur.execution.jdbc.PostgresQueryExecutor;
import org.demur.execution.jdbc.PostgresSource;
import org.demur.execution.jdbc.QueryThreads;
import org.demur.execution.jdbc.QueryWorkers;
import org.demur.execution.jdbc.WorkerQueryExecutor;
import org.demur.generation.verified.SemanticLayerInduction;
import org.demur.inference.Budget;
import org.demur.inference.ModelCatalog;
import org.demur.inference.SpendingLog;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.Pipeline;
import org.demur.pipeline.PipelineListener;
import org.demur.schema.Database;
import org.demur.schema.DatabaseCatalog;
import org.demur.schema.DatabaseLocation;
import org.demur.schema.PostgresServer;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.catalog.DeclaredCatalog;
import org.demur.schema.declaration.SemanticsText;
import org.demur.schema.jdbc.Cache;
import org.demur.schema.jdbc.IndexedCopies;

/**
 * Puts the program together from its settings, without a container: the service, the command line
 * and the tests share it.
 */
public final class Assembly implements AutoCloseable {
    private final SqlGuard guard = new SqlGuard(GuardLimits.DEFAULT);
    private final QueryThreads threads = QueryThreads.standard();
    private final QueryWorkers workers;
    private final BiFunction<String, QueryExecutor, QueryExecutor> wrapping;
    private final Optional<IndexedCopies> copies;
    private final SpendingFiles spending;
    private final ModelFolder models;
    private final Strategies strategies;
    private final PipelineListener listener;
    private final Gateway gateway;
    private final Settings settings;
    private final Map<String, String> environment;

    /**
     * Reads declarations and strategies; opens no database yet.
     *
     * @param environment environment variables, for the paths in declarations
     * @throws org.demur.failure.GatewayException INVALID_CONFIGURATION with the file, the line and
     *     the remedy
     */
    public Assembly(Settings settings, Map<String, String> environment, PipelineListener listener) {
        this(settings, environment, listener, (id, executor) -> executor);
    }

    /**
     * As the other constructor.
     *
     * @param wrapping given a database's id and executor, the executor to use
     */
    Assembly(
            Settings settings,
            Map<String, String> environment,
            PipelineListener listener,
            BiFunction<String, QueryExecutor, QueryExecutor> wrapping) {
        this.settings = settings;
        this.environment = environment;
        this.wrapping = wrapping;
        workers = new QueryWorkers(settings.queryWorkers());
        this.listener = listener;
        var home = settings.home().toAbsolutePath().normalize();
        copies =
                settings.indexedCopies()
                        ? Optional.of(new IndexedCopies(Cache.of(environment)))
                        : Optional.empty();
        var databases = declaredIn(home.resolve(settings.databases()));
        spending = new SpendingFiles(Cache.of(environment));
        models = models(settings, environment, spending);
        strategies = strategies(settings, models, environment);
        gateway =
                new Gateway(
                        databases,
                        this::open,
                        strategies,
                        settings.ask().strategy(),
                        new Pipeline(listener));
    }

    /**
     * Fails where the strategy that answers when none is named cannot serve.
     *
     * @throws org.demur.failure.GatewayException INVALID_CONFIGURATION with the remedy
     */
    void checkDefault() {
        strategies.checkDefault(gateway.defaultStrategy());
    }

    private static Strategies strategies(
            Settings settings, ModelCatalog models, Map<String, String> environment) {
        var home = settings.home().toAbsolutePath().normalize();
        return new Strategies(
                new StrategyFiles(shown(home.resolve(settings.strategies()))),
                StandardComponents.of(
                        settings, models, settings.ask().model(), Cache.of(environment)));
    }

    private static ModelFolder models(
            Settings settings, Map<String, String> environment, SpendingLog spending) {
        var home = settings.home().toAbsolutePath().normalize();
        return new ModelFolder(
                shown(home.resolve(settings.models())),
                environment,
                budget(settings.budget(), spending),
                settings.recording().map(home::resolve));
    }

    private static Budget budget(Settings.Budget bounds, SpendingLog spending) {
        return new Budget(
                new Budget.Bounds(bounds.questionTokens(), bounds.questionCost()),
                new Budget.Bounds(bounds.dayTokens(), bounds.dayCost()),
                InstantSource.system(),
                spending);
    }

    /** The databases that a folder declares, opened as this program's own are. */
    DatabaseCatalog declaredIn(Path folder) {
        return DeclaredCatalog.of(
                settings.home().toAbsolutePath().normalize(),
                folder,
                environment,
                new GuardJudge(guard));
    }

    /**
     * The lines of a semantic layer as a database's pairs show it; none where they show nothing.
     */
    public List<String> semanticDraft(Database database) {
        try (var opened = open(database)) {
            var layer =
                    SemanticLayerInduction.of(
                            database.schema(),
                            database.verified().current(),
                            VerifiedComponents.values(opened));
            return layer.isEmpty() ? List.of() : SemanticsText.of(layer, "demur induce");
        }
    }

    public Gateway gateway() {
        return gateway;
    }

    /** Takes up the declaration of a database as it is written now; seconds where it is sound. */
    void renew(String database) {
        gateway.renew(database);
        gateway.problems().stream()
                .filter(problem -> problem.database().equals(database))
                .forEach(Warmup::tell);
    }

    /** As {@link #gateway()} would be if a database had more verified queries. */
    public Gateway taught(String database, List<VerifiedQuery> more) {
        return gateway(new TaughtCatalog(gateway.databases(), database, more), this::open);
    }

    /** Of one database that has these verified queries instead of its own. */
    private Gateway retaught(OpenDatabase known, List<VerifiedQuery> pairs) {
        return gateway(
                new RetaughtCatalog(known.database(), pairs),
                other -> new OpenDatabase(other, known.guard(), known.executor()));
    }

    private Gateway gateway(DatabaseCatalog others, Function<Database, OpenDatabase> opener) {
        return new Gateway(
                others,
                opener,
                strategies,
                settings.ask().strategy(),
                new Pipeline(PipelineListener.NOP));
    }

    /** What more verified queries would earn a database; one is measured at a time. */
    synchronized CoverageOutlook outlook(Database database) {
        try (var opened = open(database)) {
            var trial = new GuardedTrial(opened);
            return CoverageOutlook.of(
                    database,
                    pairs -> retaught(opened, pairs),
                    (sql, other) -> trial.digest(sql).equals(trial.digest(other)));
        }
    }

    QueryThreads queryThreads() {
        return threads;
    }

    QueryWorkers queryWorkers() {
        return workers;
    }

    private OpenDatabase open(Database database) {
        return switch (database.location()) {
            case DatabaseLocation.InFile file ->
                    new OpenDatabase(database, guard, onFile(database, file));
            case DatabaseLocation.OnServer(var server, var _) -> onServer(database, server);
        };
    }

    private QueryExecutor onFile(Database database, DatabaseLocation.InFile file) {
        var original =
                new ProbedResults(wrapping.apply(database.id(), executor(database, file.file())));
        return copies.flatMap(c -> c.of(file.file(), file.digest()))
                .<QueryExecutor>map(copy ->
                        new IndexedCopyExecutor(
                                original,
                                new ProbedResults(executor(database, copy.file())),
                                file.fixed() && !copy.hides()))
                .orElse(original);
    }

    private QueryExecutor executor(Database database, Path file) {
        var source = new FileSource(database.id(), file, database.schema().tables());
        return new WorkerQueryExecutor(
                source,
                new FileQueryExecutor(source, threads, listener::disagreed),
                workers,
                listener::disagreed);
    }

    private OpenDatabase onServer(Database database, PostgresServer server) {
        var executor =
                new PostgresQueryExecutor(
                        new PostgresSource(database.id(), server, database.schema().tables()),
                        listener::disagreed);
        var wrapped = wrapping.apply(database.id(), executor);
        // what was read for one caller is not handed to another
        var opened =
                new OpenDatabase(
                        database,
                        guard,
                        server.needsCaller() ? wrapped : new ProbedResults(wrapped));
        opened.whenClosed(executor::close);
        return opened;
    }

    /** Messages name files as short as they can be. */
    private static Path shown(Path folder) {
        var here = Path.of("").toAbsolutePath();
        return folder.startsWith(here) ? here.relativize(folder) : folder;
    }

    @Override
    public void close() {
        gateway.close();
        models.close();
        spending.close();
        threads.close();
        workers.close();
        guard.close();
    }
}
