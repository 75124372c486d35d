package org.demur.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.demur.api.Admission;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.PipelineListener;

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
        return new Assembly(settings, System.getenv(), listener, BreakingExecutor::new);
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
    Admission admission(Settings settings) {
        return new GuardedAdmission(settings.service());
    }
}
