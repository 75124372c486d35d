package org.demur.schema.jdbc;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * A directory of files that can be made again at any time. Whatever is read from it is checked by
 * its reader; what is broken counts as absent.
 *
 * @param directory made when first written to
 */
public record Cache(Path directory) {
    /** {@code $DEMUR_CACHE}, else {@code $XDG_CACHE_HOME/demur}, else {@code ~/.cache/demur}. */
    public static Cache of(Map<String, String> environment) {
        String own = environment.getOrDefault("DEMUR_CACHE", "");
        if (!own.isEmpty()) {
            return new Cache(Path.of(own).toAbsolutePath());
        }
        String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path base =
                shared.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(shared);
        return new Cache(base.resolve("demur").toAbsolutePath());
    }

    /** Where an entry lies, whether it is there or not. */
    public Path entry(String kind, String name) {
        return directory.resolve(kind).resolve(name);
    }

    /** Writes an entry so that no reader, in this process or another, ever sees half of it. */
    public void write(Path entry, Content content) throws IOException {
        Path folder = entry.getParent();
        if (folder == null) {
            throw new IOException("not inside the cache: " + entry);
        }
        Files.createDirectories(folder);
        Path draft = Files.createTempFile(folder, "draft-", ".tmp");
        try {
            try (OutputStream out = Files.newOutputStream(draft)) {
                content.writeTo(out);
            }
            Files.move(
                    draft,
                    entry,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Produces an entry's bytes. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }
}
