package org.demur.wiring;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A file of {@code config/models} as a person wrote it; docs/llm.md says what its keys mean. */
record WrittenModel(
        @Nullable String description,
        @Nullable String provider,
        @Nullable String url,
        @Nullable String model,
        @Nullable String key,
        @Nullable Map<String, String> query,
        @Nullable Double temperature,
        @Nullable Double sampleTemperature,
        @Nullable Integer maxTokens,
        @Nullable Integer topTokens,
        @Nullable Integer contextTokens,
        @Nullable WrittenPrice price,
        @Nullable WrittenLimits limits) {
    /** Of a million tokens. */
    record WrittenPrice(@Nullable Double input, @Nullable Double output) {}

    /** Durations as {@code 20s} or {@code 500ms}. */
    record WrittenLimits(
            @Nullable String timeLimit,
            @Nullable String attemptTimeLimit,
            @Nullable Integer attempts,
            @Nullable String pause,
            @Nullable Integer maxConcurrent,
            @Nullable Integer maxWaiting,
            @Nullable Integer window,
            @Nullable String outage) {}
}
