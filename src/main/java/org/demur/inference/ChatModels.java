package org.demur.inference;

import java.util.List;
import java.util.Optional;

/** The chat models that the configuration names. Thread-safe. */
public interface ChatModels {
    /** Where no model is configured. */
    ChatModels NONE =
            new ChatModels() {
                @Override
                public List<String> names() {
                    return List.of();
                }

                @Override
                public Optional<Configured> model(String name) {
                    return Optional.empty();
                }
            };

    /**
     * A model as configured.
     *
     * @param name as strategies call it
     * @param model answers prompts
     * @param contextTokens tokens that prompt and completion may have together
     * @param completionTokens tokens of the longest completion; part of the context
     */
    record Configured(String name, ChatModel model, int contextTokens, int completionTokens) {}

    /** In ascending order; empty where no model is configured. */
    List<String> names();

    /** The model of this exact name; empty where none is configured under it. */
    Optional<Configured> model(String name);
}
