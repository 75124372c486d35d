package org.demur.inference;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What is sent to a model.
 *
 * @param instructions what to do, written by us
 * @param input what to do it with: a question, a schema, a draft; untrusted
 */
public record Prompt(String instructions, String input) {
    /** SHA-256 of both texts in hex: equal exactly for equal prompts. */
    public String digest() {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(instructions.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0); // so that no text can move from one part into the other
            digest.update(input.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Upper bound of its size: no tokenizer in use makes more tokens than there are bytes. */
    public int bytes() {
        return instructions.getBytes(StandardCharsets.UTF_8).length
                + input.getBytes(StandardCharsets.UTF_8).length;
    }
}
