package org.demur.wiring;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.smallrye.config.SmallRyeConfig;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.demur.api.Admission;
import org.demur.api.Allowance;
import org.demur.api.CallerBudgets;
import org.demur.api.CallerName;
import org.demur.api.Callers;
import org.demur.api.Challenge;
import org.demur.api.Evaluations;
import org.demur.api.ServiceExperiments;
import org.demur.api.ServiceJournal;
import org.demur.api.ServiceWalls;
import org.demur.api.SessionResource;
import org.demur.curation.CoverageOutlook;
import org.demur.curation.DeclarationEditor;
import org.demur.curation.Teaching;
import org.demur.execution.jdbc.QueryThreads;
import org.demur.execution.jdbc.QueryWorkers;
import org.demur.experiment.Experiments;
import org.demur.journal.CallerSpending;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.PipelineListener;
import org.demur.pipeline.StrategyCatalog;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/** Makes the assembled program known to the container. */
final class GatewayProducers {
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    /**
     * What is left of a connection's silence after the longest answer; what more pairs would earn,
     * and what a review would change, are measured for a minute or more before a byte is sent.
     */
    private static final Duration GRACE = Duration.ofMinutes(4);

    @Produces
    @Singleton
    PipelineListener listener(MeterRegistry registry, Settings settings) {
        var metrics = new Metrics(registry);
        return Traces.of(settings)
                .<PipelineListener>map(t -> new BothListeners(metrics, t))
                .orElse(metrics);
    }

    /** Sends what waits. */
    void close(@Disposes PipelineListener listener) {
        if (listener instanceof BothListeners(var _, Traces traces)) {
            traces.close();
        }
    }

    @Produces
    @Singleton
    Assembly assembly(Settings settings, PipelineListener listener) {
        var inForce = SettingsFile.values(ConfigProvider.getConfig().unwrap(SmallRyeConfig.class));
        return EarlyStart.take(inForce, listener)
                .orElseGet(() ->
                        new Assembly(settings, System.getenv(), listener, BreakingExecutor::new));
    }

    void close(@Disposes Assembly assembly) {
        assembly.close();
    }

    @Produces
    @Singleton
    CallerName caller(Callers callers) {
        return () -> callers.current().name();
    }

    @Produces
    @Singleton
    ServiceJournal journal(Settings settings, CallerName caller) {
        return new ServiceJournal(Journals.of(settings), caller);
    }

    /** So that a journal that cannot be opened is told before the first question. */
    void open(@Observes StartupEvent event, ServiceJournal journal) {
        journal.prepare();
    }

    void close(@Disposes ServiceJournal journal) {
        journal.close();
    }

    @Produces
    @Singleton
    ServiceExperiments experiments(
            Settings settings,
            Gateway gateway,
            ServiceJournal journal,
            CurrentVertxRequest request) {
        var clock = InstantSource.system();
        var declared = ExperimentFolder.read(settings, gateway, clock.instant());
        return new ServiceExperiments(
                declared.isEmpty()
                        ? Optional.empty()
                        : journal.kept().map(j -> new Experiments(declared, j, clock)),
                gateway,
                journal,
                () -> session(request),
                settings.service().timeLimit());
    }

    private static @Nullable String session(CurrentVertxRequest request) {
        var current = request.getCurrent();
        return current == null ? null : current.request().getHeader(ServiceExperiments.SESSION);
    }

    void begin(@Observes StartupEvent event, ServiceExperiments experiments) {
        experiments.begin();
    }

    void close(@Disposes ServiceExperiments experiments) {
        experiments.close();
    }

    @Produces
    @Singleton
    Gateway gateway(Assembly assembly) {
        return assembly.gateway();
    }

    @Produces
    @Singleton
    Evaluations evaluations(Settings settings, Instance<Gateway> gateway) {
        var home = settings.home().toAbsolutePath().normalize();
        return new RunFolder(
                home,
                home.resolve(settings.runs()),
                () ->
                        gateway.get().strategies().declared().stream()
                                .map(StrategyCatalog.Declared::name)
                                .toList());
    }

    void close(@Disposes Evaluations evaluations) {
        evaluations.close();
    }

    /** Asked for only where somebody reviews. */
    @Produces
    @Singleton
    Teaching teaching(Instance<Assembly> assembly) {
        return (database, more) -> assembly.get().taught(database, more);
    }

    @Produces
    @Singleton
    DeclarationEditor declarations(Settings settings, Instance<Assembly> assembly) {
        return new DeclarationEditor(
                settings.home(),
                settings.home().resolve(settings.databases()),
                folder -> assembly.get().declaredIn(folder),
                database -> assembly.get().semanticDraft(database),
                database -> assembly.get().renew(database));
    }

    @Produces
    @Singleton
    CoverageOutlook.Measuring outlook(Instance<Assembly> assembly) {
        return database -> assembly.get().outlook(database);
    }

    @Produces
    @Singleton
    SessionResource.Defaults defaults(Settings settings) {
        return new SessionResource.Defaults(settings.ask().database(), settings.ask().penalty());
    }

    @Produces
    @Singleton
    QueryThreads queryThreads(Assembly assembly) {
        return assembly.queryThreads();
    }

    @Produces
    @Singleton
    QueryWorkers queryWorkers(Assembly assembly) {
        return assembly.queryWorkers();
    }

    @Produces
    @Singleton
    ServiceWalls walls(Settings settings) {
        return new ServiceWalls(
                hosts(settings),
                managementHosts(settings),
                settings.service().arrivalLimit(),
                settings.service().timeLimit().plus(GRACE));
    }

    @Produces
    @Singleton
    CallerFolder credentials(Settings settings) {
        return CallerFolder.of(settings);
    }

    @Produces
    @Singleton
    Challenge challenge(Settings settings) {
        return new Challenge(settings.oidc().client().isPresent());
    }

    @Produces
    @Singleton
    Allowance allowance() {
        return new CallerBuckets();
    }

    @Produces
    @Singleton
    CallerBudgets budgets(ServiceJournal journal) {
        return new CallerBudgets(journal.kept().map(CallerSpending::new), InstantSource.system());
    }

    /** Where only this machine reaches it, nobody calls it by another name in earnest. */
    private static Set<String> managementHosts(Settings settings) {
        var bound = ConfigProvider.getConfig().getValue("quarkus.management.host", String.class);
        var named = hosts(settings);
        return THIS_MACHINE.contains(bound)
                ? Stream.concat(THIS_MACHINE.stream(), named.stream()).collect(toUnmodifiableSet())
                : named;
    }

    /** Without sign-in a page elsewhere must not be able to ask through a browser here. */
    private static Set<String> hosts(Settings settings) {
        return settings.hosts()
                .map(names ->
                        Stream.of(names.toLowerCase(Locale.ROOT).split(",", -1))
                                .map(String::strip)
                                .collect(toUnmodifiableSet()))
                .orElse(settings.signIn() == Settings.SignIn.OFF ? THIS_MACHINE : Set.of());
    }

    @Produces
    @Singleton
    Admission admission(Settings settings) {
        return new GuardedAdmission(settings.service());
    }
}
