package org.demur.inference;

import java.util.List;

/**
 * One generated token.
 *
 * @param logProbability in nats, at most 0
 * @param alternatives log-probabilities in nats of the likeliest tokens at this place, likeliest
 *     first, as many as the model tells; the token's own is among them if it is one of those
 */
public record TokenScore(String token, double logProbability, List<Double> alternatives) {
    public TokenScore {
        alternatives = List.copyOf(alternatives);
    }

    /**
     * Entropy of the alternatives in nats, truncated at as many as are known: what is left of the
     * probability counts as one further token, so it is never more than the true entropy.
     */
    public double truncatedEntropy() {
        double entropy = 0.0;
        double rest = 1.0;
        for (double logProbability : alternatives) {
            double probability = Math.exp(logProbability);
            entropy -= probability * logProbability;
            rest -= probability;
        }
        return rest > 0.0 ? entropy - rest * Math.log(rest) : entropy;
    }
}
