package org.demur.evaluation.calibration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.demur.decision.Thresholds;
import org.demur.detection.ErrorDetector;
import org.demur.detection.InspectedDraft;
import org.demur.execution.ReadOnlySql;
import org.demur.failure.FailureCode;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.SqlGenerator;
import org.demur.generation.verified.Folds;
import org.demur.generation.verified.ReachableValues;
import org.demur.generation.verified.VerifiedGenerator;
import org.demur.pipeline.OpenDatabase;
import org.demur.question.Question;
import org.demur.schema.VerifiedQuery;
import org.demur.uncertainty.Calibration;
import org.demur.uncertainty.EvidenceEstimator;
import org.demur.uncertainty.EvidenceModel;
import org.demur.uncertainty.ThresholdFitter;

/**
 * Calibrates generation by verified queries for one database: the evidence model by cross-fitting
 * on its pairs, the probabilities and thresholds on its validation pairs. Where there are no
 * validation pairs the cross-fitted answers of the random folds serve.
 */
public final class Calibrating {
    /** Drafts of a question that are inspected. */
    public static final int INSPECTED = 5;

    private static final List<Double> PENALTIES =
            List.of(0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0);
    private static final int QUESTIONS_PER_KIND = 2_000;

    private final OpenDatabase database;
    private final ErrorDetector detector;
    private final ReachableValues values;
    private final Consumer<String> progress;
    private final Map<String, Optional<Long>> results = new ConcurrentHashMap<>();

    /**
     * Prepares a calibration.
     *
     * @param progress told a line now and then
     */
    public Calibrating(
            OpenDatabase database,
            ErrorDetector detector,
            ReachableValues values,
            Consumer<String> progress) {
        this.database = database;
        this.detector = detector;
        this.values = values;
        this.progress = progress;
    }

    /**
     * What was fitted.
     *
     * @param model right or wrong from evidence
     * @param calibration raw score to probability of error
     * @param thresholds for a range of penalties, the number of validation questions among them
     * @param validation each validation question's calibrated score and whether answering is wrong
     * @param questions validation questions, answered or not
     * @param infeasible those of them that are infeasible
     */
    public record Result(
            EvidenceModel model,
            Calibration calibration,
            List<Thresholds> thresholds,
            List<Calibration.Outcome> validation,
            int questions,
            int infeasible) {}

    /** Asks every fold, fits, then asks the validation pairs. Minutes for thousands of pairs. */
    public Result run(Map<String, String> provenance) {
        var pairs = database.database().verified().current();
        var validation = database.database().validation().current();
        List<EvidenceModel.Example> examples = new ArrayList<>();
        for (var fold : Folds.of(database.schema(), pairs, QUESTIONS_PER_KIND)) {
            try (var generator = VerifiedGenerator.over(database.schema(), fold.train(), values)) {
                var asked = askAll(generator, fold.asked());
                asked.forEach(a -> examples.addAll(a.examples()));
                progress.accept(fold.name() + ": " + asked.size() + " questions asked");
            }
        }
        if (examples.isEmpty()) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "Database " + database.id() + " has too few verified queries to calibrate on");
        }
        var model = EvidenceModel.fit(examples, new TreeMap<>(provenance));
        return validated(model, pairs, validation);
    }

    private Result validated(
            EvidenceModel model, List<VerifiedQuery> pairs, List<VerifiedQuery> validation) {
        List<VerifiedQuery> held = validation;
        List<VerifiedQuery> train = pairs;
        if (held.isEmpty()) {
            var fold = Folds.of(database.schema(), pairs, QUESTIONS_PER_KIND).getLast();
            held = fold.asked();
            train = fold.train();
        }
        try (var generator = VerifiedGenerator.over(database.schema(), train, values)) {
            var estimator = new EvidenceEstimator(model, Calibration.IDENTITY);
            List<Calibration.Outcome> raw = new ArrayList<>();
            for (Asked asked : askAll(generator, held)) {
                if (!asked.examples().isEmpty()) {
                    var drafts =
                            asked.examples().stream().map(EvidenceModel.Example::draft).toList();
                    var feasibility =
                            FeasibilityClassifier.ASSUME_FEASIBLE.classify(
                                    asked.question(), database.schema());
                    var estimate = estimator.estimate(asked.question(), feasibility, drafts);
                    boolean right =
                            asked.examples().stream()
                                    .anyMatch(
                                            e -> e.right() && e.draft().equals(estimate.chosen()));
                    raw.add(new Calibration.Outcome(estimate.score().value(), !right));
                }
            }
            var calibration = Calibration.fit(raw);
            var calibrated =
                    raw.stream()
                            .map(o ->
                                    new Calibration.Outcome(
                                            calibration.errorProbability(o.score()), o.wrong()))
                            .toList();
            int infeasible = (int) held.stream().filter(q -> q.sql() == null).count();
            var penalties = new ArrayList<>(PENALTIES);
            penalties.add((double) held.size());
            var thresholds =
                    penalties.stream()
                            .distinct()
                            .sorted()
                            .map(c -> new Thresholds(c, 1.0, ThresholdFitter.fit(calibrated, c)))
                            .toList();
            return new Result(model, calibration, thresholds, calibrated, held.size(), infeasible);
        }
    }

    private record Asked(
            Question question, Feasibility feasibility, List<EvidenceModel.Example> examples) {}

    private List<Asked> askAll(SqlGenerator generator, List<VerifiedQuery> queries) {
        List<Asked> out = new ArrayList<>();
        try (var threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            List<Future<Asked>> futures = new ArrayList<>();
            for (VerifiedQuery query : queries) {
                futures.add(threads.submit(() -> ask(generator, query)));
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
        return out;
    }

    private Asked ask(SqlGenerator generator, VerifiedQuery query) {
        var question = new Question(query.id(), database.id(), query.question());
        List<EvidenceModel.Example> examples = new ArrayList<>();
        if (generator.generate(question, database.schema()) instanceof Generation.Drafts drafts) {
            String goldSql = query.sql();
            Optional<Long> gold = goldSql == null ? Optional.empty() : result(goldSql);
            for (var draft : drafts.candidates().stream().limit(INSPECTED).toList()) {
                var inspected =
                        new InspectedDraft(
                                draft, detector.inspect(question, draft, database.schema()));
                boolean right = gold.isPresent() && gold.equals(result(draft.sql()));
                examples.add(new EvidenceModel.Example(inspected, right));
            }
        }
        var feasibility =
                FeasibilityClassifier.ASSUME_FEASIBLE.classify(question, database.schema());
        return new Asked(question, feasibility, examples);
    }

    /** The digest of a statement's result; empty where it has none. */
    private Optional<Long> result(String sql) {
        var known = results.get(sql);
        if (known == null) {
            known = computed(sql);
            results.put(sql, known);
        }
        return known;
    }

    private Optional<Long> computed(String sql) {
        if (!(database.guard().check(sql, database.schema()) instanceof ReadOnlySql readOnly)) {
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

    /**
     * Reliability scores of the validation questions at the fitted thresholds, by penalty; in
     * percent.
     */
    public static Map<Double, Double> scores(Result result) {
        Map<Double, Double> scores = new TreeMap<>();
        for (Thresholds cut : result.thresholds()) {
            double sum = 0;
            for (var outcome : result.validation()) {
                if (outcome.score() <= cut.uncertainty()) {
                    sum += outcome.wrong() ? -cut.penalty() : 1;
                }
            }
            scores.put(cut.penalty(), sum);
        }
        return scores;
    }

    static Collection<Double> penalties() {
        return PENALTIES;
    }
}
