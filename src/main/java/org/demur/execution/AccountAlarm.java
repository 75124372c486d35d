package org.demur.execution;

/**
 * Hears that the engine was about to read what the database does not show, though the guard had let
 * the statement through: one of the two is wrong. Thread-safe.
 */
@FunctionalInterface
public interface AccountAlarm {
    /** Hears nothing. */
    AccountAlarm NOP = () -> {};

    void disagreed();
}
