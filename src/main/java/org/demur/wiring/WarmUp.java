package org.demur.wiring;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.demur.pipeline.Gateway;

/** Has the databases opened beside the start of the service, if that has not begun before it. */
@Singleton
final class WarmUp {
    private final Opening opening;

    WarmUp(Gateway gateway) {
        this.opening = Ahead.opening(gateway);
    }

    void start(@Observes StartupEvent event) {
        opening.begin();
    }

    boolean isDone() {
        return opening.isDone();
    }
}
