package org.demur.wiring;

import java.util.List;
import org.demur.decision.ThresholdPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.Suggester;
import org.demur.inference.ModelCatalog;
import org.demur.inference.onnx.MiniLmEmbedder;
import org.demur.prompt.PromptFiles;
import org.demur.schema.jdbc.Cache;

/** Every component that a strategy file can name. */
final class StandardComponents {
    private StandardComponents() {}

    /**
     * The components.
     *
     * @param models that some of them call
     * @param defaultModel the one that is called where a strategy names none
     * @param cache where embedded questions are kept
     */
    static Components of(Settings settings, ModelCatalog models, String defaultModel, Cache cache) {
        var prompts = new PromptFiles(settings.home().resolve("prompts"));
        var components = new Components(prompts, models, defaultModel);
        var crossDomain = CrossDomainModels.of(settings);
        VerifiedComponents.addTo(components, settings, crossDomain);
        var detectors = new LocalDetectors(crossDomain);
        NeuralComponents.addTo(components, settings, crossDomain);
        new ModelComponents(
                        settings,
                        detectors,
                        models,
                        defaultModel,
                        prompts,
                        MiniLmEmbedder.shared(),
                        cache.folder("vectors"))
                .addTo(components);
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
                .detector("local", detectors::of, LocalDetectors.options())
                .policy(
                        "thresholds",
                        (database, options) ->
                                new ThresholdPolicy(List.of(), settings.ask().penalty()));
    }
}
