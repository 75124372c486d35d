package org.demur.inference;

/** A model that continues a conversation of one turn. Thread-safe. */
@FunctionalInterface
public interface ChatModel {
    /**
     * One sample. Two calls with the same prompt may give different ones.
     *
     * @throws org.demur.failure.GatewayException {@code MODEL_UNAVAILABLE} when there is no answer,
     *     {@code MALFORMED_OUTPUT} when there is one that cannot be read
     */
    Completion complete(Prompt prompt);
}
