package org.demur.wiring;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file of {@code config/experiments} as written; docs/experiments.md says what its keys mean. */
record WrittenExperiment(
        @Nullable String description,
        @Nullable List<String> databases,
        @Nullable String unit,
        @Nullable String start,
        @Nullable String end,
        @Nullable BigDecimal penalty,
        @Nullable List<Variant> variants,
        @Nullable List<Variant> shadows,
        @Nullable ShadowBounds shadowBounds,
        @Nullable Guardrails guardrails) {
    record Variant(
            @Nullable String name,
            @Nullable String strategy,
            @Nullable BigDecimal penalty,
            @Nullable BigDecimal share) {}

    record ShadowBounds(
            @Nullable Integer concurrent,
            @Nullable Integer perDay,
            @Nullable BigDecimal costPerDay) {}

    record Guardrails(@Nullable BigDecimal wrong, @Nullable Slow slow, @Nullable Costly costly) {}

    record Slow(@Nullable String over, @Nullable BigDecimal share) {}

    record Costly(@Nullable BigDecimal over, @Nullable BigDecimal share) {}
}
