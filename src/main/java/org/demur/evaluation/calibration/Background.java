package org.demur.evaluation.calibration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.demur.decision.ThresholdPolicy;
import org.demur.evaluation.calibration.Calibrating.Judged;
import org.demur.evaluation.calibration.Calibrating.PartlyKnown;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.SavedRun;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.Strategy;
import org.demur.schema.VerifiedQuery;
import org.demur.uncertainty.EvidenceModel;
import org.demur.uncertainty.Folding;
import org.jspecify.annotations.Nullable;

/**
 * Calibrates for databases that nobody calibrated, on others: what right and wrong drafts look like
 * is learnt from all of them, when to trust one from questions of databases that were left out of
 * what was learnt. Each is asked the questions of its pairs, fold by fold, and some that it does
 * not answer. Validation questions, where a database has some, are asked too, with all pairs known.
 * What is learnt, and not when to trust it, is also from known questions with other values, which
 * are easier than what else people ask.
 */
public final class Background {
    /** With fewer databases left out at a time more would be learnt, and it would take longer. */
    private static final int PORTIONS = 3;

    /** How far the database is whose names and questions are foreign. */
    private static final int STEP = 7;

    /**
     * How many hidden pairs a validation question counts as: it is asked as people ask, where all
     * pairs are known. With 5, 20 and 50 the 47 business databases, a third left out at a time,
     * reached 23.2, 23.9 and 23.8 points of 100 questions above abstaining at penalty 10, with the
     * best threshold.
     */
    private static final int WEIGHT_OF_VALIDATION = 20;

    /** What is told of databases left out. */
    private static final List<Double> PENALTIES =
            List.of(0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0);

    private final Consumer<String> progress;
    private final Consumer<LabelledDraft> drafts;

    /**
     * Prepares a calibration.
     *
     * @param progress told a line now and then
     * @param drafts given each draft that is fitted on
     */
    public Background(Consumer<String> progress, Consumer<LabelledDraft> drafts) {
        this.progress = progress;
        this.drafts = drafts;
    }

    /**
     * A draft of a question that a database was asked where it did not know the question's pair.
     *
     * @param gold null where nothing answers the question
     * @param right whether it has gold's result
     * @param weight how much it counts: less where it has the result and says something else
     * @param pair the verified query whose template it follows; null where there is none
     */
    public record LabelledDraft(
            String database,
            String question,
            @Nullable String gold,
            String sql,
            boolean right,
            double weight,
            @Nullable VerifiedQuery pair) {}

    /**
     * Asks and fits. Seconds of processor time for a database.
     *
     * @param provenance for the file of the model
     * @throws GatewayException {@code INVALID_CONFIGURATION} for fewer than three databases
     */
    public Calibrating.Result run(Map<String, String> provenance, List<Calibrating> databases) {
        checkEnough(databases);
        List<PartlyKnown> asked = new ArrayList<>();
        int step = Math.min(STEP, databases.size() - 1);
        for (int i = 0; i < databases.size(); i++) {
            var own = databases.get(i).database();
            var other = databases.get((i + step) % databases.size()).database();
            var unanswerable =
                    Unanswerable.of(
                            own.schema(),
                            own.database().verified().current(),
                            other.schema(),
                            other.database().verified().current());
            asked.add(databases.get(i).partlyKnown(unanswerable));
            labelled(asked.getLast(), own.database().verified().current()).forEach(drafts);
            progress.accept((i + 1) + " of " + databases.size() + " databases asked: " + own.id());
        }
        List<Judged> judged = new ArrayList<>();
        for (int portion = 0; portion < PORTIONS; portion++) {
            var model = fit(asked, portion, provenance);
            for (int i = portion; i < asked.size(); i += PORTIONS) {
                var database = asked.get(i);
                judged.addAll(Calibrating.judged(model, database.asked()));
                var validation = Calibrating.judged(model, database.validation());
                for (int copy = 0; copy < WEIGHT_OF_VALIDATION; copy++) {
                    judged.addAll(validation);
                }
            }
        }
        return Calibrating.result(fit(asked, PORTIONS, provenance), judged);
    }

    private static Stream<LabelledDraft> labelled(PartlyKnown asked, List<VerifiedQuery> pairs) {
        Map<String, VerifiedQuery> byId = new HashMap<>();
        pairs.forEach(pair -> byId.put(pair.id(), pair));
        return Stream.of(asked.asked(), asked.validation(), asked.otherValues())
                .flatMap(List::stream)
                .flatMap(a ->
                        a.examples().stream()
                                .map(example ->
                                        new LabelledDraft(
                                                a.question().database(),
                                                a.question().text(),
                                                a.gold(),
                                                example.draft().draft().sql(),
                                                example.right(),
                                                example.weight(),
                                                byId.get(example.draft().draft().groundedBy()))));
    }

