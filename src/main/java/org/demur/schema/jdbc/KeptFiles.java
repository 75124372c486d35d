package org.demur.schema.jdbc;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.demur.schema.Kept;

/** One file of the cache for each part: the key, a CRC-32C of the content, and the content. */
public final class KeptFiles implements Kept {
    private static final System.Logger LOG = System.getLogger(KeptFiles.class.getName());

    /** Of a SHA-256. */
    private static final int KEY_BYTES = 32;

    private static final int HEADER_BYTES = KEY_BYTES + Long.BYTES;

    private final Cache cache;
    private final String name;

    /**
     * @param name of what the parts belong to
     */
    public KeptFiles(Cache cache, String name) {
        this.cache = cache;
        this.name = name;
    }

    @Override
    public Optional<ByteBuffer> find(String part, String key) {
        var file = file(part);
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            var bytes = Files.readAllBytes(file);
            boolean fits =
                    bytes.length >= HEADER_BYTES
                            && HexFormat.of().formatHex(bytes, 0, KEY_BYTES).equals(key)
                            && ByteBuffer.wrap(bytes).getLong(KEY_BYTES) == checksum(bytes);
            return fits
                    ? Optional.of(ByteBuffer.wrap(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES))
                    : Optional.empty();
        } catch (IOException e) { // a broken cache is an absent one
            LOG.log(Level.DEBUG, file + " cannot be used", e);
            return Optional.empty();
        }
    }

    @Override
    public void keep(String part, String key, byte[] content) {
        var bytes = new byte[HEADER_BYTES + content.length];
        System.arraycopy(HexFormat.of().parseHex(key), 0, bytes, 0, KEY_BYTES);
        System.arraycopy(content, 0, bytes, HEADER_BYTES, content.length);
        ByteBuffer.wrap(bytes).putLong(KEY_BYTES, checksum(bytes));
        try {
            cache.write(file(part), out -> out.write(bytes));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "What was derived of a database could not be kept: {0}", e);
        }
    }

    private Path file(String part) {
        return cache.entry("derived", name + "." + part);
    }

    private static long checksum(byte[] bytes) {
        var sum = new CRC32C();
        sum.update(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES);
        return sum.getValue();
    }
}
