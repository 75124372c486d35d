package org.demur.wiring;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.demur.decision.ThresholdPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.execution.ResultTable;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.feasibility.LocalFeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.JointGenerator;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlGenerator;
import org.demur.generation.verified.ModelCache;
import org.demur.generation.verified.UnitConversion;
import org.demur.generation.verified.VerifiedGenerator;
import org.demur.generation.verified.VerifiedGenerators;
import org.demur.inference.SentenceEncoder;
import org.demur.inference.onnx.MiniLmEmbedder;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.ReachableValues;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.jdbc.ArtifactFiles;
import org.demur.schema.jdbc.Cache;
import org.demur.sql.NormalSql;
import org.demur.uncertainty.Calibrator;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.EvidenceEstimator;
import org.demur.uncertainty.EvidenceModel;
import org.demur.uncertainty.UncertaintyEstimator;
import org.demur.uncertainty.UncertaintyScore;

/** The components of strategies that answer from verified queries, without any model outside. */
public final class VerifiedComponents {
    private static final DatabaseLimits WIDE =
            new DatabaseLimits(Duration.ofSeconds(20), 500_000, 64L << 20, 512L << 20);

    static final String EVIDENCE = "evidence";

    /** Which local models draft beside the verified queries. */
    static final String OPINION = "opinion";

    /** The generator that follows them, and the suggester. */
    static final String QUERIES = "verified-queries";

    /** The one that was trained for the database; where pairs are few the one for any. */
    private static final String LOCAL = "local";

    /** The strategy whose backgrounds depend on the database. */
    static final String VERIFIED = "verified";

    private VerifiedComponents() {}

    static void addTo(Components components, Settings settings, CrossDomainModels crossDomain) {
        var home = settings.home();
        var thresholds = home.resolve(settings.thresholds());
        var models = home.resolve("models");
        Map<Path, EvidenceModel> evidence = new ConcurrentHashMap<>(); // most databases share one
        components
                .feasibility("local", (database, options) -> classifier(database))
                .generator(
                        QUERIES,
                        (database, options) ->
                                options.containsKey(OPINION)
                                        ? beside(
                                                generator(database), opinion(database, crossDomain))
                                        : generator(database),
                        ComponentOption.oneOf(OPINION, LOCAL))
                .suggester(QUERIES, (database, options) -> generator(database))
                .estimator(
                        EVIDENCE,
                        (database, options) ->
                                estimator(
                                        model(models, database),
                                        evidence,
                                        fitted(thresholds, database, options).calibrator()),
                        ComponentOption.text(Components.FITTED))
                .policy(
                        "fitted-thresholds",
                        (database, options) ->
                                new ThresholdPolicy(
                                        fitted(thresholds, database, options).thresholds(),
                                        settings.ask().penalty()),
                        ComponentOption.text(Components.FITTED));
    }

    /** Without a model nothing is known about a draft, so that each is as good as wrong. */
    private static UncertaintyEstimator estimator(
            Path file, Map<Path, EvidenceModel> known, Calibrator calibrator) {
        if (!Files.exists(file)) {
            return (question, feasibility, drafts) ->
                    new Estimate(drafts.getFirst(), new UncertaintyScore(1));
        }
        return new EvidenceEstimator(known.computeIfAbsent(file, EvidenceModel::read), calibrator);
    }

    /** What was fitted on other databases serves until this one is calibrated. */
    static CalibrationFile.Fitted fitted(
            Path folder, OpenDatabase database, Map<String, String> options) {
        // Strategies names the strategy itself where its file names no other.
        return CalibrationFile.nearest(folder, database, Components.fitted(options));
    }

    /** The database's own evidence model, or the one that serves every database of its kind. */
    private static Path model(Path models, OpenDatabase database) {
        Path own = models.resolve(ownModel(database));
        return Files.exists(own) ? own : models.resolve(BackgroundFiles.of(database).model());
    }

    /** The name of a calibrated database's evidence model. */
    public static String ownModel(OpenDatabase database) {
        return "evidence-" + database.id() + ".json";
    }

    /** One model serves both generation and suggestions. */
    private static VerifiedGenerator generator(OpenDatabase database) {
        return database.once(
                VerifiedGenerator.class,
                () -> {
                    var generator =
                            new VerifiedGenerator(
                                    database.schema(),
                                    database.database().verified(),
                                    values(database),
                                    MiniLmEmbedder.encoder(),
                                    ModelCache.of(
                                            Cache.of(System.getenv()).folder("models"),
                                            database.database().digest()));
                    database.whenClosed(generator::close);
                    return generator;
                });
    }

