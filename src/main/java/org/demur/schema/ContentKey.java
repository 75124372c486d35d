package org.demur.schema;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.TreeMap;
import org.demur.file.Sha256;

/**
 * The digest of everything that a kept file depends on: where any of it changes, the file no longer
 * fits. Used by one thread.
 */
public final class ContentKey {
    private static final System.Logger LOG = System.getLogger(ContentKey.class.getName());
    private static final String OWN_CODE = "org.demur.";

    /** Unpacked once, though each database's keys ask for them. */
    private static final ClassValue<byte[]> CODE =
            new ClassValue<>() {
                @Override
                protected byte[] computeValue(Class<?> type) {
                    return digestOfCode(type);
                }
            };

    private final MessageDigest sha;

    private ContentKey(MessageDigest sha) {
        this.sha = sha;
    }

    /**
     * A key that so far depends on this Java runtime and the file's layout.
     *
     * @param format to be changed with the layout
     */
    public static ContentKey of(String format) {
        return new ContentKey(Sha256.begun()).with(format).with(Runtime.version().toString());
    }

    /** Adds a text. The length goes first, so that no two lists of texts look alike. */
    public ContentKey with(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        sha.update(bytes);
        return this;
    }

    /** Adds the compiled code of those classes that are the program's own. */
    public ContentKey withCode(Collection<Class<?>> types) {
        types.forEach(this::addCode);
        return this;
    }

    private void addCode(Class<?> type) {
        if (type.getName().startsWith(OWN_CODE)) {
            sha.update(CODE.get(type));
        }
    }

    private static byte[] digestOfCode(Class<?> type) {
        var digest = Sha256.begun();
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream code = type.getResourceAsStream(file)) {
            if (code != null) {
                digest.update(code.readAllBytes());
            }
        } catch (IOException e) {
            // the format alone then tells programs apart
            LOG.log(System.Logger.Level.DEBUG, "no code of " + type, e);
        }
        return digest.digest();
    }

    /**
     * Adds names, types, keys, the now, the constants and the semantic layer; values are told by a
     * content digest.
     */
    public ContentKey with(DatabaseSchema schema) {
        return with(schema.tables().toString())
                .with(schema.semantics().toString())
                .with(String.valueOf(schema.now()))
                .with(new TreeMap<>(schema.constants()).toString());
    }

    /** Adds the pairs, in their order. */
    public ContentKey with(Collection<VerifiedQuery> pairs) {
        for (VerifiedQuery pair : pairs) {
            with(pair.id()).with(pair.question()).with(pair.sql() == null ? "" : "=" + pair.sql());
        }
        return this;
    }

    /** Of 32 bytes; the key can be used no further. */
    public byte[] digest() {
        return sha.digest();
    }

    /** The same as 64 hexadecimal digits. */
    public String hex() {
        return HexFormat.of().formatHex(digest());
    }
}
