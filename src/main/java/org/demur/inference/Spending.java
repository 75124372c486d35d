package org.demur.inference;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * What one question has used of models so far. It is known to everything that runs within {@link
 * #within} on the same thread. Thread-safe.
 */
public final class Spending {
    private static final ScopedValue<Spending> CURRENT = ScopedValue.newInstance();

    private SpendingLog.Used used;

    Spending() {
        this(SpendingLog.Used.NOTHING);
    }

    Spending(SpendingLog.Used used) {
        this.used = used;
    }

    /** Does work whose calls of models are added up together. */
    public static <T> T within(Supplier<T> work) {
        return ScopedValue.where(CURRENT, new Spending()).call(work::get);
    }

    /** What the work under way has used; nothing outside of {@link #within}. */
    public static SpendingLog.Used soFar() {
        return current().map(Spending::used).orElse(SpendingLog.Used.NOTHING);
    }

    private synchronized SpendingLog.Used used() {
        return used;
    }

    /** That of the work under way; empty outside of {@link #within}. */
    static Optional<Spending> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /**
     * Adds to it unless that would exceed a bound.
     *
     * @return whether it was added
     */
    synchronized boolean add(SpendingLog.Used more, Budget.Bounds bounds) {
        if (bounds.exceededBy(used.plus(more))) {
            return false;
        }
        used = used.plus(more);
        return true;
    }

    /** Corrects what was expected to what was used. */
    synchronized void correct(SpendingLog.Used by) {
        used = used.plus(by);
    }
}
