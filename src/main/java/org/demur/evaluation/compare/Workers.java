package org.demur.evaluation.compare;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/** The same work on many items, over several threads. */
public final class Workers {
    private Workers() {}

    /**
     * Id to result, in the order of the items.
     *
     * @param threads items worked on at a time
     */
    public static <T, R> Map<String, R> each(
            Map<String, T> items, Function<T, R> work, int threads) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            var running = new LinkedHashMap<String, Future<R>>();
            items.forEach((id, item) -> running.put(id, pool.submit(() -> work.apply(item))));
            var results = new LinkedHashMap<String, R>();
            for (var entry : running.entrySet()) {
                results.put(entry.getKey(), entry.getValue().get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GatewayException known) {
                throw known;
            }
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "Scoring broke down: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GatewayException(FailureCode.UNEXPECTED, "Scoring was interrupted.", e);
        } finally {
            pool.shutdownNow();
        }
    }
}
