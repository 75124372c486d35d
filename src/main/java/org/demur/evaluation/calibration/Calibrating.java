package org.demur.evaluation.calibration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.demur.decision.Thresholds;
import org.demur.detection.ErrorDetector;
import org.demur.detection.InspectedDraft;
import org.demur.evaluation.metric.OutcomeCounts;
import org.demur.evaluation.run.CrossFittedRun;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.SavedRun;
import org.demur.execution.ReadOnlySql;
import org.demur.failure.FailureCode;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.feasibility.LocalFeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlGenerator;
import org.demur.generation.SqlOrigin;
import org.demur.generation.verified.CanonicalSql;
import org.demur.generation.verified.CrossFittingFolds;
import org.demur.generation.verified.ValueSubstitution;
import org.demur.generation.verified.VerifiedGenerators;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.Strategy;
import org.demur.question.Question;
import org.demur.schema.VerifiedQuery;
import org.demur.sql.TokenBag;
import org.demur.uncertainty.Agreement;
import org.demur.uncertainty.Calibrated;
import org.demur.uncertainty.Calibration;
import org.demur.uncertainty.Calibrator;
import org.demur.uncertainty.CrossFit;
import org.demur.uncertainty.EvidenceEstimator;
import org.demur.uncertainty.EvidenceModel;
import org.demur.uncertainty.Folding;
import org.demur.uncertainty.FusedEstimator;
import org.demur.uncertainty.FusedExample;
import org.demur.uncertainty.FusedModel;
import org.demur.uncertainty.InterceptUpdate;
import org.demur.uncertainty.ThresholdFitter;
import org.demur.uncertainty.ThresholdMethod;
import org.jspecify.annotations.Nullable;

/**
 * Calibrates generation by verified queries for one database: the evidence model on its pairs in
 * partitions that hide whole templates, the probabilities and thresholds on the partitions'
 * cross-fitted answers and on its validation pairs.
 */
public final class Calibrating {
    /** Drafts of a question that are inspected. */
    public static final int INSPECTED = 5;

    /** Times that the pairs are partitioned for a model to learn from. */
    public static final int DRAWS = 3;

    /** Of the validation questions, each judged by a model that has not seen its own. */
    private static final int FOLDS = 5;

    /**
     * What a draft for a validation question counts: such questions are asked where all pairs are
     * known, as later ones will be. Of 0, 1, 3 and 10 times on EHRSQL, cross-fitted by template
     * (docs/results.md).
     */
    private static final double VALIDATION = 3;

    /** Penalties that figures of the validation questions are told of. */
    private static final List<Double> REPORTED = List.of(0.0, 5.0, 10.0);

    /** Where a verdict before generation holds a question back. */
    private static final double LIKELIER_INFEASIBLE = 0.5;

    /**
     * What a draft counts that is no statement like gold and yet has its result: mostly one that
     * asks for something else, of which few rows tell the difference.
     */
    private static final double BY_CHANCE = 0.15;

    private final OpenDatabase database;
    private final ErrorDetector detector;
    private final VerifiedGenerators generators;
    private final Consumer<String> progress;
    private final Optional<SuiteLabels> labels;
    private final Map<String, Optional<Long>> results = new ConcurrentHashMap<>();

    /**
     * Prepares a calibration.
     *
     * @param progress told a line now and then
     */
    public Calibrating(
            OpenDatabase database,
            ErrorDetector detector,
            VerifiedGenerators generators,
            Consumer<String> progress) {
        this(database, detector, generators, progress, Optional.empty());
    }

    private Calibrating(
            OpenDatabase database,
            ErrorDetector detector,
            VerifiedGenerators generators,
            Consumer<String> progress,
            Optional<SuiteLabels> labels) {
        this.database = database;
        this.detector = detector;
        this.generators = generators;
        this.progress = progress;
        this.labels = labels;
    }

