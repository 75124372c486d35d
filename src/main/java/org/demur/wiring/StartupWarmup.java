package org.demur.wiring;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.demur.pipeline.Gateway;

/** Has the databases opened beside the start of the service, if that has not begun before it. */
@Singleton
final class StartupWarmup {
    private final Warmup warmup;

    StartupWarmup(Gateway gateway) {
        this.warmup = EarlyStart.warmup(gateway);
    }

    void start(@Observes StartupEvent event) {
        warmup.begin();
    }

    boolean isDone() {
        return warmup.isDone();
    }
}
