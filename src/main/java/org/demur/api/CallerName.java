package org.demur.api;

/** Tells who sends the request at hand. */
@FunctionalInterface
public interface CallerName {
    /** Whoever did not sign in. */
    String ANONYMOUS = "anonymous";

    /** Stable for a person; never blank. Called on the thread of the request. */
    String current();
}
