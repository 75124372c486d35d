package org.demur.evaluation.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.file.DerivedFile;
import org.demur.file.OwnFile;
import org.demur.file.Sha256;
import org.demur.file.UserCache;
import org.demur.schema.jdbc.FileEngine;

/**
 * Files derived from others, kept under the digest of what they were derived from; they appear by
 * renaming, so a reader never meets half a file. Thread-safe, also between processes.
 */
public final class ContentCache {
    private static final System.Logger LOG = System.getLogger(ContentCache.class.getName());

    private final Path folder;
    private final Map<Path, String> digests = new ConcurrentHashMap<>();

    public ContentCache(Path folder) {
        this.folder = folder;
    }

    /**
     * The cache of this user, as {@link UserCache} says; below the temporary folder where that
     * cannot be written.
     *
     * @param environment the process's variables
     */
    public static ContentCache ofUser(Map<String, String> environment) {
        Path folder = UserCache.folder(environment);
        try {
            OwnFile.makeFolder(folder);
            UserCache.close(environment);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "no cache in " + folder, e);
        }
        return new ContentCache(
                Files.isWritable(folder)
                        ? folder
                        : Path.of(System.getProperty("java.io.tmpdir", "."), "demur-cache"));
    }

    /** The SHA-256 of a file, in hex; read once in the life of this object. */
    public String digest(Path file) {
        return digests.computeIfAbsent(file, ContentCache::sha256);
    }

    /** Where a derived file lies, or would. */
    public Path path(String kind, String name) {
        return UserCache.folder(folder, kind).resolve(name);
    }

    /** The file itself, or for a gzip file its content in the cache. */
    public Path unpacked(Path file) {
        if (!String.valueOf(file.getFileName()).endsWith(".gz")) {
            return file;
        }
        Path target = path("databases", digest(file) + FileEngine.SUFFIX);
        try {
            DerivedFile.unpack(file, target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // what it was unpacked from says as much about its content as its own bytes would
        digests.put(target, digest(file) + "-unpacked");
        return target;
    }

    private static String sha256(Path file) {
        try {
            return Sha256.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
