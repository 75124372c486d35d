package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.detection.InspectedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.question.Question;

/**
 * One minus the share of samples that give the best draft's result: 0 is unanimous. In [0, 1). The
 * best draft is the first of those whose result most samples give. A sample that gives no result
 * agrees with none.
 *
 * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, second version, appendix C.2.2:
 *     VOTE-ANS</a>
 */
public final class ResultDisagreement implements UncertaintyEstimator {
    /** Tells results apart. Thread-safe. */
    @FunctionalInterface
    public interface ResultDigest {
        /**
         * Equal for equal results; empty where the statement gives none.
         *
         * @param sql one statement, untrusted
         */
        Optional<Long> digest(String sql);
    }

    private final ResultDigest results;

    public ResultDisagreement(ResultDigest results) {
        this.results = results;
    }

    @Override
    public Estimate estimate(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        Map<Long, List<InspectedDraft>> agreeing = new LinkedHashMap<>();
        for (var draft : drafts) {
            results.digest(draft.draft().sql())
                    .ifPresent(result ->
                            agreeing.computeIfAbsent(result, _ -> new ArrayList<>()).add(draft));
        }
        var best = drafts.getFirst();
        double most = 0;
        for (var group : agreeing.values()) {
            double share = group.stream().mapToDouble(VoteDisagreement::share).sum();
            if (share > most) {
                most = share;
                best = group.getFirst();
            }
        }
        return new Estimate(best, new UncertaintyScore(Math.max(0, 1 - most)));
    }
}
