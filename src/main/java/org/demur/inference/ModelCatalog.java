package org.demur.inference;

import java.util.List;
import java.util.Optional;

/** The chat models that the configuration names. Thread-safe. */
public interface ModelCatalog {
    /** Where no model is configured. */
    ModelCatalog NONE =
            new ModelCatalog() {
                @Override
                public List<String> names() {
                    return List.of();
                }

                @Override
                public Optional<String> problem(String name) {
                    return Optional.of("no language model is configured");
                }

                @Override
                public Configured model(String name) {
                    throw new IllegalStateException("asked for a model without looking for it");
                }
            };

    /**
     * A model as configured.
     *
     * @param model answers prompts
     * @param contextTokens tokens that prompt and completion may have together
     * @param completionTokens tokens of the longest completion; part of the context
     */
    record Configured(ChatModel model, int contextTokens, int completionTokens) {}

    /** In ascending order; empty where no model is configured. */
    List<String> names();

    /** Why a model cannot be called, and what to do about it; empty where it can. Calls none. */
    Optional<String> problem(String name);

    /**
     * The model of this exact name.
     *
     * @throws org.demur.failure.GatewayException {@code INVALID_CONFIGURATION} where there is a
     *     {@link #problem}
     */
    Configured model(String name);
}
