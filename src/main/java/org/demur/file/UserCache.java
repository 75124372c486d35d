package org.demur.file;

import java.nio.file.Path;
import java.util.Map;

/** The folder of files that can be made again at any time; deleting it costs only time. */
public final class UserCache {
    /** The system property that goes before all variables. */
    public static final String PROPERTY = "org.demur.cache";

    private UserCache() {}

    /**
     * The system property, else {@code $DEMUR_CACHE}, else {@code $XDG_CACHE_HOME/demur}, else
     * {@code ~/.cache/demur}; absolute, and possibly not there yet.
     *
     * @param environment the process's variables
     */
    public static Path folder(Map<String, String> environment) {
        String own = System.getProperty(PROPERTY, environment.getOrDefault("DEMUR_CACHE", ""));
        if (!own.isBlank()) {
            return Path.of(own).toAbsolutePath();
        }
        String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path base =
                shared.isBlank()
                        ? Path.of(System.getProperty("user.home", "."), ".cache")
                        : Path.of(shared);
        return base.resolve("demur").toAbsolutePath();
    }
}
