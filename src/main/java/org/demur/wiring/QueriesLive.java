package org.demur.wiring;

import jakarta.inject.Singleton;
import org.demur.execution.jdbc.QueryThreads;
import org.demur.execution.jdbc.QueryWorkers;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** Alive while the engine can be asked: where no query ends any more, only a new process helps. */
@Liveness
@Singleton
final class QueriesLive implements HealthCheck {
    private final QueryThreads threads;
    private final QueryWorkers workers;

    QueriesLive(QueryThreads threads, QueryWorkers workers) {
        this.threads = threads;
        this.workers = workers;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("queries")
                .status(threads.canAnswer() && workers.canAnswer())
                .build();
    }
}