    /** The same, by what tells drafts that are right from those that are so by chance. */
    public Calibrating by(Optional<SuiteLabels> other) {
        return new Calibrating(database, detector, generators, progress, other);
    }

    /**
     * What was fitted for generation by verified queries.
     *
     * @param model right or wrong from evidence
     * @param fit when to trust it
     */
    public record Result(EvidenceModel model, Fit fit) {}

    /**
     * When to trust a strategy as it is.
     *
     * @param calibration raw score to probability of error
     * @param thresholds for any penalty
     * @param fitter what chose them, for what stands behind each
     * @param validation each drafted validation question with its calibrated score and whether
     *     answering is wrong
     * @param questions validation questions, answered or not
     * @param infeasible those of them that are infeasible
     * @param weights of signals, where the strategy's estimator has some to learn; else null
     */
    public record Fit(
            Calibration calibration,
            List<Thresholds> thresholds,
            ThresholdFitter fitter,
            List<Drafted> validation,
            int questions,
            int infeasible,
            @Nullable FusedModel weights) {
        /** The same, with thresholds by another method. */
        public Fit by(ThresholdMethod method) {
            return with(fitter.by(method));
        }

        private Fit with(ThresholdFitter other) {
            return new Fit(
                    calibration,
                    Calibrating.thresholds(other, thresholds.getFirst().feasibility()),
                    other,
                    validation,
                    questions,
                    infeasible,
                    weights);
        }

        /**
         * What stands in the way of answering more at a large penalty.
         *
         * @return at most as many questions, answered wrongly with a confidence of 0.5 or more, the
         *     most confident first, each once however much it counts
         */
        public List<Drafted> inTheWay(int most) {
            return validation.stream()
                    .filter(d -> d.outcome().wrong() && d.outcome().score() <= 0.5)
                    .distinct()
                    .sorted(Comparator.comparingDouble(d -> d.outcome().score()))
                    .limit(most)
                    .toList();
        }
    }

    /**
     * A question with the worth of its best draft.
     *
     * @param template what questions share that stand or fall together
     */
    public record Drafted(Question question, String template, Calibration.Outcome outcome) {
        Drafted calibrated(Calibration calibration) {
            return scored(calibration.errorProbability(outcome.score()));
        }

        Drafted asWrong() {
            return new Drafted(
                    question,
                    template,
                    new Calibration.Outcome(outcome.score(), true, outcome.infeasible()));
        }

        Drafted scored(double score) {
            return new Drafted(
                    question,
                    template,
                    new Calibration.Outcome(score, outcome.wrong(), outcome.infeasible()));
        }
    }

    /**
     * Asks the pairs in partitions that hide whole templates, fits, and judges each partition by a
     * model that has not seen it; then asks the validation pairs. Minutes for thousands of pairs.
     *
     * @param provenance for the files
     */
    public Result run(Map<String, String> provenance) {
        var pairs = database.database().verified().current();
        var partitions = partitions(pairs, 0);
        List<Partition> all = new ArrayList<>(partitions);
        all.addAll(further(pairs));
        var validation = byTemplate(validation());
        all.addAll(validation);
        var model =
                fitted(all, List.of(), provenance)
                        .orElseThrow(() ->
                                new GatewayException(
                                        FailureCode.INVALID_CONFIGURATION,
                                        "Database "
                                                + database.id()
                                                + " has too few verified queries to calibrate on: add some"));
        List<Judged> judged = new ArrayList<>();
        for (var held : partitions) {
            judged.addAll(unbiased(model, all, held, provenance));
        }
        List<Asked> asked = validation.stream().flatMap(f -> f.asked().stream()).toList();
        List<Judged> validated = new ArrayList<>();
        for (var held : validation) {
            validated.addAll(unbiased(model, all, held, provenance));
        }
        judged.addAll(validated);
        var result = result(model, judged);
        if (!asked.isEmpty()) {
            REPORTED.forEach(penalty -> report(asked, validated, result.fit(), penalty));
        }
        return result;
    }

