package org.demur.uncertainty;

import java.util.List;
import org.demur.detection.InspectedDraft;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.generation.Measurement;
import org.demur.question.Question;

/**
 * One minus the share of samples that are the best draft, normalised: 0 is unanimous. In [0, 1).
 *
 * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, Lee et al. 2024: SQLPROMPT[VOTING];
 *     second version: VOTE-SQL</a>
 */
public final class VoteDisagreement implements UncertaintyEstimator {
    @Override
    public Estimate estimate(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        var best = drafts.getFirst();
        return new Estimate(best, new UncertaintyScore(1 - share(best)));
    }

    /**
     * Share of the samples that are this draft.
     *
     * @throws GatewayException {@code INVALID_CONFIGURATION} where there was nobody to disagree
     */
    static double share(InspectedDraft draft) {
        var evidence = draft.draft().evidence();
        var share = evidence.get(Measurement.SHARE_OF_SAMPLES);
        if (share == null || evidence.getOrDefault(Measurement.SAMPLES, 0.0) < 2) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "an estimator that counts votes needs a generator that draws several samples: set samples: 5 at the strategy's generator");
        }
        return share;
    }
}
