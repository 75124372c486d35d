package org.demur.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Content that serves for one key only: in its file stand the key, a CRC-32C of the content, and
 * the content.
 */
public final class KeyedFile {
    /** Of a key: a SHA-256. */
    private static final int KEY_BYTES = 32;

    private static final int HEADER_BYTES = KEY_BYTES + Long.BYTES;

    private KeyedFile() {}

    /**
     * The content, from the buffer's position to its limit; empty where there is no file, where it
     * was written for another key, and where it is damaged.
     */
    public static Optional<ByteBuffer> read(Path file, byte[] key) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        byte[] bytes = Files.readAllBytes(file);
        boolean fits =
                bytes.length >= HEADER_BYTES
                        && MessageDigest.isEqual(key, Arrays.copyOf(bytes, KEY_BYTES))
                        && ByteBuffer.wrap(bytes).getLong(KEY_BYTES)
                                == checksum(bytes, HEADER_BYTES);
        return fits
                ? Optional.of(ByteBuffer.wrap(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES))
                : Optional.empty();
    }

    /** Replaces the file, so that no reader ever sees half of it; only its owner may read it. */
    public static void write(Path file, byte[] key, byte[] content) throws IOException {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("a key has " + KEY_BYTES + " bytes");
        }
        byte[] header =
                ByteBuffer.allocate(HEADER_BYTES).put(key).putLong(checksum(content, 0)).array();
        OwnFile.write(
                file,
                out -> {
                    out.write(header);
                    out.write(content);
                });
    }

    private static long checksum(byte[] bytes, int from) {
        var sum = new CRC32C();
        sum.update(bytes, from, bytes.length - from);
        return sum.getValue();
    }
}
