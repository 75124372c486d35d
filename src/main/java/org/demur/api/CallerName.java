package org.demur.api;

/** Tells who sends the request at hand. */
@FunctionalInterface
public interface CallerName {
    /** Stable for a person; never blank. Called on the thread of the request. */
    String current();
}
