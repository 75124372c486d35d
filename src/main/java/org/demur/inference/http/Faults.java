package org.demur.inference.http;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * What goes wrong, how often: shares of the requests in [0, 1], at most 1 together.
 *
 * @param rateLimited answered 429 with a Retry-After
 * @param failed answered 500
 * @param malformed answered 200 with half a JSON text
 * @param cut answered 200 with a connection that ends before its body does
 * @param medianLatency half of all answers take longer
 * @param slowLatency one in a hundred answers takes longer
 */
public record Faults(
        double rateLimited,
        double failed,
        double malformed,
        double cut,
        Duration medianLatency,
        Duration slowLatency) {
    public static final Faults NONE = new Faults(0, 0, 0, 0, Duration.ZERO, Duration.ZERO);

    /** The 99th percentile of the standard normal distribution. */
    private static final double NORMAL_99 = 2.326;

    public Faults {
        double sum = rateLimited + failed + malformed + cut;
        if (rateLimited < 0 || failed < 0 || malformed < 0 || cut < 0 || !(sum <= 1)) {
            throw new IllegalArgumentException("shares of faults are 0 or more, 1 in all at most");
        }
    }

    /** How one request is answered. */
    enum Kind {
        NONE,
        RATE_LIMITED,
        FAILED,
        MALFORMED,
        CUT
    }

    Kind draw(RandomGenerator random) {
        double at = random.nextDouble();
        if (at < rateLimited) {
            return Kind.RATE_LIMITED;
        }
        if (at < rateLimited + failed) {
            return Kind.FAILED;
        }
        if (at < rateLimited + failed + malformed) {
            return Kind.MALFORMED;
        }
        return at < rateLimited + failed + malformed + cut ? Kind.CUT : Kind.NONE;
    }

    /** Log-normal, so that few answers are much slower than most. */
    Duration drawLatency(RandomGenerator random) {
        double median = medianLatency.toNanos();
        if (median == 0) {
            return Duration.ZERO;
        }
        double spread = Math.log(Math.max(1.0, slowLatency.toNanos() / median)) / NORMAL_99;
        return Duration.ofNanos((long) (median * Math.exp(spread * random.nextGaussian())));
    }
}
