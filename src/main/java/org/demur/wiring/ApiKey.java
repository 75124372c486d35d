package org.demur.wiring;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.api.Credentials;
import org.demur.file.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * A caller's secret: {@code demur_NAME_SECRET}, so that who finds one sees whose it is. Its 256
 * random bits leave nothing to guess, which is why one fast digest is enough to keep.
 *
 * @param name of letters a to z, digits and {@code -}; at most 63
 * @param text the whole key
 */
public record ApiKey(String name, String text) {
    private static final int SECRET_BYTES = 32;

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    private static final Pattern KEY =
            Pattern.compile(
                    Credentials.KEY_PREFIX + "(" + NAME + ")_[0-9a-f]{" + 2 * SECRET_BYTES + "}");

    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

    /** A new one for a name, as {@link #isName} allows it. */
    public static ApiKey make(String name) {
        var secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return new ApiKey(
                name, Credentials.KEY_PREFIX + name + "_" + HexFormat.of().formatHex(secret));
    }

    /** Null where the text is of another form. */
    public static @Nullable ApiKey read(String text) {
        Matcher matcher = KEY.matcher(text);
        return matcher.matches() ? new ApiKey(matcher.group(1), text) : null;
    }

    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    public static boolean isDigest(String text) {
        return DIGEST.matcher(text).matches();
    }

    /** What is kept in its place: {@code sha256:} and 64 hexadecimal digits. */
    public String digest() {
        return "sha256:" + Sha256.of(text);
    }

    /** In the same time whatever differs. */
    public boolean hasDigest(String digest) {
        return MessageDigest.isEqual(
                digest().getBytes(StandardCharsets.US_ASCII),
                digest.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public String toString() {
        return name;
    }
}
