package org.demur.schema.jdbc;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.demur.file.Sha256;

/**
 * SHA-256 of files, remembered in the cache by path, size and time of modification so that a start
 * need not read tens of megabytes again.
 */
public final class ContentDigest {
    private static final System.Logger LOG = System.getLogger(ContentDigest.class.getName());

    /**
     * A file changed within this time before it was read may change again without a new time of
     * modification, so its digest is not remembered.
     */
    private static final Duration CLOCK_GRAIN = Duration.ofSeconds(2);

    private final Cache cache;

    public ContentDigest(Cache cache) {
        this.cache = cache;
    }

    /** The digest of a file's content, in hexadecimal, lower case. */
    public String of(Path file) throws IOException {
        String stamp = stamp(file);
        Path entry = cache.entry("digests", Sha256.of(file.toString()) + ".txt");
        String remembered = remembered(entry, stamp);
        if (!remembered.isEmpty()) {
            return remembered;
        }
        Instant started = Instant.now();
        String digest = Sha256.of(file);
        Instant modified = Files.getLastModifiedTime(file).toInstant();
        if (stamp.equals(stamp(file)) && modified.isBefore(started.minus(CLOCK_GRAIN))) {
            remember(entry, stamp + "\n" + digest + "\n");
        }
        return digest;
    }

    /** Path, size and time: changes whenever the content does, as far as the file system tells. */
    static String stamp(Path file) throws IOException {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return "%s %d %d %s"
                .formatted(
                        file,
                        attributes.size(),
                        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                        attributes.fileKey());
    }

    /** Empty where nothing fitting is remembered. */
    private static String remembered(Path entry, String stamp) {
        if (!Files.isReadable(entry)) {
            return "";
        }
        try {
            List<String> lines = Files.readAllLines(entry);
            boolean fits =
                    lines.size() == 2
                            && lines.getFirst().equals(stamp)
                            && lines.getLast().matches("[0-9a-f]{64}");
            return fits ? lines.getLast() : "";
        } catch (IOException broken) { // a broken cache is an absent one
            return "";
        }
    }

    private void remember(Path entry, String lines) {
        try {
            cache.write(entry, out -> out.write(lines.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException notWritten) { // costs time at the next start, not correctness
            LOG.log(Level.DEBUG, "not remembered: " + entry, notWritten);
        }
    }
}
