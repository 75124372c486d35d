package org.demur.wiring;

import static org.demur.wiring.ComponentOption.flag;
import static org.demur.wiring.ComponentOption.oneOf;
import static org.demur.wiring.ComponentOption.text;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.demur.decision.ThresholdPolicy;
import org.demur.decision.Thresholds;
import org.demur.detection.ErrorDetector;
import org.demur.detection.llm.ErrorP;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.feasibility.ExplainedVerdict;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.feasibility.llm.ChainOfThought;
import org.demur.feasibility.llm.ClsP;
import org.demur.generation.SecondOpinion;
import org.demur.generation.SqlGenerator;
import org.demur.generation.llm.DinSql;
import org.demur.generation.llm.MacSql;
import org.demur.generation.llm.SqlPrompt;
import org.demur.inference.ChatModel;
import org.demur.inference.ModelCatalog;
import org.demur.inference.TextEmbedder;
import org.demur.inference.TokenCount;
import org.demur.pipeline.OpenDatabase;
import org.demur.prompt.Demonstrations;
import org.demur.prompt.EmbeddedQuestions;
import org.demur.prompt.PromptBudget;
import org.demur.prompt.PromptFiles;
import org.demur.prompt.PromptNeed;
import org.demur.prompt.PromptWriter;
import org.demur.prompt.SchemaForm;
import org.demur.sql.NormalSql;
import org.demur.uncertainty.Calibrated;
import org.demur.uncertainty.ClauseDisagreement;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.FusedEstimator;
import org.demur.uncertainty.FusedModel;
import org.demur.uncertainty.ModelUncertainty;
import org.demur.uncertainty.ResultDisagreement;
import org.demur.uncertainty.UncertaintyEstimator;
import org.demur.uncertainty.UncertaintyScore;
import org.demur.uncertainty.Verbal;
import org.demur.uncertainty.VoteDisagreement;

/** The components of strategies that ask a language model. */
final class ModelComponents {
    private static final String SCHEMA = "schema";
    private static final String DEMONSTRATIONS = "demonstrations";
    private static final String INFEASIBLE = "infeasible";
    private static final String SAMPLES = "samples";
    private static final String SAME_VOTE = "sameVote";
    private static final String NORMALISED = "normalised";
    private static final String TRUSTSQL = "trustsql";
    private static final String OPINION = "opinion";
    private static final String OPINION_MODEL = "opinionModel";
    private static final String SELECT_ABOVE = "select-above";
    private static final String LOCAL = "local";
    private static final String ADVISORY = "advisory";
    private static final String COLUMNS = "columns";
    private static final String CREATE_TABLE = "create-table";

    /** One thread for all databases, for it uses a processor fully; it ends when idle. */
    private static final Executor EMBEDDING = embeddingThread();

    private final LocalDetectors detectors;
    private final ModelCatalog models;
    private final String defaultModel;
    private final PromptFiles prompts;
    private final TextEmbedder embedder;
    private final Path vectors;
    private final Path thresholds;
    private final Path weights;
    private final double penalty;

    /**
     * The components.
     *
     * @param vectors folder where embedded questions are kept
     */
    ModelComponents(
            Settings settings,
            LocalDetectors detectors,
            ModelCatalog models,
            String defaultModel,
            PromptFiles prompts,
            TextEmbedder embedder,
            Path vectors) {
        this.detectors = detectors;
        this.models = models;
        this.defaultModel = defaultModel;
        this.prompts = prompts;
        this.embedder = embedder;
        this.vectors = vectors;
        this.weights = settings.home().resolve("models");
        this.thresholds = settings.home().resolve(settings.thresholds());
        this.penalty = settings.ask().penalty();
    }

