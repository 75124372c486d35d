package org.demur.wiring;

import java.util.List;
import org.demur.decision.ThresholdPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.Suggester;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyScore;

/** Every component that a strategy file can name. */
final class StandardComponents {
    private StandardComponents() {}

    static Components of(Settings settings) {
        return new Components()
                .feasibility(
                        "assume-feasible",
                        (database, options) -> FeasibilityClassifier.ASSUME_FEASIBLE)
                .generator(
                        "none",
                        (database, options) ->
                                (question, schema) ->
                                        new Generation.Declined("This strategy drafts no queries."))
                .suggester("none", (database, options) -> Suggester.NONE)
                .detector("none", (database, options) -> ErrorDetector.FIND_NOTHING)
                .estimator(
                        "first-draft",
                        (database, options) ->
                                (question, feasibility, drafts) ->
                                        new Estimate(drafts.getFirst(), new UncertaintyScore(0.0)))
                .policy(
                        "thresholds",
                        (database, options) ->
                                new ThresholdPolicy(List.of(), settings.ask().penalty()));
    }
}
