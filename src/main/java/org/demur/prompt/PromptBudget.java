package org.demur.prompt;

import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.Prompt;
import org.demur.inference.TokenCount;

/**
 * How large a prompt may be.
 *
 * @param contextTokens that the model can take, completion included
 * @param completionTokens that are kept free for the answer
 * @param count how a text's tokens are counted
 */
public record PromptBudget(int contextTokens, int completionTokens, TokenCount count) {
    /** Around the two messages, whatever the model's template. */
    private static final int FRAME = 32;

    /** Kept free besides, because the model may count a little differently. */
    private static final double RESERVE = 0.1;

    public int tokens(Prompt prompt) {
        return count.of(prompt.instructions()) + count.of(prompt.input()) + FRAME;
    }

    /** The largest prompt, in tokens as counted here. */
    public int largest() {
        return (int) ((contextTokens - completionTokens) * (1 - RESERVE));
    }

    public boolean fits(Prompt prompt) {
        return tokens(prompt) <= largest();
    }

    /**
     * The prompt, if it fits.
     *
     * @throws GatewayException {@code INVALID_CONFIGURATION} where it does not: nothing is ever cut
     *     off unseen
     */
    public Prompt checked(Prompt prompt) {
        if (!fits(prompt)) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "a prompt has %d tokens and the model's context leaves room for %d: take a model with a larger context, or raise its context tokens if it has more"
                            .formatted(tokens(prompt), largest()));
        }
        return prompt;
    }
}
