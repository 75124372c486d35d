package org.demur.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests of content, as 64 hexadecimal digits in lower case. */
public final class Sha256 {
    private static final int BUFFER_BYTES = 1 << 18;

    private Sha256() {}

    public static String of(String text) {
        return HexFormat.of().formatHex(bytesOf(text));
    }

    /** The digest of a text as 32 bytes. */
    public static byte[] bytesOf(String text) {
        return begun().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    public static String of(byte[] content) {
        return HexFormat.of().formatHex(begun().digest(content));
    }

    /** The digest of a file's content. */
    public static String of(Path file) throws IOException {
        MessageDigest digest = begun();
        try (InputStream input = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** A digest of nothing yet; for one thread. */
    public static MessageDigest begun() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
