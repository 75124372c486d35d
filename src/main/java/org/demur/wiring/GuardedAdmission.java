package org.demur.wiring;

import io.smallrye.faulttolerance.api.TypedGuard;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.demur.answer.Answer;
import org.demur.answer.ReasonCode;
import org.demur.api.Admission;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Admission by a bulkhead and a timeout of SmallRye Fault Tolerance. */
final class GuardedAdmission implements Admission {
    private final TypedGuard<Answer> guard;
    private final Settings.Service settings;

    GuardedAdmission(Settings.Service settings) {
        this.settings = settings;
        this.guard =
                TypedGuard.create(Answer.class)
                        .withDescription("questions")
                        .withBulkhead()
                        .limit(settings.maxConcurrent())
                        .done()
                        .withTimeout()
                        .duration(settings.timeLimit().toMillis(), ChronoUnit.MILLIS)
                        .done()
                        .build();
    }

    @Override
    public Answer admit(Supplier<Answer> work) {
        var given = new AtomicReference<@Nullable Answer>();
        try {
            return guard.call(() -> {
                var answer = work.get();
                given.set(answer);
                return answer;
            });
        } catch (BulkheadException e) {
            throw new GatewayException(
                    FailureCode.OVERLOADED,
                    "%d questions are being worked on already; ask again in a moment"
                            .formatted(settings.maxConcurrent()),
                    e);
        } catch (TimeoutException e) {
            if (given.get() instanceof Answer.Abstained abstained
                    && ReasonCode.of(abstained.reason()) == ReasonCode.MODEL_UNAVAILABLE) {
                return abstained; // it was a model that the time went to
            }
            throw new GatewayException(
                    FailureCode.OVERLOADED,
                    "the question took longer than %s s (demur.service.time-limit); ask again, or ask for less"
                            .formatted(
                                    BigDecimal.valueOf(settings.timeLimit().toMillis(), 3)
                                            .stripTrailingZeros()
                                            .toPlainString()),
                    e);
        } catch (InterruptedException e) {
            throw new GatewayException(
                    FailureCode.OVERLOADED, "the question was not waited for; ask again", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED,
                    "Demur failed in an unforeseen way; its log says more",
                    e);
        }
    }
}