    /**
     * Asks the validation pairs how much surer answers are than a calibration on other databases
     * says, whose thresholds are kept.
     *
     * @param model that the calibration judges
     */
    public Fit updated(EvidenceModel model, Calibration ofOthers, List<Thresholds> thresholds) {
        var judged = judged(model, validation());
        double update = InterceptUpdate.fit(ofOthers, heldOut(drafted(judged)));
        progress.accept(
                "the odds of a wrong answer are put at %.2f times those on other databases"
                        .formatted(Math.exp(update)));
        var fit = fit(judged, ofOthers.shifted(update), 1.0, null);
        return fit.with(fit.fitter().cutBy(Thresholds.curve(thresholds)));
    }

    private static List<Judged> unbiased(
            EvidenceModel ofAll,
            List<Partition> all,
            Partition held,
            Map<String, String> provenance) {
        return judged(fitted(all, List.of(held), provenance).orElse(ofAll), held.asked());
    }

    private void report(List<Asked> asked, List<Judged> judged, Fit fit, double penalty) {
        var counts = OutcomeCounts.of(Generalisation.decided(asked, judged, fit, penalty));
        progress.accept(
                "validation, by models that saw nothing of a question's template: %d answered, %d wrong, RS(%.0f) %.2f"
                        .formatted(
                                counts.answered(),
                                counts.wrongAnswers(),
                                penalty,
                                100 * counts.reliability(penalty).orElse(Double.NaN)));
    }

    /** Validation questions in folds, those of one template together. */
    private List<Partition> byTemplate(List<Asked> validation) {
        if (validation.isEmpty()) {
            return List.of();
        }
        progress.accept("validation: " + validation.size() + " questions asked");
        Map<Integer, List<Asked>> folds = new TreeMap<>();
        validation.forEach(asked ->
                folds.computeIfAbsent(
                                Math.floorMod(asked.template().hashCode(), FOLDS),
                                _ -> new ArrayList<>())
                        .add(asked.weighing(VALIDATION)));
        return folds.values().stream().map(fold -> new Partition(fold, Set.of())).toList();
    }

    /**
     * A partition that was asked.
     *
     * @param hidden the templates that none of its known pairs has
     */
    record Partition(List<Asked> asked, Set<String> hidden) {}

    /**
     * A model of the questions of partitions, but for those that some are held out with; empty
     * without a draft.
     */
    static Optional<EvidenceModel> fitted(
            List<Partition> partitions, List<Partition> held, Map<String, String> provenance) {
        Set<String> ids = new HashSet<>();
        Set<String> hidden = new HashSet<>();
        for (var partition : held) {
            partition.asked().forEach(asked -> ids.add(asked.question().id()));
            hidden.addAll(partition.hidden());
        }
        var examples =
                partitions.stream()
                        .flatMap(partition -> partition.asked().stream())
                        .filter(asked -> !ids.contains(asked.question().id()))
                        .filter(asked -> !hidden.contains(asked.template()))
                        .flatMap(asked -> asked.examples().stream())
                        .toList();
        return examples.isEmpty()
                ? Optional.empty()
                : Optional.of(EvidenceModel.fit(examples, new TreeMap<>(provenance)));
    }

    /**
     * Asks a strategy each validation pair and fits when to trust it.
     *
     * @throws GatewayException as {@link #judged(Strategy)}
     */
    public Fit fit(Strategy strategy) {
        return fit(crossFitted(judged(strategy), Folding.TEMPLATE));
    }

    /** When to trust a strategy of which nothing but that, and weights of signals, is fitted. */
    static Fit fit(List<Judged> judged) {
        var examples = examples(judged);
        return examples.isEmpty()
                ? fit(judged, LIKELIER_INFEASIBLE, null)
                : fit(judged, 1.0, FusedModel.fit(examples));
    }

