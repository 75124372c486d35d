package org.demur.inference;

import java.util.List;

/**
 * What a model wrote; untrusted.
 *
 * @param text as written
 * @param tokens with their log-probabilities, in order; empty where the model does not tell
 * @param usage of the request that brought it; of several samples of one request the first has it
 *     all and the others have none, so that sums are right
 */
public record Completion(String text, List<TokenScore> tokens, Usage usage) {
    public Completion {
        tokens = List.copyOf(tokens);
    }

    /** A completion whose use of tokens is not known. */
    public Completion(String text, List<TokenScore> tokens) {
        this(text, tokens, Usage.NONE);
    }

    /** A completion whose tokens are not known. */
    public static Completion of(String text) {
        return new Completion(text, List.of());
    }
}
