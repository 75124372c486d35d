package org.demur.evaluation.compare;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;

/**
 * Files derived from others, kept under the digest of what they were derived from; they appear by
 * renaming, so a reader never meets half a file. Thread-safe, also between processes.
 */
public final class ContentCache {
    private static final System.Logger LOG = System.getLogger(ContentCache.class.getName());
    private static final int BUFFER_BYTES = 1 << 18;

    private final Path folder;
    private final Map<Path, String> digests = new ConcurrentHashMap<>();

    public ContentCache(Path folder) {
        this.folder = folder;
    }

    /**
     * The cache of this user: the system property {@code org.demur.cache}, else {@code
     * DEMUR_CACHE}, else {@code XDG_CACHE_HOME/demur}, else {@code ~/.cache/demur}; below the
     * temporary folder where that cannot be written.
     *
     * @param environment the process's variables
     */
    public static ContentCache ofUser(Map<String, String> environment) {
        Path folder = folderOfUser(environment);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "no cache in " + folder, e);
        }
        return new ContentCache(
                Files.isWritable(folder)
                        ? folder
                        : Path.of(System.getProperty("java.io.tmpdir", "."), "demur-cache"));
    }

    private static Path folderOfUser(Map<String, String> environment) {
        String own =
                System.getProperty("org.demur.cache", environment.getOrDefault("DEMUR_CACHE", ""));
        if (!own.isBlank()) {
            return Path.of(own);
        }
        String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path base =
                xdg.isBlank()
                        ? Path.of(System.getProperty("user.home", "."), ".cache")
                        : Path.of(xdg);
        return base.resolve("demur");
    }

    /** The SHA-256 of a file, in hex; read once in the life of this object. */
    public String digest(Path file) {
        return digests.computeIfAbsent(file, path -> sha256(path));
    }

    /** Where a derived file lies, or would. */
    public Path path(String kind, String name) {
        return folder.resolve(kind).resolve(name);
    }

    /** The file itself, or for a gzip file its content in the cache. */
    public Path unpacked(Path file) {
        if (!String.valueOf(file.getFileName()).endsWith(".gz")) {
            return file;
        }
        Path target = path("databases", digest(file) + ".sqlite");
        if (!Files.isRegularFile(target)) {
            write(
                    target,
                    output -> {
                        try (InputStream input = Files.newInputStream(file);
                                var packed = new BufferedInputStream(input, BUFFER_BYTES);
                                var content = new GZIPInputStream(packed, BUFFER_BYTES)) {
                            content.transferTo(output);
                        }
                    });
        }
        // what it was unpacked from says as much about its content as its own bytes would
        digests.put(target, digest(file) + "-unpacked");
        return target;
    }

    /** Writes a file beside its place and moves it there. */
    public static void write(Path target, Content content) {
        try {
            Path parent = target.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Path draft = Files.createTempFile(parent, "." + target.getFileName() + "-", ".part");
            try {
                try (OutputStream output = Files.newOutputStream(draft)) {
                    content.writeTo(output);
                }
                Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a file shall hold. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream output) throws IOException;
    }

    /** SHA-256 of a text, in hex. */
    public static String sha256(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    /** SHA-256 of a file's content, in hex. */
    public static String sha256(Path file) {
        MessageDigest digest = sha256();
        try (InputStream input = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
