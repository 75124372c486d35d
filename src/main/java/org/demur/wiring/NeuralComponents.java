package org.demur.wiring;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.demur.feasibility.ExplainedVerdict;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.feasibility.NeuralFeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.SecondOpinion;
import org.demur.generation.SqlGenerator;
import org.demur.generation.neural.NeuralGenerator;
import org.demur.inference.onnx.MiniLmEmbedder;
import org.demur.inference.onnx.ModelManifest;
import org.demur.inference.onnx.PointerModel;
import org.demur.inference.onnx.QuestionReader;
import org.demur.pipeline.OpenDatabase;
import org.demur.sql.NormalSql;

/** The components of strategies that draft by a neural model in this process. */
final class NeuralComponents {
    private static final Generation NO_MODEL =
            new Generation.Declined("No local model was trained for this database.");

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
        components
                .feasibility(
                        NEURAL,
                        (database, options) ->
                                classifier(components, known.apply(database), database))
                .generator(
                        NEURAL,
                        (database, options) -> generator(known.apply(database), database, options),
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

    /** A database without a model of its own gets no drafts; with a broken one it is in error. */
    private static SqlGenerator generator(
            Optional<QuestionReader> known, OpenDatabase database, Map<String, String> options) {
        int samples = Integer.parseInt(options.getOrDefault(SAMPLES, "1"));
        return known.<SqlGenerator>map(
                        reader -> new NeuralGenerator(reader, new GuardedTrial(database), samples))
                .orElse((question, schema) -> NO_MODEL);
    }

    /** Reads the database's values; empty without a model of its own. */
    private static Optional<QuestionReader> reader(Path home, OpenDatabase database) {
        var manifest = ModelManifest.read(home);
        var id = "generator-" + database.id();
        var encoder = id + "-encoder";
        if (!manifest.has(encoder)) {
            return Optional.empty();
        }
        return Optional.of(
                new QuestionReader(
                        PointerModel.open(
                                manifest.content(encoder), manifest.content(id + "-decoder")),
                        manifest.content(id + "-channel"),
                        VerifiedComponents.values(database)::texts,
                        MiniLmEmbedder.encoder()));
    }
}
