package org.demur.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.config.SmallRyeConfig;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.demur.api.Admission;
import org.demur.api.CallerName;
import org.demur.api.ServiceJournal;
import org.demur.execution.jdbc.QueryThreads;
import org.demur.execution.jdbc.QueryWorkers;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.PipelineListener;
import org.eclipse.microprofile.config.ConfigProvider;

/** Makes the assembled program known to the container. */
final class GatewayProducers {
    @Produces
    @Singleton
    PipelineListener metrics(MeterRegistry registry) {
        return new Metrics(registry);
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

    /** The one place that knows who asks; nobody signs in yet. */
    @Produces
    @Singleton
    CallerName caller() {
        return () -> CallerName.ANONYMOUS;
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
    Gateway gateway(Assembly assembly) {
        return assembly.gateway();
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
    Admission admission(Settings settings) {
        return new GuardedAdmission(settings.service());
    }
}
