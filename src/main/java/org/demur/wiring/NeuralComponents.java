package org.demur.wiring;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.feasibility.ExplainedVerdict;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.feasibility.NeuralFeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.RememberedDrafts;
import org.demur.generation.SecondOpinion;
import org.demur.generation.SqlGenerator;
import org.demur.generation.neural.DraftingModel;
import org.demur.generation.neural.GreedyGenerator;
import org.demur.generation.neural.NeuralGenerator;
import org.demur.generation.neural.StatementPrefix;
import org.demur.generation.neural.TrainedModel;
import org.demur.inference.TextEmbedder;
import org.demur.inference.onnx.MiniLmEmbedder;
import org.demur.inference.onnx.ModelManifest;
import org.demur.inference.onnx.PointerModel;
import org.demur.inference.onnx.QuestionReader;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.ColumnRef;
import org.demur.schema.VerifiedQuery;
import org.demur.sql.NormalSql;

/** The components of strategies that draft by a neural model in this process. */
final class NeuralComponents {
    private static final String ANY_DATABASE = "cross";

    private static final Generation NO_MODEL =
            new Generation.Declined("There is no local model for this database.");

    private static final String NEURAL = "neural";
    private static final String SAMPLES = "samples";

    private NeuralComponents() {}

    static void addTo(Components components, Settings settings, CrossDomainModels crossDomain) {
        components
                .feasibility(
                        NEURAL,
                        (database, options) ->
                                classifier(components, reader(settings.home(), database), database))
                .generator(
                        NEURAL,
                        (database, options) ->
                                reader(settings.home(), database)
                                        .map(reader ->
                                                withOpinion(
                                                        generator(
                                                                trained(reader, database),
                                                                database,
                                                                samples(options)),
                                                        database,
                                                        options))
                                        .orElseGet(() ->
                                                ofAny(crossDomain, database, samples(options))),
                        ComponentOption.number(SAMPLES, 1, 20),
                        ComponentOption.oneOf(
                                VerifiedComponents.OPINION, VerifiedComponents.QUERIES));
    }

    /** By the model that was trained for the database, in a short time; empty without one. */
    static Optional<SqlGenerator> opinion(Path home, OpenDatabase database) {
        return reader(home, database)
                .map(reader -> trained(reader, database))
                .map(GreedyGenerator::new)
                .map(RememberedDrafts::new);
    }

    private static TrainedModel trained(QuestionReader reader, OpenDatabase database) {
        var schema = database.schema();
        return new TrainedModel(
                reader,
                new StatementPrefix.Names(
                        table -> schema.table(table).isPresent(),
                        (table, column) ->
                                schema.column(new ColumnRef(table, column)).isPresent()));
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

    private static SqlGenerator generator(DraftingModel model, OpenDatabase database, int samples) {
        return new NeuralGenerator(model, new GuardedTrial(database), samples);
    }

    /** The queries that a model was trained on may tell what they come to. */
    private static SqlGenerator withOpinion(
            SqlGenerator generator, OpenDatabase database, Map<String, String> options) {
        return options.containsKey(VerifiedComponents.OPINION)
                ? new SecondOpinion(generator, VerifiedComponents.best(database), NormalSql::of)
                : generator;
    }

    private static int samples(Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault(SAMPLES, "1"));
    }

    /** By the model for any database, which reads a database's verified queries as they are. */
    static SqlGenerator readingPairs(CrossDomainModels models, OpenDatabase database) {
        var reading =
                database.database()
                        .verified()
                        .made(pairs -> reading(models, database, pairs, MiniLmEmbedder.shared()));
        return (question, schema) -> reading.get().generate(question, schema);
    }

    /** By the model for any database, which reads pairs. */
    static SqlGenerator reading(
            CrossDomainModels models,
            OpenDatabase database,
            List<VerifiedQuery> pairs,
            TextEmbedder embedder) {
        return models.generator(database)
                .map(model ->
                        generator(
                                model.knowing(
                                        pairs.stream().map(VerifiedQuery::spoken).toList(),
                                        embedder),
                                database,
                                1))
                .orElse((question, schema) -> NO_MODEL);
    }

    /** Without such a model there are no drafts. */
    static SqlGenerator ofAny(CrossDomainModels models, OpenDatabase database, int samples) {
        return (question, schema) ->
                models.generator(database)
                        .map(model ->
                                generator(model, database, samples).generate(question, schema))
                        .orElse(NO_MODEL);
    }

    /** Whether a model was trained for the very database. */
    static boolean isTrainedFor(Path home, OpenDatabase database) {
        // a database may have the name of the model for all others
        return !database.id().equals(ANY_DATABASE)
                && ModelManifest.read(home).has(part(database.id(), "encoder"));
    }

    /** One model serves all strategies of a database; empty without one of its own. */
    private static Optional<QuestionReader> reader(Path home, OpenDatabase database) {
        return isTrainedFor(home, database)
                ? Optional.of(database.once(QuestionReader.class, () -> opened(home, database)))
                : Optional.empty();
    }

    /** Reads the database's values. */
    private static QuestionReader opened(Path home, OpenDatabase database) {
        var manifest = ModelManifest.read(home);
        var model =
                PointerModel.open(
                        manifest.content(part(database.id(), "encoder")),
                        manifest.content(part(database.id(), "decoder")),
                        QuestionReader.INPUTS);
        return new QuestionReader(
                model,
                manifest.content(part(database.id(), "channel")),
                VerifiedComponents.values(database)::texts,
                MiniLmEmbedder.encoder());
    }

    private static String part(String id, String part) {
        return "generator-%s-%s".formatted(id, part);
    }
}
