package org.demur.inference.http;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * What goes wrong, how often.
 *
 * @param shares of the requests
 * @param rateLimit for all requests together
 * @param outage which requests are hung up on without a word
 */
public record Faults(Shares shares, Latency latency, RateLimit rateLimit, Outage outage) {
    public static final Faults NONE = of(0, 0, 0, 0);

    /** The 99th percentile of the standard normal distribution. */
    private static final double NORMAL_99 = 2.326;

    /**
     * In [0, 1], at most 1 together.
     *
     * @param rateLimited answered 429 with a Retry-After
     * @param failed answered 500
     * @param malformed answered 200 with what is not one whole JSON text
     * @param cut answered 200 with a connection that ends before its body does
     */
    record Shares(double rateLimited, double failed, double malformed, double cut) {
        Shares {
            double sum = rateLimited + failed + malformed + cut;
            if (rateLimited < 0 || failed < 0 || malformed < 0 || cut < 0 || !(sum <= 1)) {
                throw new IllegalArgumentException(
                        "shares of faults are 0 or more, 1 in all at most");
            }
        }
    }

    /**
     * Log-normal, so that few answers are much slower than most.
     *
     * @param median half of all answers take longer
     * @param slow one in a hundred answers takes longer
     */
    record Latency(Duration median, Duration slow) {}

    /**
     * How requests are limited.
     *
     * @param retryAfter what a rate limit asks to wait
     * @param perSecond requests answered in a second, further ones being limited; 0 for no limit
     */
    record RateLimit(Duration retryAfter, int perSecond) {
        RateLimit {
            if (perSecond < 0) {
                throw new IllegalArgumentException("a rate limit is 0 or more");
            }
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
        return new Faults(
                new Shares(rateLimited, failed, malformed, cut),
                new Latency(Duration.ZERO, Duration.ZERO),
                new RateLimit(Duration.ofSeconds(1), 0),
                Outage.NEVER);
    }

    /** Half of all answers, and one in a hundred, take longer than these. */
    public Faults withLatency(Duration median, Duration slow) {
        return new Faults(shares, new Latency(median, slow), rateLimit, outage);
    }

    /** Rate limits that ask to wait, and one of requests in a second, 0 for none. */
    public Faults withRateLimit(Duration wait, int requestsPerSecond) {
        return new Faults(shares, latency, new RateLimit(wait, requestsPerSecond), outage);
    }

    public Faults withOutage(Outage requests) {
        return new Faults(shares, latency, rateLimit, requests);
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
        at -= shares.rateLimited;
        if (at < 0) {
            return Kind.RATE_LIMITED;
        }
        at -= shares.failed;
        if (at < 0) {
            return Kind.FAILED;
        }
        at -= shares.malformed;
        if (at < 0) {
            return Kind.MALFORMED;
        }
        return at < shares.cut ? Kind.CUT : Kind.NONE;
    }

    Duration drawLatency(RandomGenerator random) {
        double median = latency.median.toNanos();
        if (median == 0) {
            return Duration.ZERO;
        }
        double spread = Math.log(Math.max(1.0, latency.slow.toNanos() / median)) / NORMAL_99;
        return Duration.ofNanos((long) (median * Math.exp(spread * random.nextGaussian())));
    }
}
