package org.demur.uncertainty;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.detection.InspectedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.question.Question;

/**
 * How likely a draft is to be wrong, from all that the stages measured of it: agreement of votes by
 * clause and by result, verdicts of a model, what running it and its other readings showed, its
 * syntax and which words of the question it accounts for. Asks no model and no database. Immutable
 * and thread-safe.
 */
public final class FusedEstimator implements UncertaintyEstimator {
    /** Of a draft of the local model, whose distributions hear syntax and wording themselves. */
    private static final Set<Signal.Group> BESIDE_DECODING =
            EnumSet.of(
                    Signal.Group.VERDICTS,
                    Signal.Group.OPINION,
                    Signal.Group.DECODING,
                    Signal.Group.READER,
                    Signal.Group.EXECUTION);

    private final FusedModel model;

    /** Chooses the draft whose result most samples give. */
    public FusedEstimator(FusedModel model) {
        this.model = model;
    }

    @Override
    public Estimate estimate(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        var chosen = mostVoted(drafts);
        double probability = model.probability(signals(question, feasibility, drafts, chosen));
        return new Estimate(chosen, new UncertaintyScore(probability));
    }

    /** The signals of the draft that it chooses, whatever it was fitted on. */
    public Map<Signal, Double> signals(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        return signals(question, feasibility, drafts, mostVoted(drafts));
    }

    private static Map<Signal, Double> signals(
            Question question,
            Feasibility feasibility,
            List<InspectedDraft> drafts,
            InspectedDraft chosen) {
        var signals = DraftSignals.of(question.text(), feasibility, drafts, chosen);
        if (signals.containsKey(Signal.UNLIKELY_STEPS)) {
            signals.keySet()
                    .removeIf(signal ->
                            signal != Signal.INFEASIBLE_WORDS
                                    && !BESIDE_DECODING.contains(signal.group()));
        }
        return signals;
    }

    /** The first sample of those whose result most samples give. */
    private static InspectedDraft mostVoted(List<InspectedDraft> drafts) {
        Map<Long, Double> shares = new LinkedHashMap<>();
        for (var draft : drafts) {
            Long result = draft.findings().result();
            if (result != null) {
                shares.merge(result, DraftSignals.share(draft), Double::sum);
            }
        }
        var best = drafts.getFirst();
        double most = 0;
        for (var draft : drafts) {
            Long result = draft.findings().result();
            double share = result == null ? 0 : shares.getOrDefault(result, 0.0);
            if (DraftSignals.share(draft) > 0 && share > most + 1e-9) {
                most = share;
                best = draft;
            }
        }
        return best;
    }
}
