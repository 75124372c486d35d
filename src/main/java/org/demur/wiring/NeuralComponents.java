package org.demur.wiring;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.demur.feasibility.ExplainedVerdict;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.feasibility.NeuralFeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.SecondOpinion;
import org.demur.generation.SqlGenerator;
import org.demur.generation.neural.DraftingModel;
import org.demur.generation.neural.NeuralGenerator;
import org.demur.generation.neural.TrainedModel;
import org.demur.generation.neural.crossdomain.CrossDomainModel;
import org.demur.inference.onnx.MiniLmEmbedder;
import org.demur.inference.onnx.ModelManifest;
import org.demur.inference.onnx.PointerModel;
import org.demur.inference.onnx.QuestionReader;
import org.demur.pipeline.OpenDatabase;
import org.demur.sql.NormalSql;

/** The components of strategies that draft by a neural model in this process. */
final class NeuralComponents {
    private static final String ANY_DATABASE = "cross";

    private static final Generation NO_MODEL =
            new Generation.Declined("There is no local model for this database.");

    private static final String NEURAL = "neural";
    private static final String SAMPLES = "samples";

    private NeuralComponents() {}

    static void addTo(Components components, Settings settings) {
        // one model serves all strategies of a database
        Map<String, Optional<QuestionReader>> readers = new ConcurrentHashMap<>();
        Function<OpenDatabase, Optional<QuestionReader>> known =
                database ->
                        readers.computeIfAbsent(
                                database.id(), _ -> reader(settings.home(), database));
        var crossDomain = new CrossDomain(settings.home());
        components
                .feasibility(
                        NEURAL,
                        (database, options) ->
                                classifier(components, known.apply(database), database))
                .generator(
                        NEURAL,
                        (database, options) ->
                                known.apply(database)
                                        .map(reader ->
                                                generator(
                                                        new TrainedModel(reader),
                                                        database,
                                                        options))
                                        .orElse(ofAny(crossDomain, database, options)),
                        ComponentOption.number(SAMPLES, 1, 20))
                .generator(
                        "verified-and-neural",
                        (database, options) ->
                                new SecondOpinion(
                                        component(components, "verified-queries", database),
                                        component(components, NEURAL, database),
                                        NormalSql::of));
    }

    /** Where no model was trained, the one by words decides alone. */
    private static FeasibilityClassifier classifier(
            Components components, Optional<QuestionReader> known, OpenDatabase database) {
        var byWords =
                components.get(
                        Part.FEASIBILITY,
                        new ComponentUse("local", Map.of(), NEURAL),
                        database,
                        FeasibilityClassifier.class);
        return known.<FeasibilityClassifier>map(reader ->
                        new ExplainedVerdict(new NeuralFeasibilityClassifier(reader), byWords))
                .orElse(byWords);
    }

    private static SqlGenerator component(
            Components components, String name, OpenDatabase database) {
        return components.get(
                Part.GENERATOR,
                new ComponentUse(name, Map.of(), "verified-and-neural"),
                database,
                SqlGenerator.class);
    }

    private static SqlGenerator generator(
            DraftingModel model, OpenDatabase database, Map<String, String> options) {
        int samples = Integer.parseInt(options.getOrDefault(SAMPLES, "1"));
        return new NeuralGenerator(model, new GuardedTrial(database), samples);
    }

    /**
     * Opens the model with the first question: most services never ask it, and ONNX Runtime fails
     * where one stops while it is being opened. Without a model there are no drafts.
     */
    private static SqlGenerator ofAny(
            CrossDomain crossDomain, OpenDatabase database, Map<String, String> options) {
        return (question, schema) ->
                crossDomain
                        .of(database)
                        .map(model ->
                                generator(model, database, options).generate(question, schema))
                        .orElse(NO_MODEL);
    }

    /** Reads the database's values; empty without a model of its own. */
    private static Optional<QuestionReader> reader(Path home, OpenDatabase database) {
        var manifest = ModelManifest.read(home);
        if (database.id().equals(ANY_DATABASE)) {
            return Optional.empty(); // a database may have the name of the model for all others
        }
        return pointer(manifest, database.id(), QuestionReader.INPUTS)
                .map(model ->
                        new QuestionReader(
                                model,
                                manifest.content(part(database.id(), "channel")),
                                VerifiedComponents.values(database)::texts,
                                MiniLmEmbedder.encoder()));
    }

    private static Optional<PointerModel> pointer(
            ModelManifest manifest, String id, Set<String> inputs) {
        var encoder = part(id, "encoder");
        return manifest.has(encoder)
                ? Optional.of(
                        PointerModel.open(
                                manifest.content(encoder),
                                manifest.content(part(id, "decoder")),
                                inputs))
                : Optional.empty();
    }

    private static String part(String id, String part) {
        return "generator-%s-%s".formatted(id, part);
    }

    /** The model for databases without one of their own, which all of them share. */
    private static final class CrossDomain {
        private final Path home;
        private final Map<String, DraftingModel> models = new ConcurrentHashMap<>();
        private Optional<PointerModel> opened = Optional.empty();
        private boolean looked;

        CrossDomain(Path home) {
            this.home = home;
        }

        /** Takes up the database's values once; empty where no such model ships. */
        Optional<DraftingModel> of(OpenDatabase database) {
            return opened().map(model ->
                    models.computeIfAbsent(
                            database.id(), _ -> new CrossDomainModel(model, database.schema())));
        }

        private synchronized Optional<PointerModel> opened() {
            if (!looked) {
                opened = pointer(ModelManifest.read(home), ANY_DATABASE, CrossDomainModel.INPUTS);
                looked = true;
            }
            return opened;
        }
    }
}
