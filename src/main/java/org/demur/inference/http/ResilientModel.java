package org.demur.inference.http;

import io.smallrye.faulttolerance.api.CustomBackoffStrategy;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.ChatModel;
import org.demur.inference.Completion;
import org.demur.inference.Prompt;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A model that may fail now and then: waits for a turn, tries again what may succeed the next time,
 * leaves a model alone that is out, and gives up in time. Whatever it gives up on is {@code
 * MODEL_UNAVAILABLE}. Thread-safe; works on the calling thread, and interrupting that ends it.
 */
public final class ResilientModel implements ChatModel {
    /**
     * Share of attempts that tells an outage from a bad day: with a third of them failing by
     * chance, 16 of 20 do so once in 50,000 times.
     */
    private static final double OUTAGE = 0.8;

    private final ChatModel model;
    private final String name;
    private final String file;
    private final ModelLimits limits;

    /** Made at the first call: a model may be made before the framework that measures guards. */
    private @Nullable Guards guards;

    /**
     * What a call goes through.
     *
     * @param turn one of bounded length
     * @param attempts those of a turn
     */
    private record Guards(TypedGuard<Samples> turn, TypedGuard<Samples> attempts) {}

    /** For fault tolerance, which tells its guards by a class. */
    private record Samples(List<Completion> completions) {}

    /**
     * A model under limits.
     *
     * @param model whose failures have a {@link RefusedRequest} or {@link BrokenAnswer} as cause
     * @param name by which messages and metrics tell it from others
     * @param file that sets the limits, for messages
     */
    public ResilientModel(ChatModel model, String name, String file, ModelLimits limits) {
        this.model = model;
        this.name = name;
        this.file = file;
        this.limits = limits;
    }

    private synchronized Guards guards() {
        Guards known = guards;
        if (known == null) {
            known = new Guards(turn(), attempts());
            guards = known;
        }
        return known;
    }

    private TypedGuard<Samples> turn() {
        return TypedGuard.create(Samples.class)
                .withDescription("turn of model " + name)
                .withTimeout()
                .duration(limits.timeLimit().toMillis(), ChronoUnit.MILLIS)
                .done()
                .withBulkhead()
                .limit(limits.maxConcurrent())
                .queueSize(limits.maxWaiting())
                .enableSynchronousQueueing()
                .done()
                .build();
    }

    private TypedGuard<Samples> attempts() {
        return TypedGuard.create(Samples.class)
                .withDescription("model " + name)
                .withTimeout()
                .duration(limits.attemptTimeLimit().toMillis(), ChronoUnit.MILLIS)
                .done()
                .withCircuitBreaker()
                .requestVolumeThreshold(limits.window())
                .failureRatio(OUTAGE)
                .delay(limits.outage().toMillis(), ChronoUnit.MILLIS)
                .when(ResilientModel::isOutage)
                .done()
                .withRetry()
                .maxRetries(limits.attempts() - 1)
                .maxDuration(limits.timeLimit().toMillis(), ChronoUnit.MILLIS)
                .whenException(this::mayBeRetried)
                .withCustomBackoff()
                .strategy(() -> new Backoff(limits.pause()))
                .done()
                .done()
                .build();
    }

    @Override
    public Completion complete(Prompt prompt) {
        return guarded(() -> new Samples(List.of(model.complete(prompt)))).completions().getFirst();
    }

    @Override
    public List<Completion> samples(Prompt prompt, int count) {
        return guarded(() -> new Samples(model.samples(prompt, count))).completions();
    }

    private Samples guarded(Callable<Samples> call) {
        var failed = new AtomicReference<@Nullable GatewayException>();
        try {
            var made = guards();
            return made.turn().call(() -> made.attempts().call(() -> remembering(failed, call)));
        } catch (GatewayException e) {
            throw e;
        } catch (BulkheadException e) {
            throw unavailable("has too many requests waiting", e);
        } catch (CircuitBreakerOpenException e) {
            throw unavailable(
                    "did not answer lately; it is asked again within " + inWords(limits.outage()),
                    e);
        } catch (TimeoutException e) {
            throw unavailable(
                    "did not answer within " + inWords(limits.timeLimit()) + why(failed.get()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("did not answer while its answer was waited for", e);
        } catch (Exception e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED,
                    "Demur failed in an unforeseen way; its log says more",
                    e);
        }
    }

    /** What an attempt failed of, unless it was cut off. */
    private static Samples remembering(
            AtomicReference<@Nullable GatewayException> failed, Callable<Samples> call)
            throws Exception {
        try {
            return call.call();
        } catch (GatewayException e) {
            if (!Thread.currentThread().isInterrupted()) {
                failed.set(e);
            }
            throw e;
        }
    }

    private String why(@Nullable GatewayException lastFailure) {
        return lastFailure == null
                ? "; if it is only slow, raise limits.timeLimit in " + file
                : "; at last: " + lastFailure.getMessage();
    }

    private boolean mayBeRetried(Throwable failure) {
        if (Thread.currentThread().isInterrupted()) {
            return false;
        }
        return failure instanceof TimeoutException
                || failure.getCause() instanceof BrokenAnswer
                || refusal(failure)
                        .filter(RefusedRequest::isTemporary)
                        .filter(refused ->
                                refused.retryAfter()
                                        .map(wait -> wait.compareTo(limits.timeLimit()) < 0)
                                        .orElse(true))
                        .isPresent();
    }

    /** What a server says about its callers, such as a rate limit, says nothing about itself. */
    private static boolean isOutage(Throwable failure) {
        return failure instanceof TimeoutException
                || failure.getCause() instanceof BrokenAnswer
                || refusal(failure).filter(RefusedRequest::isOutage).isPresent();
    }

    private static Optional<RefusedRequest> refusal(Throwable failure) {
        return failure.getCause() instanceof RefusedRequest refused
                ? Optional.of(refused)
                : Optional.empty();
    }

    private GatewayException unavailable(String why, Exception cause) {
        return new GatewayException(
                FailureCode.MODEL_UNAVAILABLE, "the model %s %s".formatted(name, why), cause);
    }

    private static String inWords(Duration duration) {
        return duration.toMillis() % 1000 == 0
                ? duration.toSeconds() + " s"
                : duration.toMillis() + " ms";
    }

    /** Of one turn. Randomness keeps those that failed together from coming back together. */
    private static final class Backoff implements CustomBackoffStrategy {
        private final RandomGenerator random = RandomGenerator.getDefault();
        private double millis;

        Backoff(Duration pause) {
            this.millis = pause.toMillis();
        }

        @Override
        public long nextDelayInMillis(Throwable failure) {
            double shortened = millis * random.nextDouble(0.5, 1.0);
            millis *= 2;
            return refusal(failure)
                    .flatMap(RefusedRequest::retryAfter)
                    .map(wait -> wait.toMillis() + (long) (shortened / 2))
                    .orElse((long) shortened);
        }
    }

    /** Whether a failure of a {@link RemoteModel} is one that no provider asks money for. */
    public static boolean isFree(RuntimeException failure) {
        return refusal(failure).isPresent();
    }
}
