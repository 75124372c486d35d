package org.demur.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The folder of files that can be made again at any time; deleting it costs only time. */
public final class UserCache {
    /** The system property that goes before all variables. */
    public static final String PROPERTY = "org.demur.cache";

    /** The folders in it, by what lies there. */
    private static final Set<String> KINDS =
            Set.of(
                    "checked",
                    "databases",
                    "derived",
                    "digests",
                    "generated",
                    "gold",
                    "indexed-1",
                    "models",
                    "schemas",
                    "spending",
                    "unpacked",
                    "vectors");

    private static final System.Logger LOG = System.getLogger(UserCache.class.getName());

    private UserCache() {}

    /**
     * The system property, else {@code $DEMUR_CACHE}, else {@code $XDG_CACHE_HOME/demur}, else
     * {@code ~/.cache/demur}; absolute, and possibly not there yet.
     *
     * @param environment the process's variables
     */
    public static Path folder(Map<String, String> environment) {
        return named(environment).orElseGet(() -> usual(environment));
    }

    /**
     * Takes from other users what they may do with what lies in {@link #folder}. A folder that was
     * named may hold other things too: there only what Demur keeps is closed.
     */
    public static void close(Map<String, String> environment) {
        Path folder = folder(environment);
        try {
            if (named(environment).isEmpty() && Files.isDirectory(folder)) {
                OwnFile.closeTree(folder);
                return;
            }
            for (String kind : KINDS) {
                if (Files.isDirectory(folder.resolve(kind))) {
                    OwnFile.closeTree(folder.resolve(kind));
                }
            }
        } catch (IOException | UncheckedIOException e) { // another user's, or just deleted
            LOG.log(Level.WARNING, "{0} cannot be kept from other users: {1}", folder, e);
        }
    }

    /** The folder of a kind of entries, there or not. */
    public static Path folder(Path cache, String kind) {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException("the cache has no folder " + kind);
        }
        return cache.resolve(kind);
    }

    private static Optional<Path> named(Map<String, String> environment) {
        String own = System.getProperty(PROPERTY, environment.getOrDefault("DEMUR_CACHE", ""));
        return own.isBlank() ? Optional.empty() : Optional.of(Path.of(own).toAbsolutePath());
    }

    private static Path usual(Map<String, String> environment) {
        String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path base =
                shared.isBlank()
                        ? Path.of(System.getProperty("user.home", "."), ".cache")
                        : Path.of(shared);
        return base.resolve("demur").toAbsolutePath();
    }
}
