package org.demur.schema;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The verified queries of one database as they are now: they follow their files without a restart.
 * Thread-safe.
 */
@FunctionalInterface
public interface VerifiedQueries {
    /** For databases without any. */
    VerifiedQueries NONE = () -> Snapshot.EMPTY;

    /**
     * Whether so many pairs are too few to teach a question's words by themselves: then general
     * English helps, a sentence model's and a list of synonyms, which only mislead where more is
     * known (decision 0021).
     */
    static boolean areFew(int pairs) {
        return pairs <= 300;
    }

    /** The pairs and their version, taken together. */
    Snapshot snapshot();

    /** That a file of them was just changed by this program, so that whoever asks next looks. */
    default void fileChanged() {}

    /** The pairs, in the order of their files. */
    default List<VerifiedQuery> current() {
        return snapshot().queries();
    }

    /** The pair of this id, where there is one now. */
    default Optional<VerifiedQuery> withId(String id) {
        return current().stream().filter(query -> query.id().equals(id)).findFirst();
    }

    /** What is made of the pairs, anew where they have changed since it was last asked for. */
    default <T> Supplier<T> made(Function<List<VerifiedQuery>, T> making) {
        record Made<T>(long version, T of) {}
        var last = new AtomicReference<@Nullable Made<T>>();
        return () -> {
            var snapshot = snapshot();
            var made = last.get();
            if (made == null || made.version() != snapshot.version()) {
                made = new Made<>(snapshot.version(), making.apply(snapshot.queries()));
                last.set(made);
            }
            return made.of();
        };
    }

    /** Rises whenever the pairs change; two equal versions mean the same pairs. */
    default long version() {
        return snapshot().version();
    }

    /**
     * The pairs at one moment.
     *
     * @param version rises with every change, starting at 0
     * @param queries in the order of their files, ids unique
     */
    record Snapshot(long version, List<VerifiedQuery> queries) {
        static final Snapshot EMPTY = new Snapshot(0, List.of());

        public Snapshot {
            queries = List.copyOf(queries);
        }
    }
}
