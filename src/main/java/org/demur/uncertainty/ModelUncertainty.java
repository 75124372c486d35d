package org.demur.uncertainty;

import java.util.List;
import java.util.Locale;
import org.demur.detection.InspectedDraft;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.generation.Measurement;
import org.demur.question.Question;

/**
 * How unsure the model that wrote the first draft was: of its tokens, where it tells their
 * log-probabilities, or of the question, where it tells how far that is from those it knows.
 *
 * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, Lee et al. 2024, section 4.1.2</a>
 * @see <a href="https://arxiv.org/abs/2209.15558">Ren et al. 2023, of the distances</a>
 */
public enum ModelUncertainty implements UncertaintyEstimator {
    /**
     * Largest entropy of a token's distribution, in nats, at least 0; truncated at as many
     * alternatives as the model tells, see {@link Measurement#TOKEN_ALTERNATIVES}.
     */
    MAX_ENTROPY(Measurement.MAX_ENTROPY),
    /**
     * One minus the smallest of the tokens' largest probabilities, in [0, 1). The papers leave out
     * the one, which changes no order and would make every score negative.
     */
    MAX_PROBABILITY(Measurement.LEAST_TOP_PROBABILITY),
    /** Minus the log-probability of the whole statement, in nats, at least 0. */
    LOG_PROBABILITY(Measurement.SUM_LOG_PROBABILITY),
    /** Minus the mean log-probability of a token, in nats, at least 0. */
    MEAN_LOG_PROBABILITY(Measurement.MEAN_LOG_PROBABILITY),
    /** FeatMD: {@link Measurement#FEATURE_DISTANCE}, at least 0. */
    FEATURE_DISTANCE(Measurement.FEATURE_DISTANCE),
    /** FeatRMD: {@link Measurement#RELATIVE_FEATURE_DISTANCE}, of either sign. */
    RELATIVE_FEATURE_DISTANCE(Measurement.RELATIVE_FEATURE_DISTANCE);

    private final Measurement evidence;

    ModelUncertainty(Measurement evidence) {
        this.evidence = evidence;
    }

    /** As strategies name it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The first draft's.
     *
     * @throws GatewayException {@code INVALID_CONFIGURATION} where the model does not tell
     */
    @Override
    public Estimate estimate(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        var first = drafts.getFirst();
        var known = first.draft().evidence().get(evidence);
        if (known == null) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "the model does not tell its %s: ask a remote one in its configuration for log-probabilities of tokens, or take an estimator that does without, such as vote-sql; a local one tells distances only of a database that it was trained for"
                            .formatted(evidence.key()));
        }
        // what speaks for a draft is subtracted from the most that it could be
        double uncertainty =
                evidence.sign() == Measurement.Sign.FOR ? evidence.range().most() - known : known;
        return new Estimate(first, new UncertaintyScore(uncertainty));
    }
}