    /** The best draft of the verified queries, and how sure they are of its template. */
    static SqlGenerator best(OpenDatabase database) {
        var generator = generator(database);
        return (question, schema) ->
                switch (generator.generate(question, schema)) {
                    case Generation.Declined declined -> declined;
                    case Generation.Drafts drafts ->
                            new Generation.Drafts(List.of(asOpinion(drafts.best())));
                };
    }

    private static SqlCandidate asOpinion(SqlCandidate draft) {
        return draft.with(
                Map.of(
                        Measurement.MEAN_LOG_PROBABILITY,
                        draft.measured(Measurement.TEMPLATE_LIKELIHOOD, 0)));
    }

    /** Fitted anew when the pairs change; the one in force serves until then. */
    private static FeasibilityClassifier classifier(OpenDatabase database) {
        var current = database.database().verified().made(pairs -> classifier(database, pairs));
        Objects.requireNonNull(current.get()); // fitted before the first question
        return (question, schema) -> current.get().classify(question, schema);
    }

    private static FeasibilityClassifier classifier(
            OpenDatabase database, List<VerifiedQuery> pairs) {
        var digest = database.database().digest();
        return LocalFeasibilityClassifier.fit(
                database.schema(),
                pairs,
                digest,
                new ArtifactFiles(Cache.of(System.getenv()), database.id() + "-" + digest));
    }

    /**
     * As those that serve {@code verified}, over other pairs.
     *
     * @param few whether the models are there that serve where pairs are few; what they make of a
     *     text is kept, since it is asked again and again
     */
    public static VerifiedGenerators generators(
            OpenDatabase database, CrossDomainModels models, boolean few) {
        if (!few) {
            return pairs ->
                    VerifiedGenerator.over(database.schema(), pairs, values(database), null);
        }
        Map<String, SentenceEncoder.Encoded> known = new ConcurrentHashMap<>();
        SentenceEncoder encoder =
                text -> known.computeIfAbsent(text, MiniLmEmbedder.encoder()::encode);
        var own = NeuralComponents.opinion(models.home(), database);
        return new VerifiedGenerators() {
            @Override
            public VerifiedGenerator over(List<VerifiedQuery> pairs) {
                return VerifiedGenerator.over(database.schema(), pairs, values(database), encoder);
            }

            @Override
            public SqlGenerator withOpinion(
                    VerifiedGenerator generator, List<VerifiedQuery> pairs) {
                return beside(
                        generator,
                        models.recorded(database, pairs)
                                .or(() -> own)
                                .or(() -> ofAny(database, () -> knowing(pairs))));
            }

            private SqlGenerator knowing(List<VerifiedQuery> pairs) {
                return NeuralComponents.reading(
                        models, database, pairs, text -> encoder.encode(text).mean());
            }
        };
    }

    private static SqlGenerator beside(
            VerifiedGenerator generator, Optional<SqlGenerator> opinion) {
        return opinion.<SqlGenerator>map(other ->
                        new JointGenerator(generator, other, NormalSql::of, generator::contradicts))
                .orElse(generator);
    }

    /**
     * The database's own model says what it is sure of, the one for any what it finds likeliest.
     */
    private static Optional<SqlGenerator> opinion(OpenDatabase database, CrossDomainModels models) {
        return NeuralComponents.opinion(models.home(), database)
                .or(() -> ofAny(database, () -> NeuralComponents.readingPairs(models, database)));
    }

    /** Where pairs are few, the model for any database. */
    private static Optional<SqlGenerator> ofAny(
            OpenDatabase database, Supplier<SqlGenerator> generator) {
        return BackgroundFiles.of(database) == BackgroundFiles.FEW_PAIRS
                ? Optional.of(new UnitConversion(generator.get()))
                : Optional.empty();
    }

    /** Reads texts of a database through the guard and the executor, as everything is read. */
    public static ReachableValues values(OpenDatabase database) {
        return sql ->
                GuardedRows.result(database, sql, WIDE)
                        .filter(result -> !result.truncated())
                        .map(ResultTable::rows)
                        .orElse(List.of())
                        .stream()
                        .map(List::getFirst)
                        .filter(Objects::nonNull)
                        .map(Object::toString)
                        .toList();
    }

    /** The local detector as {@code verified} uses it. */
    public static ErrorDetector detector(OpenDatabase database, CrossDomainModels models) {
        return new LocalDetectors(models).ofVerified(database);
    }
}
