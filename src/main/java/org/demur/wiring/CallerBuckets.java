package org.demur.wiring;

import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.api.Allowance;
import org.demur.api.Caller;

/**
 * A token bucket for each caller's minute and day, in this process: a restart fills them, and each
 * replica has its own.
 */
final class CallerBuckets implements Allowance {
    private record Bounds(String caller, int perMinute, int perDay) {}

    /** As many as there are callers who asked; a caller whose bounds change begins anew. */
    private final Map<Bounds, Bucket> buckets = new ConcurrentHashMap<>();

    @Override
    public Optional<Duration> take(Caller caller) {
        if (caller.perMinute() == 0 && caller.perDay() == 0) {
            return Optional.empty();
        }
        var bounds = new Bounds(caller.name(), caller.perMinute(), caller.perDay());
        var taken =
                buckets.computeIfAbsent(bounds, CallerBuckets::full)
                        .tryConsumeAndReturnRemaining(1);
        return taken.isConsumed()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(taken.getNanosToWaitForRefill()));
    }

    private static Bucket full(Bounds bounds) {
        var bucket = Bucket.builder();
        if (bounds.perMinute() > 0) {
            bucket.addLimit(limit ->
                    limit.capacity(bounds.perMinute())
                            .refillGreedy(bounds.perMinute(), Duration.ofMinutes(1)));
        }
        if (bounds.perDay() > 0) {
            bucket.addLimit(limit ->
                    limit.capacity(bounds.perDay())
                            .refillGreedy(bounds.perDay(), Duration.ofDays(1)));
        }
        return bucket.build();
    }
}
