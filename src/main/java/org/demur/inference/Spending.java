package org.demur.inference;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * What one question has used of models so far. It is known to everything that runs within {@link
 * #within} on the same thread. Thread-safe.
 */
public final class Spending {
    private static final ScopedValue<Spending> CURRENT = ScopedValue.newInstance();

    private long tokens;
    private double cost;

    Spending() {}

    /** Does work whose calls of models are added up together. */
    public static <T> T within(Supplier<T> work) {
        return ScopedValue.where(CURRENT, new Spending()).call(work::get);
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
    synchronized boolean add(long moreTokens, double moreCost, Budget.Bounds bounds) {
        if (bounds.exceededBy(tokens + moreTokens, cost + moreCost)) {
            return false;
        }
        tokens += moreTokens;
        cost += moreCost;
        return true;
    }

    /** Corrects what was expected to what was used. */
    synchronized void correct(long byTokens, double byCost) {
        tokens += byTokens;
        cost += byCost;
    }

    synchronized long tokens() {
        return tokens;
    }

    synchronized double cost() {
        return cost;
    }
}
