package org.demur.inference;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.demur.file.Sha256;

/**
 * What is sent to a model.
 *
 * @param instructions what to do, written by us
 * @param input what to do it with: a question, a schema, a draft; untrusted
 */
public record Prompt(String instructions, String input) {
    /** SHA-256 of both texts in hex: equal exactly for equal prompts. */
    public String digest() {
        var digest = Sha256.begun();
        digest.update(instructions.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0); // so that no text can move from one part into the other
        digest.update(input.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Upper bound of its size: no tokenizer in use makes more tokens than there are bytes. */
    public int bytes() {
        return instructions.getBytes(StandardCharsets.UTF_8).length
                + input.getBytes(StandardCharsets.UTF_8).length;
    }
}
