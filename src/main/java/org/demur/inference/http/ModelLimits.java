package org.demur.inference.http;

import java.time.Duration;

/**
 * How long to wait for a model and how often to try.
 *
 * @param timeLimit of everything: waiting for a turn, all attempts, and the pauses between them
 * @param attempts at most, the first included; at least 1
 * @param pause before the second attempt; doubles with each further one, and is shortened at random
 *     by up to a half. A server that says when to come back is believed instead
 * @param maxConcurrent requests under way at the same time; further ones wait for their turn
 * @param maxWaiting requests that wait for their turn; further ones are refused at once
 * @param window attempts that are looked at to tell an outage
 * @param outage how long a model that failed in four of five of them is left alone
 */
public record ModelLimits(
        Duration timeLimit,
        Duration attemptTimeLimit,
        int attempts,
        Duration pause,
        int maxConcurrent,
        int maxWaiting,
        int window,
        Duration outage) {
    public static final ModelLimits STANDARD =
            new ModelLimits(
                    Duration.ofSeconds(25),
                    Duration.ofSeconds(20),
                    6,
                    Duration.ofMillis(500),
                    16,
                    256,
                    20,
                    Duration.ofSeconds(10));
}
