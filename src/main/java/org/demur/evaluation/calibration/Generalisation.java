package org.demur.evaluation.calibration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.demur.decision.ThresholdPolicy;
import org.demur.evaluation.calibration.Calibrating.Asked;
import org.demur.evaluation.calibration.Calibrating.Drafted;
import org.demur.evaluation.calibration.Calibrating.Judged;
import org.demur.evaluation.calibration.Calibrating.Partition;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.OutcomeCounts;
import org.demur.evaluation.metric.OutcomeResamples;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.VerifiedQuery;
import org.demur.uncertainty.EvidenceModel;

/**
 * How well confidence holds on questions whose templates nobody has shown: five partitions of a
 * database's pairs each hide a fifth of the templates and ask them beside known ones and infeasible
 * ones. What decides in a partition is fitted on the others: the evidence model on their drafts,
 * calibration and thresholds on their scores by models that saw neither them nor the partition.
 *
 * <p>Errors may be read on the open partitions only. Of a sealed one nothing is kept but figures,
 * so that whoever improves the program cannot learn from it.
 */
public final class Generalisation {
    /** Partitions, from 1 on, whose errors may be read. */
    private static final Set<Integer> OPEN = Set.of(1, 2);

    /** Confidence, in [0, 1], from which on a wrong answer is counted apart. */
    private static final double SURE = 0.99;

    /** Lower bounds of bins of confidence; the most confident ones are told apart more finely. */
    private static final List<Double> BINS = List.of(0.0, 0.5, 0.8, 0.9, 0.95, 0.98, SURE);

    /** Wrong answers listed of an open partition. */
    private static final int LISTED = 40;

    /** Below, partitions hold too few pairs to teach and to ask anything. */
    public static final int FEWEST = 12;

    private final Calibrating database;
    private final double penalty;
    private final Consumer<String> progress;

    /**
     * Prepares a measurement.
     *
     * @param penalty at which answers are counted, at least 0
     * @param progress told a line now and then
     */
    public Generalisation(Calibrating database, double penalty, Consumer<String> progress) {
        this.database = database;
        this.penalty = penalty;
        this.progress = progress;
    }

    /**
     * Expected against observed errors among drafts of some confidence.
     *
     * @param from the lowest confidence, in [0, 1]
     * @param drafts how many
     * @param expected share of wrong ones by their confidence, in [0, 1]
     * @param observed share of wrong ones
     */
    public record Bin(double from, int drafts, double expected, double observed) {}

    /**
     * A wrong answer of an open partition.
     *
     * @param confidence in [0, 1]
     */
    public record WrongAnswer(String id, String question, double confidence) {}

    /**
     * The figures of a partition at the penalty.
     *
     * @param name of the partition
     * @param sealed whether its items are kept from everybody
     * @param questions asked
     * @param templates different ones among the feasible questions
     * @param answered at the penalty
     * @param wrong of these
     * @param sure answers with a confidence of 0.99 or more
     * @param sureWrong of these
     * @param reliability RS by penalty, in percent, each with thresholds for that penalty; N, the
     *     number of questions, among them
     * @param interval of RS at the penalty, 95 %, by templates
     * @param abstaining RS of abstaining from everything, in percent
     * @param bins confidence against error
     * @param wrongAnswers empty for a sealed partition
     */
    public record Part(
            String name,
            boolean sealed,
            int questions,
            int templates,
            int answered,
            int wrong,
            int sure,
            int sureWrong,
            Map<String, Double> reliability,
            Optional<Interval> interval,
            double abstaining,
            List<Bin> bins,
            List<WrongAnswer> wrongAnswers) {
        public Part {
            if (sealed && !wrongAnswers.isEmpty()) {
                throw new IllegalArgumentException("A sealed partition keeps no items");
            }
        }
    }

    /**
     * What a suite's labels change: each figure by models, calibration and thresholds that learned
     * from one kind of label, counted by one kind.
     *
     * @param learnedFromResults drafts are right if they have gold's result, as without a suite
     * @param learnedFromSuite drafts are right if the suite does not tell them from gold
     */
    public record Labels(Counted learnedFromResults, Counted learnedFromSuite) {}

