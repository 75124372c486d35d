package org.demur.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.config.SmallRyeConfig;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.demur.api.Admission;
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
