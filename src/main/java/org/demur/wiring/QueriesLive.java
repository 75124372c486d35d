package org.demur.wiring;

import jakarta.inject.Singleton;
import org.demur.execution.jdbc.QueryThreads;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** Alive while the engine can be asked: where no query ends any more, only a new process helps. */
@Liveness
@Singleton
final class QueriesLive implements HealthCheck {
    private final QueryThreads threads;

    QueriesLive(QueryThreads threads) {
        this.threads = threads;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("queries").status(threads.canAnswer()).build();
    }
}
