package org.demur.wiring;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file of {@code config/callers} as written; docs/configuration.md says what its keys mean. */
record WrittenCaller(
        @Nullable String key,
        @Nullable String group,
        @Nullable List<String> roles,
        @Nullable List<String> databases,
        @Nullable String expires,
        @Nullable String revoked,
        @Nullable Integer questionsPerMinute,
        @Nullable Integer questionsPerDay,
        @Nullable Long tokensPerDay,
        @Nullable Double costPerDay) {}
