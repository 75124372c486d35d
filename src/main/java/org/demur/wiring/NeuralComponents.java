package org.demur.wiring;

import java.nio.file.Path;
import java.util.Map;
import org.demur.generation.Generation;
import org.demur.generation.SecondOpinion;
import org.demur.generation.SqlGenerator;
import org.demur.generation.neural.NeuralGenerator;
import org.demur.inference.onnx.ModelManifest;
import org.demur.inference.onnx.PointerModel;
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
        components
                .generator(
                        NEURAL,
                        (database, options) -> generator(settings.home(), database, options),
                        ComponentOption.number(SAMPLES, 1, 20))
                .generator(
                        "verified-and-neural",
                        (database, options) ->
                                new SecondOpinion(
                                        component(components, "verified-queries", database),
                                        component(components, NEURAL, database),
                                        NormalSql::of));
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
            Path home, OpenDatabase database, Map<String, String> options) {
        var manifest = ModelManifest.read(home);
        var id = "generator-" + database.id();
        var encoder = id + "-encoder";
        if (!manifest.has(encoder)) {
            return (question, schema) -> NO_MODEL;
        }
        return new NeuralGenerator(
                PointerModel.open(manifest.content(encoder), manifest.content(id + "-decoder")),
                VerifiedComponents.values(database),
                new GuardedTrial(database),
                Integer.parseInt(options.getOrDefault(SAMPLES, "1")));
    }
}
