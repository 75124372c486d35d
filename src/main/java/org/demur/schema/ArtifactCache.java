package org.demur.schema;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Keeps what was derived of a database between starts: parts by name, each under a key of all that
 * it depends on. Thread-safe.
 */
public interface ArtifactCache {
    /** Keeps nothing. */
    ArtifactCache NONE =
            new ArtifactCache() {
                @Override
                public Optional<ByteBuffer> find(String part, String key) {
                    return Optional.empty();
                }

                @Override
                public void keep(String part, String key, byte[] content) {
                    // derived anew at every start
                }
            };

    /** The part kept under exactly this key; empty where there is none or it is broken. */
    Optional<ByteBuffer> find(String part, String key);

    /** Replaces what was kept of a part; where that fails, the next start is slower. */
    void keep(String part, String key, byte[] content);

    /**
     * The same, read.
     *
     * @param read any exception means that it cannot be used
     */
    default <T> Optional<T> find(String part, String key, Function<ByteBuffer, T> read) {
        try {
            return find(part, key).map(read);
        } catch (RuntimeException e) { // broken is as good as absent
            System.getLogger(ArtifactCache.class.getName())
                    .log(System.Logger.Level.DEBUG, "the kept " + part + " cannot be used", e);
            return Optional.empty();
        }
    }

    /**
     * A part as it was kept, else derived and kept.
     *
     * @param read takes what {@code written} gave; any exception means that it cannot be used
     */
    default <T> T orDerived(
            String part,
            String key,
            Function<ByteBuffer, T> read,
            Supplier<T> derived,
            Function<T, byte[]> written) {
        return find(part, key, read)
                .orElseGet(() -> {
                    T made = derived.get();
                    keep(part, key, written.apply(made));
                    return made;
                });
    }
}
