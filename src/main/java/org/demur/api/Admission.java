package org.demur.api;

import java.util.function.Supplier;
import org.demur.answer.Answer;

/**
 * Lets a bounded number of questions in, each for a bounded time, so that no flood and no slow
 * question takes the service from the others. Thread-safe.
 */
@FunctionalInterface
public interface Admission {
    /**
     * Does the work on the calling thread.
     *
     * @throws org.demur.failure.GatewayException {@code OVERLOADED} when too many are in already,
     *     or the work took too long and was interrupted
     */
    Answer admit(Supplier<Answer> work);
}
