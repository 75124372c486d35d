package org.demur.schema.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.demur.file.OwnFile;
import org.demur.file.UserCache;
import org.demur.file.WholeFile;

/**
 * A directory of files that can be made again at any time, for their owner only. Whatever is read
 * from it is checked by its reader; what is broken counts as absent.
 *
 * @param directory made when first written to
 */
public record Cache(Path directory) {
    /** The user's, as {@link UserCache} says. */
    public static Cache of(Map<String, String> environment) {
        return new Cache(UserCache.folder(environment));
    }

    /** Where the entries of a kind lie, there or not. */
    public Path folder(String kind) {
        return UserCache.folder(directory, kind);
    }

    /** Where an entry lies, whether it is there or not. */
    public Path entry(String kind, String name) {
        return folder(kind).resolve(name);
    }

    /** Writes an entry so that no reader, in this process or another, ever sees half of it. */
    public void write(Path entry, WholeFile.Content content) throws IOException {
        OwnFile.write(entry, content);
    }
}
