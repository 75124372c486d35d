package org.demur.experiment.sequential;

import java.util.OptionalDouble;

/**
 * A confidence sequence for the share of yes among observations: its intervals cover the share at
 * all times together with the stated probability, so that one may look whenever one likes.
 *
 * <p>How well a share p explains what was seen is compared with a mixture over all shares, whose
 * ratio is a martingale under p; by Ville's inequality it seldom becomes large (Robbins 1970,
 * "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical
 * Statistics 41; the mixture is that of Krichevsky and Trofimov, a beta distribution of ½ and ½).
 * Not thread-safe.
 */
public final class ProportionSequence {
    private static final double PRIOR = 0.5;

    /** Halvings of [0, 1]: to 1e-12. */
    private static final int STEPS = 40;

    private long yes;
    private long all;

    /** Logarithm of the mixture's probability of what was seen, in its order. */
    private double mixture;

    public void add(boolean isYes) {
        double seen = isYes ? yes : all - yes;
        mixture += Math.log((seen + PRIOR) / (all + 2 * PRIOR));
        all++;
        yes += isYes ? 1 : 0;
    }

    public long all() {
        return all;
    }

    /** The share of yes; empty before anything was seen. */
    public OptionalDouble share() {
        return all == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) yes / all);
    }

    /**
     * All shares that are not refuted.
     *
     * @param error probability that the share is ever outside, in (0, 1)
     */
    public Interval at(double error) {
        if (all == 0) {
            return Interval.WHOLE;
        }
        double share = (double) yes / all;
        double refuted = mixture + Math.log(error); // a share that explains less is
        return new Interval(
                yes == 0 ? 0 : end(0, share, refuted), yes == all ? 1 : end(1, share, refuted));
    }

    /** Between a share that is refuted, perhaps, and one that is not; on the side of the former. */
    private double end(double outside, double inside, double refuted) {
        double out = outside;
        double in = inside;
        for (int i = 0; i < STEPS; i++) {
            double middle = (out + in) / 2;
            if (explained(middle) > refuted) {
                in = middle;
            } else {
                out = middle;
            }
        }
        return out;
    }

    private double explained(double share) {
        return term(yes, share) + term(all - yes, 1 - share);
    }

    private static double term(long count, double probability) {
        return count == 0 ? 0 : count * Math.log(probability);
    }
}
