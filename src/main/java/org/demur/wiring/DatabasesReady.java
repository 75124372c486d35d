package org.demur.wiring;

import jakarta.inject.Singleton;
import org.demur.pipeline.Gateway;
import org.demur.schema.DatabaseProblem.Severity;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready when every database that can be served is open; tells of those that cannot. */
@Readiness
@Singleton
final class DatabasesReady implements HealthCheck {
    private final Gateway gateway;
    private final StartupWarmup warmUp;

    DatabasesReady(Gateway gateway, StartupWarmup warmUp) {
        this.gateway = gateway;
        this.warmUp = warmUp;
    }

    @Override
    public HealthCheckResponse call() {
        var response = HealthCheckResponse.named("databases");
        if (!warmUp.isDone()) {
            return response.down().withData("state", "opening databases").build();
        }
        for (var problem : gateway.problems()) {
            if (problem.severity() == Severity.ERROR) {
                response.withData(problem.database(), problem.code().key());
            }
        }
        var ids = gateway.ready();
        ids.forEach(id -> response.withData(id, "ready"));
        return response.status(!ids.isEmpty()).build();
    }
}