    private static Executor embeddingThread() {
        var thread =
                new ThreadPoolExecutor(
                        1,
                        1,
                        5,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().name("embedding").daemon().factory());
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    void addTo(Components components) {
        components.whenAwaited(ModelComponents::await);
        var model = text(Components.MODEL);
        var schema = oneOf(SCHEMA, COLUMNS, CREATE_TABLE, "examples");
        var shown = ComponentOption.number(DEMONSTRATIONS, 0, 64);
        for (var estimator : ModelUncertainty.values()) {
            addCalibrated(components, estimator.key(), _ -> estimator);
        }
        components
                .feasibility(
                        "cls_p",
                        ComponentNeeds.model(ClsP.PROMPT),
                        (database, options) ->
                                new ExplainedVerdict(
                                        new ClsP(
                                                model(options),
                                                writer(database, options, CREATE_TABLE),
                                                demonstrations(database),
                                                prompts,
                                                number(options, DEMONSTRATIONS, 16),
                                                number(options, INFEASIBLE, 16)),
                                        diagnosis(components, database)),
                        model,
                        schema,
                        shown,
                        ComponentOption.number(INFEASIBLE, 0, 64))
                .feasibility(
                        "chain-of-thought",
                        ComponentNeeds.model(ChainOfThought.PROMPT),
                        (database, options) ->
                                new ExplainedVerdict(
                                        new ChainOfThought(
                                                model(options),
                                                writer(database, options, CREATE_TABLE),
                                                prompts),
                                        diagnosis(components, database)),
                        model,
                        schema)
                .generator(
                        "sqlprompt",
                        new ComponentNeeds(true, ModelComponents::sqlPrompts),
                        this::sqlPrompt,
                        model,
                        schema,
                        shown,
                        ComponentOption.number(INFEASIBLE, 0, 64),
                        ComponentOption.number(SAMPLES, 1, 20),
                        ComponentOption.number(OPINION, 0, 64),
                        text(OPINION_MODEL),
                        ComponentOption.oneOf(SAME_VOTE, NORMALISED, TRUSTSQL))
                .generator(
                        "din-sql",
                        new ComponentNeeds(true, options -> DinSql.PROMPTS),
                        (database, options) ->
                                new DinSql(
                                        model(options),
                                        writer(database, options, COLUMNS),
                                        demonstrations(database),
                                        prompts,
                                        number(options, DEMONSTRATIONS, 8)),
                        model,
                        schema,
                        shown)
                .generator(
                        "mac-sql",
                        new ComponentNeeds(true, options -> MacSql.PROMPTS),
                        (database, options) ->
                                new MacSql(
                                        model(options),
                                        writer(database, options, "examples"),
                                        demonstrations(database),
                                        new GuardedTrial(database),
                                        prompts,
                                        new MacSql.Sizes(
                                                number(options, DEMONSTRATIONS, 8),
                                                number(options, SELECT_ABOVE, 30))),
                        model,
                        schema,
                        shown,
                        ComponentOption.number(SELECT_ABOVE, 0, 100_000))
                .detector(
                        "error_p",
                        ComponentNeeds.model(ErrorP.PROMPT),
                        (database, options) ->
                                new ErrorP(
                                        before(database, options),
                                        model(options),
                                        writer(database, options, COLUMNS),
                                        prompts,
                                        flagged(options, ADVISORY)),
                        LocalDetectors.options(model, schema, flag(LOCAL), flag(ADVISORY)));
        addEstimators(components, model, schema, shown);
    }

    private void addEstimators(
            Components components,
            ComponentOption model,
            ComponentOption schema,
            ComponentOption shown) {
        addCalibrated(
                components,
                "first-draft",
                _ ->
                        (question, feasibility, drafts) ->
                                new Estimate(drafts.getFirst(), new UncertaintyScore(0)));
        addCalibrated(components, "vote-sql", _ -> new VoteDisagreement());
        addCalibrated(components, "vote-clause", _ -> new ClauseDisagreement());
        addCalibrated(
                components,
                "vote-ans",
                database -> new ResultDisagreement(new GuardedTrial(database)));
        components
                .estimator(
                        "verbal",
                        ComponentNeeds.model(Verbal.PROMPT),
                        (database, options) ->
                                calibrated(
                                        new Verbal(
                                                database.schema(),
                                                model(options),
                                                writer(database, options, COLUMNS),
                                                demonstrations(database),
                                                prompts,
                                                number(options, DEMONSTRATIONS, 8)),
                                        database,
                                        options),
                        model,
                        schema,
                        shown,
                        text(Components.FITTED))
                .estimator(
                        "fused",
                        (database, options) ->
                                calibrated(
                                        new FusedEstimator(
                                                FusedModel.of(
                                                        weights,
                                                        database.id(),
                                                        Components.fitted(options))),
                                        database,
                                        options),
                        text(Components.FITTED))
                .policy(
                        "verdicts",
                        (database, options) ->
                                new ThresholdPolicy(List.of(new Thresholds(0, 0, 0)), penalty));
    }

    /** What tells the kind and the words where a model's verdict does not. */
    private static FeasibilityClassifier diagnosis(Components components, OpenDatabase database) {
        return components.get(
                Part.FEASIBILITY,
                new ComponentUse(LOCAL, Map.of(), "cls_p and chain-of-thought"),
                database,
                FeasibilityClassifier.class);
    }

    private SqlGenerator sqlPrompt(OpenDatabase database, Map<String, String> options) {
        var generator =
                sqlPrompt(
                        database,
                        options,
                        number(options, INFEASIBLE, 0),
                        number(options, SAMPLES, 1));
        int shown = number(options, OPINION, 0);
        if (shown == 0) {
            return generator;
        }
        Map<String, String> others = new HashMap<>(options);
        others.put(
                Components.MODEL,
                options.getOrDefault(
                        OPINION_MODEL, options.getOrDefault(Components.MODEL, defaultModel)));
        return new SecondOpinion(
                generator, sqlPrompt(database, others, shown, 1), sameVote(options));
    }

    private SqlPrompt sqlPrompt(
            OpenDatabase database, Map<String, String> options, int infeasible, int samples) {
        return new SqlPrompt(
                model(options),
                writer(database, options, COLUMNS),
                demonstrations(database),
                prompts,
                new SqlPrompt.Sizes(number(options, DEMONSTRATIONS, 8), infeasible, samples),
                sameVote(options));
    }

    private static List<PromptNeed> sqlPrompts(Map<String, String> options) {
        if (number(options, INFEASIBLE, 0) > 0) {
            return List.of(SqlPrompt.PROMPT_WITH_INFEASIBLE);
        }
        return number(options, OPINION, 0) == 0
                ? List.of(SqlPrompt.PROMPT)
                : List.of(SqlPrompt.PROMPT, SqlPrompt.PROMPT_WITH_INFEASIBLE);
    }

    /** What has to be equal for two statements to be the same vote. */
    private static UnaryOperator<String> sameVote(Map<String, String> options) {
        return options.getOrDefault(SAME_VOTE, NORMALISED).equals(TRUSTSQL)
                ? sql -> ScoringRules.TRUSTSQL_SPIDER.prediction(sql).orElse(sql)
                : NormalSql::of;
    }

    private ErrorDetector before(OpenDatabase database, Map<String, String> options) {
        return flagged(options, LOCAL)
                ? detectors.of(database, options)
                : ErrorDetector.FIND_NOTHING;
    }

    private void addCalibrated(
            Components components,
            String name,
            Function<OpenDatabase, UncertaintyEstimator> making) {
        components.estimator(
                name,
                (database, options) -> calibrated(making.apply(database), database, options),
                text(Components.FITTED));
    }

    private UncertaintyEstimator calibrated(
            UncertaintyEstimator estimator, OpenDatabase database, Map<String, String> options) {
        return new Calibrated(
                estimator, VerifiedComponents.fitted(thresholds, database, options).calibrator());
    }

    private ChatModel model(Map<String, String> options) {
        return configured(options).model();
    }

    private ModelCatalog.Configured configured(Map<String, String> options) {
        return models.model(options.getOrDefault(Components.MODEL, defaultModel));
    }

    private PromptWriter writer(
            OpenDatabase database, Map<String, String> options, String usualForm) {
        var model = configured(options);
        var sampled = database.once(GuardedRows.class, () -> new GuardedRows(database));
        return new PromptWriter(
                SchemaForm.named(options.getOrDefault(SCHEMA, usualForm), sampled).orElseThrow(),
                new PromptBudget(
                        model.contextTokens(), model.completionTokens(), TokenCount.CL100K));
    }

    /** Embeds the known questions once for all components of a database, in the background. */
    private Demonstrations demonstrations(OpenDatabase database) {
        return database.once(
                Demonstrations.class,
                () ->
                        new Demonstrations(
                                        database.database().verified(),
                                        new EmbeddedQuestions(
                                                embedder,
                                                vectors.resolve(database.id() + ".vectors")),
                                        EMBEDDING)
                                .prepared());
    }

    /** Waits until the components that were made for a database can be asked without waiting. */
    private static void await(OpenDatabase database) {
        database.ifMade(Demonstrations.class).ifPresent(Demonstrations::warmedUp);
    }

    private static boolean flagged(Map<String, String> options, String name) {
        return Boolean.parseBoolean(options.getOrDefault(name, "false"));
    }

    private static int number(Map<String, String> options, String name, int usual) {
        var value = options.get(name);
        return value == null ? usual : Integer.parseInt(value);
    }
}
