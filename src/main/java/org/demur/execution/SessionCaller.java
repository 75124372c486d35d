package org.demur.execution;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * For whom statements run, where a database shows each caller rows of its own. Known to everything
 * that runs within {@link #as} on the same thread; elsewhere there is no caller, and such a
 * database runs nothing.
 */
public final class SessionCaller {
    /** Stands for nobody: a policy shows it what everybody may see, in most cases nothing. */
    private static final String NOBODY = "";

    private static final ScopedValue<String> CURRENT = ScopedValue.newInstance();

    private SessionCaller() {}

    /**
     * Does work for a caller.
     *
     * @param name null where nobody has signed in
     */
    public static <T> T as(@Nullable String name, Supplier<T> work) {
        return name == null || name.isBlank() || name.indexOf('\0') >= 0
                ? work.get()
                : ScopedValue.where(CURRENT, name).call(work::get);
    }

    /** Does work whose result every caller may see. */
    public static <T> T asNobody(Supplier<T> work) {
        return ScopedValue.where(CURRENT, NOBODY).call(work::get);
    }

    /** The name of whom work is done for; empty where nobody said. */
    public static Optional<String> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }
}
