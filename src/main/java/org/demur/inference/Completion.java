package org.demur.inference;

import java.util.List;

/**
 * What a model wrote; untrusted.
 *
 * @param text as written
 * @param tokens with their log-probabilities, in order; empty where the model does not tell
 */
public record Completion(String text, List<TokenScore> tokens) {
    public Completion {
        tokens = List.copyOf(tokens);
    }

    /** A completion whose tokens are not known. */
    public static Completion of(String text) {
        return new Completion(text, List.of());
    }
}
