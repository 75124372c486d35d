package org.demur.wiring;

import jakarta.inject.Singleton;
import org.demur.execution.jdbc.QueryThreads;
import org.demur.execution.jdbc.QueryWorkers;
import org.demur.pipeline.Gateway;
import org.demur.schema.DatabaseProblem.Severity;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready when every database that can be served is open and queries get their turn; tells of those
 * that cannot be served.
 */
@Readiness
@Singleton
final class DatabasesReady implements HealthCheck {
    private final Gateway gateway;
    private final StartupWarmup warmUp;
    private final QueryThreads threads;
    private final QueryWorkers workers;

    DatabasesReady(
            Gateway gateway, StartupWarmup warmUp, QueryThreads threads, QueryWorkers workers) {
        this.threads = threads;
        this.workers = workers;
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
        return response.status(!ids.isEmpty() && threads.canAnswer() && workers.canAnswer())
                .build();
    }
}