    /**
     * When to trust a strategy on databases that it was not calibrated for.
     *
     * @param fit on the questions of all databases
     * @param leftOut how the thresholds for a penalty, in ascending order, do on databases that
     *     they were not fitted on
     */
    public record OfStrategy(Calibrating.Fit fit, List<LeftOut> leftOut) {}

    /**
     * What thresholds fitted on all databases but one let through of that one, each left out in
     * turn.
     *
     * @param answered questions of all databases
     */
    public record LeftOut(double penalty, int answered, int wrong) {}

    /**
     * Asks a strategy each validation pair of the databases and fits when to trust it.
     *
     * @param strategy as it serves a database
     * @throws GatewayException {@code INVALID_CONFIGURATION} for fewer than three databases; else
     *     as {@link Calibrating#fit(Strategy)}
     */
    public OfStrategy run(List<Calibrating> databases, Function<OpenDatabase, Strategy> strategy) {
        checkEnough(databases);
        List<List<Judged>> judged = new ArrayList<>();
        for (var database : databases) {
            judged.add(database.judged(strategy.apply(database.database())));
            progress.accept(
                    "%d of %d databases asked: %s"
                            .formatted(judged.size(), databases.size(), database.database().id()));
        }
        return fitted(judged);
    }

    /**
     * The same from what a run has measured, judged by the rules that it was scored by: no model
     * and no database is asked.
     *
     * @param run of a strategy whose estimator is the fused one
     * @throws GatewayException as {@link #run(List, Function)}
     */
    public static OfStrategy of(SavedRun run, DraftScores scores) {
        Map<String, List<Judged>> byDatabase = new TreeMap<>();
        var judged = Calibrating.judged(run, scores);
        for (int i = 0; i < judged.size(); i++) {
            byDatabase
                    .computeIfAbsent(run.samples().get(i).database(), _ -> new ArrayList<>())
                    .add(judged.get(i));
        }
        return fitted(new ArrayList<>(byDatabase.values()));
    }

    private static OfStrategy fitted(List<List<Judged>> judged) {
        return new OfStrategy(fit(judged), leftOut(judged));
    }

    private static Calibrating.Fit fit(List<List<Judged>> judged) {
        return Calibrating.fit(Calibrating.crossFitted(together(judged), Folding.DATABASE));
    }

    private static List<LeftOut> leftOut(List<List<Judged>> judged) {
        Map<Double, LeftOut> byPenalty = new TreeMap<>();
        for (int i = 0; i < judged.size(); i++) {
            var others = new ArrayList<>(judged);
            others.remove(i);
            var fit = fit(others);
            for (double penalty : PENALTIES) {
                var cut = new ThresholdPolicy(fit.thresholds(), penalty).thresholds();
                var answered =
                        judged.get(i).stream()
                                .flatMap(question -> question.by(fit.weights()).draft().stream())
                                .map(draft -> draft.calibrated(fit.calibration()).outcome())
                                .filter(outcome -> outcome.score() <= cut.uncertainty())
                                .toList();
                int wrong = (int) answered.stream().filter(o -> o.wrong()).count();
                byPenalty.merge(
                        penalty,
                        new LeftOut(penalty, answered.size(), wrong),
                        (a, b) ->
                                new LeftOut(
                                        penalty,
                                        a.answered() + b.answered(),
                                        a.wrong() + b.wrong()));
            }
        }
        return List.copyOf(byPenalty.values());
    }

    private static List<Judged> together(List<List<Judged>> judged) {
        return judged.stream().flatMap(List::stream).toList();
    }

    private static void checkEnough(List<Calibrating> databases) {
        if (databases.size() < PORTIONS) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "A background takes %d databases with pairs or more, here are %d"
                            .formatted(PORTIONS, databases.size()));
        }
    }

    /** A model of all databases but those of a portion. */
    private static EvidenceModel fit(
            List<PartlyKnown> asked, int portion, Map<String, String> provenance) {
        List<EvidenceModel.Example> examples = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            if (i % PORTIONS != portion) {
                var database = asked.get(i);
                database.asked().forEach(q -> examples.addAll(q.examples()));
                database.validation()
                        .forEach(q -> examples.addAll(q.weighing(WEIGHT_OF_VALIDATION).examples()));
                database.otherValues().forEach(q -> examples.addAll(q.examples()));
            }
        }
        return EvidenceModel.fit(examples, new TreeMap<>(provenance));
    }
}