    /**
     * The same answers, right by gold's result and right by the suite.
     *
     * @param byResults partition by partition
     * @param bySuite likewise
     */
    public record Counted(List<Part> byResults, List<Part> bySuite) {}

    /**
     * Refuses pairs that are too few, before anything is asked or a model is loaded.
     *
     * @param id of their database
     * @throws GatewayException {@code INVALID_CONFIGURATION} that says how many are needed
     */
    public static void requireEnough(String id, List<VerifiedQuery> pairs) {
        long answerable = pairs.stream().filter(pair -> pair.sql() != null).count();
        if (answerable < FEWEST) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "Database %s has %d pairs with a statement, validation pairs included; to be asked in partitions %d are needed: add %d"
                            .formatted(id, answerable, FEWEST, FEWEST - answerable));
        }
    }

    /** Asks and measures every partition; minutes for thousands of pairs. */
    public List<Part> measure(List<VerifiedQuery> pairs) {
        var partitions = database.partitions(pairs, 0);
        return measure(partitions, database.further(pairs), partitions);
    }

    /** Asks every partition once, and measures with and without the labels of a suite. */
    public Labels measure(List<VerifiedQuery> pairs, SuiteLabels labels) {
        var partitions = database.partitions(pairs, 0);
        var further = database.further(pairs);
        var labelled = labelled(partitions, labels);
        var furtherLabelled = labelled(further, labels);
        return new Labels(
                new Counted(
                        measure(partitions, further, partitions),
                        measure(partitions, further, labelled)),
                new Counted(
                        measure(labelled, furtherLabelled, partitions),
                        measure(labelled, furtherLabelled, labelled)));
    }

    private List<Partition> labelled(List<Partition> partitions, SuiteLabels labels) {
        List<Partition> labelled = partitions.stream().map(labels::labelled).toList();
        progress.accept("%d partitions judged on the suite".formatted(labelled.size()));
        return labelled;
    }

    /**
     * The figures of every partition.
     *
     * @param partitions that are learned from
     * @param further that are learned from besides
     * @param counted the same partitions, labelled as their answers are counted
     */
    private List<Part> measure(
            List<Partition> partitions, List<Partition> further, List<Partition> counted) {
        Map<Set<Integer>, EvidenceModel> models = new HashMap<>();
        List<Part> parts = new ArrayList<>();
        for (int held = 0; held < partitions.size(); held++) {
            List<Judged> others = new ArrayList<>();
            for (int other = 0; other < partitions.size(); other++) {
                if (other != held) {
                    var model = without(Set.of(held, other), partitions, further, models);
                    others.addAll(Calibrating.judged(model, partitions.get(other).asked()));
                }
            }
            var model = without(Set.of(held), partitions, further, models);
            var fit = Calibrating.result(model, others).fit();
            parts.add(
                    part(
                            held + 1,
                            counted.get(held).asked(),
                            Calibrating.judged(model, counted.get(held).asked()),
                            fit));
            progress.accept("partition " + (held + 1) + " measured");
        }
        return parts;
    }

    private EvidenceModel without(
            Set<Integer> held,
            List<Partition> partitions,
            List<Partition> further,
            Map<Set<Integer>, EvidenceModel> models) {
        return models.computeIfAbsent(
                held,
                _ ->
                        Calibrating.fitted(
                                        Stream.concat(partitions.stream(), further.stream())
                                                .toList(),
                                        held.stream().map(partitions::get).toList(),
                                        Map.of())
                                .orElseThrow(() ->
                                        new GatewayException(
                                                FailureCode.INVALID_CONFIGURATION,
                                                "No partition of the pairs had a draft to learn from: add pairs that are like each other")));
    }

    private Part part(int number, List<Asked> asked, List<Judged> judged, Calibrating.Fit fit) {
        boolean sealed = !OPEN.contains(number);
        Map<String, Double> reliability = new TreeMap<>();
        for (double c : List.of(0.0, 5.0, 10.0)) {
            reliability.put("RS(%.0f)".formatted(c), percent(decided(asked, judged, fit, c), c));
        }
        double all = asked.size();
        reliability.put("RS(N)", percent(decided(asked, judged, fit, all), all));
        var items = decided(asked, judged, fit, penalty);
        var counts = OutcomeCounts.of(items);
        var calibrated =
                judged.stream()
                        .flatMap(j -> j.draft().stream())
                        .map(draft -> draft.calibrated(fit.calibration()))
                        .sorted(Comparator.comparingDouble(d -> d.outcome().score()))
                        .toList();
        double threshold =
                new ThresholdPolicy(fit.thresholds(), penalty).thresholds().uncertainty();
        var answered = calibrated.stream().filter(d -> d.outcome().score() <= threshold).toList();
        var sure = answered.stream().filter(d -> 1 - d.outcome().score() >= SURE).toList();
        return new Part(
                "templates " + number,
                sealed,
                asked.size(),
                (int)
                        asked.stream()
                                .filter(Asked::feasible)
                                .map(Asked::template)
                                .distinct()
                                .count(),
                counts.answered(),
                counts.wrongAnswers(),
                sure.size(),
                wrong(sure),
                reliability,
                OutcomeResamples.of(items, ClusteredBootstrap.STANDARD)
                        .interval(c -> c.reliability(penalty)),
                100 * counts.abstainAll().orElse(0),
                bins(calibrated),
                sealed ? List.of() : listed(answered));
    }

    private static double percent(List<ScoredItem> items, double penalty) {
        return 100 * OutcomeCounts.of(items).reliability(penalty).orElse(Double.NaN);
    }

    private static int wrong(List<Drafted> drafts) {
        return (int) drafts.stream().filter(d -> d.outcome().wrong()).count();
    }

    /** What becomes of questions at a penalty. */
    static List<ScoredItem> decided(
            List<Asked> asked, List<Judged> judged, Calibrating.Fit fit, double penalty) {
        double threshold =
                new ThresholdPolicy(fit.thresholds(), penalty).thresholds().uncertainty();
        List<ScoredItem> items = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            var question = asked.get(i);
            var draft = judged.get(i).draft().map(d -> d.calibrated(fit.calibration()).outcome());
            var outcome =
                    draft.filter(d -> d.score() <= threshold)
                            .map(d -> Outcome.answered(question.feasible(), !d.wrong()))
                            .orElseGet(() -> Outcome.abstained(question.feasible()));
            Gold gold = question.feasible() ? new Gold.FeasibleBy("") : new Gold.Infeasible(null);
            items.add(
                    ScoredItem.of(
                            new Sample(question.question(), gold, question.template(), null, null),
                            outcome));
        }
        return items;
    }

    private static List<Bin> bins(List<Drafted> drafts) {
        List<Bin> bins = new ArrayList<>();
        for (int i = 0; i < BINS.size(); i++) {
            double from = BINS.get(i);
            double to = i + 1 < BINS.size() ? BINS.get(i + 1) : Double.POSITIVE_INFINITY;
            var inside =
                    drafts.stream()
                            .filter(d -> 1 - d.outcome().score() >= from)
                            .filter(d -> 1 - d.outcome().score() < to)
                            .toList();
            if (!inside.isEmpty()) {
                bins.add(
                        new Bin(
                                from,
                                inside.size(),
                                inside.stream()
                                        .mapToDouble(d -> d.outcome().score())
                                        .average()
                                        .orElse(0),
                                wrong(inside) / (double) inside.size()));
            }
        }
        return bins;
    }

    private static List<WrongAnswer> listed(List<Drafted> answered) {
        return answered.stream()
                .filter(d -> d.outcome().wrong())
                .limit(LISTED)
                .map(d ->
                        new WrongAnswer(
                                d.question().id(), d.question().text(), 1 - d.outcome().score()))
                .toList();
    }
}
