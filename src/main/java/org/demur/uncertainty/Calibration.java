package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A non-decreasing map from an estimator's raw score to the probability of error, by isotonic
 * regression with linear interpolation between the steps' centres. Immutable.
 *
 * @param scores raw scores, ascending
 * @param errors probabilities of error at those scores, not descending, in [0, 1]
 */
public record Calibration(List<Double> scores, List<Double> errors) {
    /** Wrong items that one more of unknown worth counts as, at least. */
    private static final double LEAST_PRIOR = 0.5;

    /** Leaves scores as they are. */
    public static final Calibration IDENTITY = new Calibration(List.of(), List.of());

    /**
     * An item whose outcome is known.
     *
     * @param score raw, higher is less sure
     * @param wrong whether answering would have been wrong
     * @param infeasible whether abstaining would have been right, which answering forgoes
     */
    public record Outcome(double score, boolean wrong, boolean infeasible) {
        /** Of a feasible question. */
        public Outcome(double score, boolean wrong) {
            this(score, wrong, false);
        }
    }

    public Calibration {
        scores = List.copyOf(scores);
        errors = List.copyOf(errors);
        if (scores.size() != errors.size()) {
            throw new IllegalArgumentException(
                    scores.size() + " scores and " + errors.size() + " errors");
        }
    }

    /**
     * Fits by pooling adjacent violators; each pool is shrunk by one item's weight towards the rate
     * of all, or towards a half where that is less: of 59 items without a wrong one, as Jeffreys'
     * prior has it, one of 120 may be wrong, however few are wrong elsewhere.
     */
    public static Calibration fit(List<Outcome> outcomes) {
        if (outcomes.isEmpty()) {
            return IDENTITY;
        }
        double rate = outcomes.stream().filter(Outcome::wrong).count() / (double) outcomes.size();
        double prior = Math.max(rate, LEAST_PRIOR);
        // equal scores are one item of their weight: their order says nothing
        var byScore = new TreeMap<Double, double[]>();
        for (Outcome outcome : outcomes) {
            var sums = byScore.computeIfAbsent(outcome.score(), s -> new double[3]);
            sums[0] += outcome.score();
            sums[1] += outcome.wrong() ? 1 : 0;
            sums[2]++;
        }
        List<double[]> pools = new ArrayList<>();
        for (double[] sums : byScore.values()) {
            pools.add(sums);
            while (pools.size() > 1 && mean(pools.get(pools.size() - 2)) >= mean(pools.getLast())) {
                var last = pools.removeLast();
                var before = pools.removeLast();
                pools.add(
                        new double[] {
                            before[0] + last[0], before[1] + last[1], before[2] + last[2]
                        });
            }
        }
        List<Double> scores = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        double floor = 0;
        for (double[] pool : pools) {
            scores.add(pool[0] / pool[2]);
            floor = Math.max(floor, (pool[1] + prior) / (pool[2] + 1));
            errors.add(floor);
        }
        return new Calibration(scores, errors);
    }

    private static double mean(double[] pool) {
        return pool[1] / pool[2];
    }

    /**
     * The probability of error at a raw score. Strictly increasing in the score within a step by a
     * hair, so that items of one step keep their order.
     */
    public double errorProbability(double score) {
        if (scores.isEmpty()) {
            return score;
        }
        double tie = 1e-6 * Math.clamp(score, 0.0, 1.0);
        if (score <= scores.getFirst()) {
            return Math.min(1, errors.getFirst() + tie);
        }
        for (int i = 1; i < scores.size(); i++) {
            if (score <= scores.get(i)) {
                double width = scores.get(i) - scores.get(i - 1);
                double share = width == 0 ? 1 : (score - scores.get(i - 1)) / width;
                return Math.min(
                        1, errors.get(i - 1) + share * (errors.get(i) - errors.get(i - 1)) + tie);
            }
        }
        return Math.min(1, errors.getLast() + tie);
    }

    /** The same, with an amount, in nats, added to the log-odds of every probability of error. */
    public Calibration shifted(double logOdds) {
        return new Calibration(
                scores, errors.stream().map(error -> shifted(error, logOdds)).toList());
    }

    private static double shifted(double error, double logOdds) {
        double odds = Math.exp(logOdds) * error;
        return odds / (odds + 1 - error);
    }
}
