package org.demur.inference;

import java.util.ArrayList;
import java.util.List;

/** A model that continues a conversation of one turn. Thread-safe. */
@FunctionalInterface
public interface ChatModel {
    /**
     * The model's answer, as likely as its configuration makes it. Two calls with the same prompt
     * may give different ones.
     *
     * @throws org.demur.failure.GatewayException {@code MODEL_UNAVAILABLE} when there is no answer,
     *     {@code BUDGET_EXHAUSTED} when it would cost too much, {@code MALFORMED_OUTPUT} when there
     *     is one that cannot be read
     */
    Completion complete(Prompt prompt);

    /**
     * Independent samples, drawn at the temperature for samples where the model has one, in one
     * request where its server can.
     *
     * @param count at least 1
     * @return as many as asked for
     * @throws org.demur.failure.GatewayException as {@link #complete}; then there is none at all
     */
    default List<Completion> samples(Prompt prompt, int count) {
        List<Completion> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            samples.add(complete(prompt));
        }
        return List.copyOf(samples);
    }
}
