package org.demur.evaluation.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.decision.ThresholdPolicy;
import org.demur.decision.Thresholds;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.CrossFit;
import org.demur.uncertainty.Folding;
import org.demur.uncertainty.FusedEstimator;
import org.demur.uncertainty.FusedExample;
import org.demur.uncertainty.FusedModel;

/**
 * A run decided by the fused estimator, each sample by weights and thresholds that saw nothing of
 * its fold. What the stages measured is in the run: no model and no database is asked.
 */
public final class CrossFittedRun {
    /** Weights do not matter to what it measures. */
    private static final FusedEstimator BY_VOTES = new FusedEstimator(FusedModel.NONE);

    /** A verdict on the question is one signal among others. */
    private static final double ANY_FEASIBILITY = 1.0;

    private final SavedRun run;
    private final CalibrationSource source;
    private final Map<String, CrossFit.Decided> byId = new HashMap<>();

    /**
     * Fits and scores.
     *
     * @param scores of the run's drafts; drafts that cannot be scored teach nothing
     * @throws org.demur.failure.GatewayException {@code INVALID_INPUT_FILE} where there are fewer
     *     than three folds with drafts
     */
    public CrossFittedRun(SavedRun run, DraftScores scores, Folding folding) {
        this.run = run;
        this.source =
                folding == Folding.DATABASE ? CalibrationSource.BACKGROUND : CalibrationSource.OWN;
        List<String> ids = new ArrayList<>();
        List<FusedExample> examples = new ArrayList<>();
        for (RunSample sample : run.samples()) {
            example(sample, scores)
                    .ifPresent(example -> {
                        ids.add(sample.id());
                        examples.add(example);
                    });
        }
        var decided = CrossFit.decide(examples, folding);
        for (int i = 0; i < ids.size(); i++) {
            byId.put(ids.get(i), decided.get(i));
        }
    }

    /** What a sample teaches; empty without a draft that could be answered with and judged. */
    public static Optional<FusedExample> example(RunSample sample, DraftScores scores) {
        var draft = sample.chosenDraft();
        var feasibility = sample.feasibility();
        if (draft == null || feasibility == null || draft.findings().isFatal()) {
            return Optional.empty();
        }
        return scores.draft(sample.id(), sample.chosen())
                .map(right ->
                        new FusedExample(
                                BY_VOTES.signals(
                                        sample.sample().question(), feasibility, sample.drafts()),
                                !right,
                                sample.gold() == null,
                                sample.template(),
                                sample.database()));
    }

    /** The run as decided at a penalty. */
    public SavedRun at(double penalty) {
        var spec = run.spec().decided(penalty, Map.of());
        return new SavedRun(
                spec,
                run.samples().stream()
                        .map(sample -> decided(sample, penalty, spec.strategy()))
                        .toList());
    }

    private RunSample decided(RunSample sample, double penalty, String strategy) {
        var decided = byId.get(sample.id());
        double cut = decided == null ? -1 : decided.thresholds().at(penalty);
        var policy =
                new ThresholdPolicy(
                        List.of(new Thresholds(penalty, ANY_FEASIBILITY, cut)), penalty);
        return Decider.redecided(
                decided == null ? sample : sample.measured(decided.score(), source),
                policy,
                strategy);
    }
}
