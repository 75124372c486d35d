package org.demur.experiment.sequential;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * A limit on the share of yes among observations, watched all the time. It counts as exceeded once
 * the evidence against it is strong: while the share keeps to the limit, that happens with at most
 * the stated probability, however long one watches.
 *
 * <p>The evidence is a mixture of likelihood ratios of larger shares against the limit, which is a
 * supermartingale under every share up to it; Ville's inequality bounds how often it becomes large
 * (see Ramdas, Grünwald, Vovk and Shafer 2023, "Game-theoretic statistics and safe anytime-valid
 * inference", Statistical Science 38).
 *
 * @param limit the share that is allowed, in (0, 1)
 * @param error probability of a false alarm, in (0, 1)
 */
public record ShareLimit(double limit, double error) {
    /**
     * Shares of the mixture besides 1; between the odds of the limit and a thousand times those.
     */
    private static final int SHARES = 15;

    private static final double LARGEST_ODDS_RATIO = 1_000;

    public ShareLimit {
        if (!(limit > 0 && limit < 1) || !(error > 0 && error < 1)) {
            throw new IllegalArgumentException("a limit and its error lie between 0 and 1");
        }
    }

    /**
     * By how much what was seen speaks against the limit: 1 is nothing, 20 a false alarm of 5 %.
     */
    public double evidence(long yes, long all) {
        double sum = yes == all ? Math.exp(Math.min(-yes * Math.log(limit), 700)) : 0;
        for (int i = 1; i <= SHARES; i++) {
            double odds = limit / (1 - limit) * Math.pow(LARGEST_ODDS_RATIO, (double) i / SHARES);
            double share = odds / (1 + odds);
            double log =
                    yes * Math.log(share / limit)
                            + (all - yes) * Math.log((1 - share) / (1 - limit));
            sum += Math.exp(Math.min(log, 700)); // above, doubles end
        }
        return sum / (SHARES + 1);
    }

    public boolean isExceeded(long yes, long all) {
        return evidence(yes, all) >= 1 / error;
    }

    /** The most yes among {@code all} that do not exceed it. */
    public long most(long all) {
        long fits = 0;
        long exceeds = all + 1;
        while (exceeds - fits > 1) {
            long middle = (fits + exceeds) / 2;
            if (isExceeded(middle, all)) {
                exceeds = middle;
            } else {
                fits = middle;
            }
        }
        return fits;
    }

    /**
     * The promise: within how many observations a larger share is noticed. Exact, by the
     * distribution of the count while nothing was noticed.
     *
     * @param share of yes, above the limit
     * @param counted probability that an occasion is observed at all, such as that a request
     *     becomes a rated answer of the variant; 1 to count observations themselves
     * @param probability with which it is noticed by then
     * @param most occasions to look at
     * @return the occasions; empty where {@code most} are not enough
     */
    public OptionalLong noticedWithin(double share, double counted, double probability, int most) {
        var unnoticed = new double[most + 2]; // by yes, at a number of observations
        unnoticed[0] = 1;
        double noticed = 0;
        // by observations: the probability to have been noticed with that many
        var noticedBy = new double[most + 1];
        int needed = most;
        int largest = 0; // yes that can have gone unnoticed
        for (int n = 1; n <= most; n++) {
            long limitNow = most(n);
            for (int yes = largest + 1; yes >= 0; yes--) {
                double came =
                        unnoticed[yes] * (1 - share) + (yes > 0 ? unnoticed[yes - 1] * share : 0);
                if (yes > limitNow) {
                    noticed += came;
                    unnoticed[yes] = 0;
                } else {
                    unnoticed[yes] = came;
                }
            }
            largest = (int) Math.min(largest + 1L, limitNow);
            noticedBy[n] = noticed;
            if (counted >= 1 ? noticed >= probability : noticed >= 1 - 1e-9) {
                needed = n;
                break;
            }
        }
        if (counted >= 1) {
            return noticedBy[needed] >= probability
                    ? OptionalLong.of(needed)
                    : OptionalLong.empty();
        }
        Arrays.fill(noticedBy, needed, most + 1, noticed);
        return occasions(noticedBy, counted, probability);
    }

    /** The same when only some occasions are observed, each by chance. */
    private static OptionalLong occasions(double[] noticedBy, double counted, double probability) {
        int most = noticedBy.length - 1;
        var observed = new double[most + 1]; // by observations, at a number of occasions
        observed[0] = 1;
        int largest = 0;
        for (int m = 1; m <= most; m++) {
            double sum = 0;
            largest = Math.min(largest + 1, most);
            for (int n = largest; n >= 0; n--) {
                observed[n] = observed[n] * (1 - counted) + (n > 0 ? observed[n - 1] * counted : 0);
                sum += observed[n] * noticedBy[n];
            }
            if (sum >= probability) {
                return OptionalLong.of(m);
            }
        }
        return OptionalLong.empty();
    }
}
