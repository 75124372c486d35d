package org.demur.evaluation.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/** Does the same with every sample of a run, several at a time. */
final class InParallel {
    private InParallel() {}

    /** Id to what came of it, in the order of the samples. */
    static <T> Map<String, T> over(
            List<RunSample> samples, int threads, Function<RunSample, T> work) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            var running = new LinkedHashMap<String, Future<T>>();
            for (RunSample sample : samples) {
                running.put(sample.id(), pool.submit(() -> work.apply(sample)));
            }
            var done = new LinkedHashMap<String, T>();
            for (var entry : running.entrySet()) {
                done.put(entry.getKey(), entry.getValue().get());
            }
            return done;
        } catch (ExecutionException e) {
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
