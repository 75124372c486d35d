package org.demur.api;

import java.time.Duration;
import java.util.Optional;

/** How much each caller may ask. Thread-safe. */
@FunctionalInterface
public interface Allowance {
    /**
     * Takes one question from what the caller has left.
     *
     * @return how long until there is one again; empty where there was
     */
    Optional<Duration> take(Caller caller);
}