    /** The samples of a run as its scores judge them; their drafts have no score yet. */
    static List<Judged> judged(SavedRun run, DraftScores scores) {
        return run.samples().stream()
                .map(sample -> {
                    var example = CrossFittedRun.example(sample, scores);
                    return new Judged(
                            example.map(e ->
                                    new Drafted(
                                            sample.sample().question(),
                                            e.template(),
                                            new Calibration.Outcome(
                                                    1, e.isWrong(), e.isInfeasible()))),
                            sample.gold() != null,
                            example.orElse(null));
                })
                .toList();
    }

    /** As judged, where signals are known by weights that saw nothing of a question's fold. */
    static List<Judged> crossFitted(List<Judged> judged, Folding folding) {
        var examples = examples(judged);
        if (examples.isEmpty()) {
            return judged;
        }
        var scores = CrossFit.scores(examples, folding).iterator();
        return judged.stream().map(j -> j.example() == null ? j : j.scored(scores.next())).toList();
    }

    private static List<FusedExample> examples(List<Judged> judged) {
        return judged.stream().flatMap(j -> Stream.ofNullable(j.example())).toList();
    }

    /**
     * Asks a strategy each validation pair, one after the other. A question that its verdict before
     * generation holds back has no score; a draft that is no fault of the strategy's breaks off.
     *
     * @throws GatewayException {@code INVALID_CONFIGURATION} without validation pairs; whatever a
     *     model that cannot be reached leads to
     */
    List<Judged> judged(Strategy strategy) {
        var validation = database.database().validation().current();
        if (validation.isEmpty()) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "Database "
                            + database.id()
                            + " has no validation pairs to calibrate a strategy on: declare some under"
                            + " validation, see docs/configuration.md");
        }
        List<Judged> judged = new ArrayList<>();
        Map<Integer, SuiteLabels.ByResult> byResult = new TreeMap<>();
        for (VerifiedQuery query : validation) {
            judged.add(judged(strategy, query, right -> byResult.put(judged.size(), right)));
            if (judged.size() % 50 == 0 || judged.size() == validation.size()) {
                progress.accept(judged.size() + " of " + validation.size() + " questions asked");
            }
        }
        labels.map(suite -> suite.toldApart(byResult))
                .orElse(Set.of())
                .forEach(place -> judged.set(place, judged.get(place).asWrong()));
        return judged;
    }

    /** Told a draft that has gold's result and is no statement like it. */
    private Judged judged(
            Strategy strategy, VerifiedQuery query, Consumer<SuiteLabels.ByResult> byResult) {
        var question = new Question(query.id(), database.id(), query.question());
        String gold = query.sql();
        try {
            var feasibility = strategy.feasibility().classify(question, database.schema());
            var estimator = Calibrated.raw(strategy.estimator());
            var fused = estimator instanceof FusedEstimator f ? f : null;
            // to the fused one the verdict is a signal
            if ((fused != null || feasibility.infeasibleProbability() <= LIKELIER_INFEASIBLE)
                    && strategy.generator().generate(question, database.schema())
                            instanceof Generation.Drafts drafts) {
                var inspected =
                        drafts.candidates().stream()
                                .limit(INSPECTED)
                                .map(draft ->
                                        new InspectedDraft(
                                                draft,
                                                strategy.detector()
                                                        .inspect(
                                                                question,
                                                                draft,
                                                                database.schema())))
                                .toList();
                var estimate = estimator.estimate(question, feasibility, inspected);
                if (!estimate.chosen().findings().isFatal()) {
                    boolean right =
                            gold != null
                                    && result(gold).isPresent()
                                    && result(gold).equals(result(estimate.chosen().draft()));
                    String sql = estimate.chosen().draft().sql();
                    if (right && !saysTheSame(sql, Objects.requireNonNull(gold))) {
                        byResult.accept(new SuiteLabels.ByResult(gold, sql));
                    }
                    return new Judged(
                            Optional.of(
                                    new Drafted(
                                            question,
                                            template(query),
                                            new Calibration.Outcome(
                                                    estimate.score().value(),
                                                    !right,
                                                    gold == null))),
                            gold != null,
                            fused == null
                                    ? null
                                    : new FusedExample(
                                            fused.signals(question, feasibility, inspected),
                                            !right,
                                            gold == null,
                                            template(query),
                                            database.id()));
                }
            }
        } catch (GatewayException e) {
            if (e.code().type() != FailureType.MODEL) {
                throw e;
            }
        }
        return new Judged(Optional.empty(), gold != null);
    }

    OpenDatabase database() {
        return database;
    }

    /**
     * A database asked where some of its pairs are known.
     *
     * @param asked the questions of the others, and strangers
     * @param validation the validation questions, asked where all pairs are known
     * @param otherValues the questions of those that are known, with other values
     */
    record PartlyKnown(List<Asked> asked, List<Asked> validation, List<Asked> otherValues) {}

    /**
     * Asks the pairs that are not known, fold by fold.
     *
     * @param strangers asked besides, and no pairs at any time
     */
    PartlyKnown partlyKnown(List<VerifiedQuery> strangers) {
        List<Asked> asked = new ArrayList<>();
        List<Asked> otherValues = new ArrayList<>();
        for (var fold : CrossFittingFolds.partlyKnown(database.database().verified().current())) {
            var questions = new ArrayList<>(fold.asked());
            questions.addAll(strangers);
            try (var generator = generators.over(fold.train())) {
                var classifier = LocalFeasibilityClassifier.fit(database.schema(), fold.train());
                asked.addAll(
                        askAll(
                                generators.withOpinion(generator, fold.train()),
                                classifier,
                                questions));
                otherValues.addAll(
                        askAll(
                                generators.withOpinion(generator, fold.train()),
                                classifier,
                                ValueSubstitution.of(database.schema(), fold.train())));
            }
        }
        return new PartlyKnown(asked, validation(), otherValues);
    }

    private List<Asked> validation() {
        var validation = database.database().validation().current();
        var pairs = database.database().verified().current();
        if (validation.isEmpty()) {
            return List.of();
        }
        try (var generator = generators.over(pairs)) {
            var classifier = LocalFeasibilityClassifier.fit(database.schema(), pairs);
            return askAll(generators.withOpinion(generator, pairs), classifier, validation);
        }
    }

    /** Partitions by other draws, of which a model learns what else the outside may look like. */
    List<Partition> further(List<VerifiedQuery> pairs) {
        List<Partition> further = new ArrayList<>();
        for (int draw = 1; draw < DRAWS; draw++) {
            further.addAll(partitions(pairs, draw));
        }
        return further;
    }

    /** Asks each partition of a set of pairs that hides whole templates. */
    List<Partition> partitions(List<VerifiedQuery> pairs, int draw) {
        List<Partition> partitions = new ArrayList<>();
        for (var fold : CrossFittingFolds.byTemplate(database.schema(), pairs, draw)) {
            try (var generator = generators.over(fold.train())) {
                var classifier = LocalFeasibilityClassifier.fit(database.schema(), fold.train());
                var asked =
                        askAll(
                                generators.withOpinion(generator, fold.train()),
                                classifier,
                                fold.asked());
                Set<String> hidden = new HashSet<>();
                asked.forEach(question -> hidden.add(question.template()));
                fold.train().forEach(pair -> hidden.remove(template(pair)));
                partitions.add(new Partition(asked, hidden));
            }
            progress.accept(
                    "%s, %s: %d questions asked"
                            .formatted(database.id(), fold.name(), fold.asked().size()));
        }
        return partitions;
    }

    /**
     * A question with the raw score of its best draft.
     *
     * @param draft empty where it has none
     * @param example its signals, where the estimator has weights of signals to learn; else null
     */
    record Judged(Optional<Drafted> draft, boolean feasible, @Nullable FusedExample example) {
        Judged(Optional<Drafted> draft, boolean feasible) {
            this(draft, feasible, null);
        }

        /** As weights of signals score it; as it is where there are none. */
        Judged by(@Nullable FusedModel weights) {
            return weights == null || example == null
                    ? this
                    : scored(weights.probability(example.signals()));
        }

        Judged scored(double score) {
            return new Judged(draft.map(d -> d.scored(score)), feasible, example);
        }

        /** With a draft that has gold's result by chance. */
        Judged asWrong() {
            return new Judged(
                    draft.map(Drafted::asWrong),
                    feasible,
                    example == null ? null : example.asWrong());
        }
    }

    static List<Judged> judged(EvidenceModel model, List<Asked> questions) {
        var estimator = new EvidenceEstimator(model, Calibrator.NONE);
        List<Judged> out = new ArrayList<>();
        for (Asked asked : questions) {
            if (asked.examples().isEmpty()) {
                out.add(new Judged(Optional.empty(), asked.feasible()));
                continue;
            }
            var drafts = asked.examples().stream().map(EvidenceModel.Example::draft).toList();
            var estimate = estimator.estimate(asked.question(), asked.feasibility(), drafts);
            boolean right =
                    asked.examples().stream()
                            .anyMatch(e -> e.right() && e.draft().equals(estimate.chosen()));
            out.add(
                    new Judged(
                            Optional.of(
                                    new Drafted(
                                            asked.question(),
                                            asked.template(),
                                            new Calibration.Outcome(
                                                    estimate.score().value(),
                                                    !right,
                                                    !asked.feasible()))),
                            asked.feasible()));
        }
        return out;
    }

    /** What a model's scores promise. */
    static Result result(EvidenceModel model, List<Judged> judged) {
        // the evidence model has seen the classifier's probability, hence no cut by it
        return new Result(model, fit(judged, 1.0, null));
    }

    private static Fit fit(
            List<Judged> judged, double feasibilityCut, @Nullable FusedModel weights) {
        var outcomes = drafted(judged).stream().map(Drafted::outcome).toList();
        return fit(judged, Calibration.fit(outcomes), feasibilityCut, weights);
    }

    private static Fit fit(
            List<Judged> judged,
            Calibration calibration,
            double feasibilityCut,
            @Nullable FusedModel weights) {
        var validation = drafted(judged).stream().map(d -> d.calibrated(calibration)).toList();
        var fitter = new ThresholdFitter(heldOut(validation));
        return new Fit(
                calibration,
                thresholds(fitter, feasibilityCut),
                fitter,
                validation,
                judged.size(),
                (int) judged.stream().filter(j -> !j.feasible()).count(),
                weights);
    }

    private static List<Drafted> drafted(List<Judged> judged) {
        return judged.stream().flatMap(j -> j.draft().stream()).toList();
    }

    private static List<ThresholdFitter.HeldOut> heldOut(List<Drafted> drafted) {
        return drafted.stream()
                .map(d ->
                        new ThresholdFitter.HeldOut(
                                d.outcome(), d.template(), d.question().database()))
                .toList();
    }

    private static List<Thresholds> thresholds(ThresholdFitter fitter, double feasibilityCut) {
        return fitter.curve().cuts().stream()
                .map(c -> new Thresholds(c.penalty(), feasibilityCut, c.uncertainty()))
                .toList();
    }

    /** Infeasible questions have nothing in common. */
    private String template(VerifiedQuery query) {
        String sql = query.sql();
        return sql == null ? query.id() : CrossFittingFolds.template(database.schema(), sql);
    }

    /**
     * A question that was asked.
     *
     * @param gold its statement; null where it is infeasible
     * @param examples its drafts, the first {@value #INSPECTED}
     */
    record Asked(
            Question question,
            String template,
            @Nullable String gold,
            Feasibility feasibility,
            List<EvidenceModel.Example> examples) {
        boolean feasible() {
            return gold != null;
        }

        /** The same, of which each example counts as many times. */
        Asked weighing(double times) {
            return new Asked(
                    question,
                    template,
                    gold,
                    feasibility,
                    examples.stream().map(e -> e.weighing(times)).toList());
        }
    }

    /** Whether a draft has gold's result without being a statement like gold. */
    static boolean isByChance(EvidenceModel.Example example) {
        return example.right() && example.weight() == BY_CHANCE;
    }

    private List<Asked> askAll(
            SqlGenerator generator, FeasibilityClassifier classifier, List<VerifiedQuery> queries) {
        List<Asked> out = new ArrayList<>();
        try (var threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<Asked>> futures = new ArrayList<>();
            for (VerifiedQuery query : queries) {
                futures.add(threads.submit(() -> ask(generator, classifier, query)));
            }
            for (var future : futures) {
                out.add(future.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GatewayException(FailureCode.UNEXPECTED, "Calibration was interrupted", e);
        } catch (ExecutionException e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "Calibration broke down: " + e.getCause(), e);
        }
        return labels.map(suite -> suite.labelled(out)).orElse(out);
    }

    private Asked ask(
            SqlGenerator generator, FeasibilityClassifier classifier, VerifiedQuery query) {
        var question = new Question(query.id(), database.id(), query.question());
        var feasibility = classifier.classify(question, database.schema());
        String goldSql = query.sql();
        Optional<Long> gold = goldSql == null ? Optional.empty() : result(goldSql);
        List<InspectedDraft> inspected = new ArrayList<>();
        // without gold's result, as on a machine too busy to run it, nothing is right or wrong
        boolean isJudged = goldSql == null || gold.isPresent();
        if (isJudged
                && generator.generate(question, database.schema())
                        instanceof Generation.Drafts drafts) {
            for (var draft : drafts.candidates().stream().limit(INSPECTED).toList()) {
                inspected.add(
                        new InspectedDraft(
                                draft, detector.inspect(question, draft, database.schema())));
            }
        }
        var agreements = Agreement.of(inspected);
        List<EvidenceModel.Example> examples = new ArrayList<>();
        for (int i = 0; i < inspected.size(); i++) {
            String sql = inspected.get(i).draft().sql();
            boolean right = gold.isPresent() && gold.equals(result(inspected.get(i).draft()));
            boolean byChance = right && goldSql != null && !saysTheSame(sql, goldSql);
            examples.add(
                    new EvidenceModel.Example(
                            inspected.get(i),
                            feasibility.infeasibleProbability(),
                            agreements.get(i),
                            right,
                            byChance ? BY_CHANCE : 1));
        }
        return new Asked(question, template(query), goldSql, feasibility, examples);
    }

    private boolean saysTheSame(String sql, String gold) {
        if (TokenBag.of(sql).equals(TokenBag.of(gold))) {
            return true;
        }
        var plain = CanonicalSql.of(gold, database.schema());
        return plain.isPresent() && plain.equals(CanonicalSql.of(sql, database.schema()));
    }

    private Optional<Long> result(SqlCandidate draft) {
        return result(draft.sql(), draft.origin());
    }

    /** The digest of a verified query's result; empty where it has none. */
    private Optional<Long> result(String sql) {
        return result(sql, SqlOrigin.PROGRAM);
    }

    private Optional<Long> result(String sql, SqlOrigin origin) {
        var known = results.get(sql);
        if (known == null) {
            known = computed(sql, origin);
            results.put(sql, known);
        }
        return known;
    }

    private Optional<Long> computed(String sql, SqlOrigin origin) {
        if (!(database.guard().check(sql, origin, database.schema())
                instanceof ReadOnlySql readOnly)) {
            return Optional.empty();
        }
        try {
            return Optional.of(database.executor().probe(readOnly, database.limits()).digest());
        } catch (GatewayException e) {
            if (e.code().type() == FailureType.MODEL) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
