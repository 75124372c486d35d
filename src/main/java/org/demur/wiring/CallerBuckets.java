package org.demur.wiring;

import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.api.Allowance;
import org.demur.api.Caller;
import org.demur.api.Caller.Bounds;

/**
 * A token bucket for each caller's minute and day, in this process: a restart fills them, and each
 * replica has its own.
 */
final class CallerBuckets implements Allowance {
    private record Bounded(String caller, Bounds bounds) {}

    /** As many as there are callers who asked; a caller whose bounds change begins anew. */
    private final Map<Bounded, Bucket> buckets = new ConcurrentHashMap<>();

    @Override
    public Optional<Duration> take(Caller caller) {
        var bounds = caller.bounds();
        if (bounds.questionsPerMinute() == 0 && bounds.questionsPerDay() == 0) {
            return Optional.empty();
        }
        var taken =
                buckets.computeIfAbsent(
                                new Bounded(caller.name(), bounds), key -> full(key.bounds()))
                        .tryConsumeAndReturnRemaining(1);
        return taken.isConsumed()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(taken.getNanosToWaitForRefill()));
    }

    private static Bucket full(Bounds bounds) {
        var bucket = Bucket.builder();
        if (bounds.questionsPerMinute() > 0) {
            bucket.addLimit(limit ->
                    limit.capacity(bounds.questionsPerMinute())
                            .refillGreedy(bounds.questionsPerMinute(), Duration.ofMinutes(1)));
        }
        if (bounds.questionsPerDay() > 0) {
            bucket.addLimit(limit ->
                    limit.capacity(bounds.questionsPerDay())
                            .refillGreedy(bounds.questionsPerDay(), Duration.ofDays(1)));
        }
        return bucket.build();
    }
}
