package org.demur.wiring;

import java.util.List;
import java.util.Map;
import org.demur.decision.ThresholdPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.detection.LocalErrorDetector;
import org.demur.detection.ResultCheck;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.Suggester;
import org.demur.pipeline.OpenDatabase;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyScore;

/** Every component that a strategy file can name. */
final class StandardComponents {
    private StandardComponents() {}

    static Components of(Settings settings) {
        var components = new Components();
        VerifiedComponents.addTo(components, settings);
        return components
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
                .detector("local", StandardComponents::localDetector, "results")
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

    /** With {@code results: true} a draft is also run, to see whether anything comes of it. */
    private static ErrorDetector localDetector(OpenDatabase database, Map<String, String> options) {
        var engine = new EngineCheck(database);
        var results = Boolean.parseBoolean(options.getOrDefault("results", "false"));
        return new LocalErrorDetector(engine, results ? engine : ResultCheck.NONE);
    }
}
