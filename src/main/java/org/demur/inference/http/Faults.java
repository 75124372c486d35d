package org.demur.inference.http;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * What goes wrong, how often: shares of the requests in [0, 1], at most 1 together.
 *
 * @param rateLimited answered 429 with a Retry-After
 * @param failed answered 500
 * @param malformed answered 200 with what is not one whole JSON text
 * @param cut answered 200 with a connection that ends before its body does
 * @param medianLatency half of all answers take longer
 * @param slowLatency one in a hundred answers takes longer
 * @param retryAfter what a rate limit asks to wait
 * @param perSecond requests answered in a second, further ones being limited; 0 for no limit
 * @param outage which requests are hung up on without a word
 */
public record Faults(
        double rateLimited,
        double failed,
        double malformed,
        double cut,
        Duration medianLatency,
        Duration slowLatency,
        Duration retryAfter,
        int perSecond,
        Outage outage) {
    public static final Faults NONE =
            new Faults(
                    0,
                    0,
                    0,
                    0,
                    Duration.ZERO,
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    0,
                    Outage.NEVER);

    /** The 99th percentile of the standard normal distribution. */
    private static final double NORMAL_99 = 2.326;

    public Faults {
        double sum = rateLimited + failed + malformed + cut;
        if (rateLimited < 0 || failed < 0 || malformed < 0 || cut < 0 || !(sum <= 1)) {
            throw new IllegalArgumentException("shares of faults are 0 or more, 1 in all at most");
        }
        if (perSecond < 0) {
            throw new IllegalArgumentException("a rate limit is 0 or more");
        }
    }

    /**
     * Requests by number, counted from 1.
     *
     * @param from the first
     * @param to the last
     */
    public record Outage(long from, long to) {
        static final Outage NEVER = new Outage(0, -1);

        boolean includes(long number) {
            return from <= number && number <= to;
        }
    }

    /** These faults in these shares, and nothing else. */
    public static Faults of(double rateLimited, double failed, double malformed, double cut) {
        return NONE.withShares(rateLimited, failed, malformed, cut);
    }

    public Faults withShares(double rateLimited, double failed, double malformed, double cut) {
        return new Faults(
                rateLimited,
                failed,
                malformed,
                cut,
                medianLatency,
                slowLatency,
                retryAfter,
                perSecond,
                outage);
    }

    public Faults withLatency(Duration median, Duration slow) {
        return new Faults(
                rateLimited, failed, malformed, cut, median, slow, retryAfter, perSecond, outage);
    }

    /** Rate limits that ask to wait, and one of requests in a second, 0 for none. */
    public Faults withRateLimit(Duration wait, int requestsPerSecond) {
        return new Faults(
                rateLimited,
                failed,
                malformed,
                cut,
                medianLatency,
                slowLatency,
                wait,
                requestsPerSecond,
                outage);
    }

    public Faults withOutage(Outage requests) {
        return new Faults(
                rateLimited,
                failed,
                malformed,
                cut,
                medianLatency,
                slowLatency,
                retryAfter,
                perSecond,
                requests);
    }

    /** How one request is answered. */
    enum Kind {
        NONE,
        RATE_LIMITED,
        FAILED,
        MALFORMED,
        CUT,
        OUTAGE
    }

    /**
     * What happens to a request.
     *
     * @param number counted from 1
     */
    Kind draw(long number, RandomGenerator random) {
        double at = random.nextDouble();
        if (outage.includes(number)) {
            return Kind.OUTAGE;
        }
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
