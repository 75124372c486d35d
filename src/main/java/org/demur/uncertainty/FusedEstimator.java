package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.detection.InspectedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.generation.Measurement;
import org.demur.generation.SecondOpinion;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;

/**
 * How likely a draft is to be wrong, from all that the stages measured of it: agreement of votes by
 * clause and by result, verdicts of a model, what running it and its other readings showed, its
 * syntax and which words of the question it accounts for; of drafts by verified queries also their
 * evidence. Asks no model and no database. Immutable and thread-safe.
 */
public final class FusedEstimator implements UncertaintyEstimator {
    /** Of being wrong, from where on evidence counts as doubt: one in a thousand. */
    private static final double LEAST_LOG_ODDS = -Math.log(999);

    private static final double CERTAIN = 1e-6;

    /**
     * What is not told by the evidence already. With words and syntax besides, no more of EHRSQL's
     * valid questions are answered at penalty 10 (docs/results.md).
     */
    private static final Set<Signal.Group> BESIDE_EVIDENCE =
            EnumSet.of(
                    Signal.Group.VERDICTS,
                    Signal.Group.OPINION,
                    Signal.Group.EXECUTION,
                    Signal.Group.EVIDENCE);

    /** Of a draft of the local model, whose distributions hear syntax and wording themselves. */
    private static final Set<Signal.Group> BESIDE_DECODING =
            EnumSet.of(
                    Signal.Group.VERDICTS,
                    Signal.Group.DECODING,
                    Signal.Group.READER,
                    Signal.Group.EXECUTION);

    private final FusedModel model;
    private final @Nullable EvidenceEstimator evidence;

    /** Chooses the draft whose result most samples give. */
    public FusedEstimator(FusedModel model) {
        this.model = model;
        this.evidence = null;
    }

    /**
     * Chooses the draft that the evidence for it favours, which is one signal among others; a
     * second opinion is not chosen.
     *
     * @param evidence not calibrated
     */
    public FusedEstimator(FusedModel model, EvidenceEstimator evidence) {
        this.model = model;
        this.evidence = evidence;
    }

    @Override
    public Estimate estimate(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        var chosen = chosen(question, feasibility, drafts);
        if (chosen.chosen().draft().evidence().containsKey(Measurement.VERBATIM)) {
            return chosen; // a person vouched for it, whatever a model thinks
        }
        var signals = signals(question, feasibility, drafts, chosen);
        return new Estimate(
                chosen.chosen(),
                new UncertaintyScore(
                        model.probability(signals),
                        CalibrationSource.NONE,
                        arguments(signals, chosen.score().arguments())));
    }

    /** The signals of the draft that it chooses, whatever it was fitted on. */
    public Map<Signal, Double> signals(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        return signals(question, feasibility, drafts, chosen(question, feasibility, drafts));
    }

    private Estimate chosen(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        if (evidence == null) {
            return new Estimate(mostVoted(drafts), new UncertaintyScore(0));
        }
        var own = drafts.stream().filter(d -> !SecondOpinion.isOpinionOnly(d.draft())).toList();
        return evidence.estimate(question, feasibility, own);
    }

    private Map<Signal, Double> signals(
            Question question,
            Feasibility feasibility,
            List<InspectedDraft> drafts,
            Estimate chosen) {
        var signals = DraftSignals.of(question.text(), feasibility, drafts, chosen.chosen());
        if (evidence != null) {
            double wrong = Math.clamp(chosen.score().value(), CERTAIN, 1 - CERTAIN);
            signals.put(
                    Signal.DOUBTFUL_EVIDENCE,
                    Math.max(0, Math.log(wrong / (1 - wrong)) - LEAST_LOG_ODDS));
            signals.put(Signal.INFEASIBLE_QUESTION, feasibility.infeasibleProbability());
            signals.keySet().removeIf(signal -> !BESIDE_EVIDENCE.contains(signal.group()));
        }
        if (evidence == null && signals.containsKey(Signal.UNLIKELY_STEPS)) {
            signals.keySet()
                    .removeIf(signal ->
                            signal != Signal.INFEASIBLE_WORDS
                                    && !BESIDE_DECODING.contains(signal.group()));
        }
        return signals;
    }

    /** Those of the evidence, and what the second opinion says. */
    private List<Argument> arguments(Map<Signal, Double> signals, List<Argument> ofEvidence) {
        var all = new ArrayList<>(ofEvidence);
        Double isOther = signals.get(Signal.OTHER_OPINION);
        if (!all.isEmpty() && isOther != null) {
            double weight = model.weights().getOrDefault(Signal.OTHER_OPINION, 0.0);
            all.add(
                    isOther > 0
                            ? new Argument("another model comes to another result", -weight)
                            : new Argument("another model comes to the same result", weight));
        }
        return Argument.strongest(all);
    }

    /** The first draft of those whose result most samples give. */
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
            if (share > most + 1e-9) {
                most = share;
                best = draft;
            }
        }
        return best;
    }
}
