package org.demur.evaluation.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.demur.evaluation.compare.sql.EngineChange;
import org.demur.evaluation.dataset.Hardness;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.AbstainAll;
import org.demur.evaluation.metric.AreaUnderRiskCoverage;
import org.demur.evaluation.metric.BrierScore;
import org.demur.evaluation.metric.Calibration;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.ClusteredBootstrap.Pair;
import org.demur.evaluation.metric.Coverage;
import org.demur.evaluation.metric.CoverageAtZeroWrong;
import org.demur.evaluation.metric.DetectionAuroc;
import org.demur.evaluation.metric.DetectionF1;
import org.demur.evaluation.metric.ExecutionAccuracy;
import org.demur.evaluation.metric.ExpectedCalibrationError;
import org.demur.evaluation.metric.McNemar;
import org.demur.evaluation.metric.Metric;
import org.demur.evaluation.metric.MetricIntervals;
import org.demur.evaluation.metric.OutcomeCounts;
import org.demur.evaluation.metric.OutcomeResamples;
import org.demur.evaluation.metric.ReliabilityScore;
import org.demur.evaluation.metric.ReliabilityScoreAtN;
import org.demur.evaluation.metric.RiskCoverageCurve;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.metric.SelectiveRisk;
import org.demur.evaluation.metric.WrongAnswers;
import org.demur.evaluation.run.RunSample;
import org.demur.evaluation.run.RunSpec;
import org.jspecify.annotations.Nullable;

/** What the page says of whole runs, as the script reads it. */
final class RunSummaries {
    private static final ClusteredBootstrap BOOTSTRAP = ClusteredBootstrap.STANDARD;
    private static final int CURVE_POINTS = 200;
    private static final int BINS = 10;
    private static final Metric EXECUTED = new ExecutionAccuracy();
    private static final Figure ON_SUITE =
            new Figure(
                    EXECUTED, "feasible questions with gold's result on the suite's databases too");
    private static final int PENALTIES_A_DECADE = 6;

    /** From easy to hard, then by name. */
    private static final Comparator<String> NATURAL =
            Comparator.<String>comparingInt(name ->
                            Arrays.stream(Hardness.values()).map(Words::of).toList().indexOf(name))
                    .thenComparing(Comparator.naturalOrder());

    private RunSummaries() {}

    /** A metric that is shown with its interval. */
    private record Figure(Metric metric, String meaning) {
        Map<String, Object> row(OptionalDouble value, Optional<Interval> interval) {
            double times = metric.printedTimes();
            var row =
                    RunSummaries.row(
                            metric.name(),
                            meaning,
                            metric instanceof WrongAnswers ? 0 : times == 100 ? 2 : 4);
            putValues(row, times, value, interval);
            return row;
        }
    }

    static Map<String, Object> of(List<ScoredRun> runs) {
        var json = new LinkedHashMap<String, Object>();
        json.put("level", BOOTSTRAP.level());
        json.put("resamples", BOOTSTRAP.resamples());
        json.put("runs", runs.stream().map(RunSummaries::run).toList());
        ScoredRun first = runs.getFirst();
        json.put(
                "comparisons",
                runs.stream().skip(1).map(other -> RunComparison.of(first, other)).toList());
        return json;
    }

    private static Map<String, Object> run(ScoredRun run) {
        List<ScoredItem> items = run.items();
        RunSpec spec = run.run().spec();
        var resamples = OutcomeResamples.of(items, BOOTSTRAP);
        var intervals = MetricIntervals.of(items, BOOTSTRAP);
        var json = new LinkedHashMap<String, Object>();
        json.put("name", run.name());
        json.put("dataSet", spec.dataSet());
        json.put("strategy", spec.strategy());
        json.put("penalty", spec.penalty());
        json.put("rules", run.scores().rules());
        json.put("engine", run.engine());
        json.put("engineNotes", engineNotes(run));
        var summary = run.run().summary();
        json.put("samples", summary.samples());
        json.put("brokenDown", summary.brokenDown());
        json.put("unscored", summary.samples() - items.size() - summary.brokenDown());
        json.put("headline", headline(run, items, intervals));
        json.put("quality", quality(items, intervals));
        json.put("penalties", penalties(run, items, resamples));
        json.put("curve", curve(items));
        json.put("operating", operating(items));
        json.put("bins", bins(items));
        json.put("stages", StageFates.of(run));
        json.put("breakdowns", breakdowns(spec.penalty(), items));
        json.put("spec", facts(spec));
        return json;
    }

    /**
     * In how many items each construct stands that other versions of the engine answer otherwise.
     */
    private static List<Map<String, Object>> engineNotes(ScoredRun run) {
        var items = new EnumMap<EngineChange, Integer>(EngineChange.class);
        for (RunSample sample : run.run().samples()) {
            run.engineChanges(sample).forEach(change -> items.merge(change, 1, Integer::sum));
        }
        return items.entrySet().stream()
                .map(e ->
                        Map.<String, Object>of(
                                "construct", e.getKey().printed(), "items", e.getValue()))
                .toList();
    }

    /** What was decided. */
    private static List<Figure> decisions(double own, int items) {
        var figures = new ArrayList<Figure>();
        for (double penalty : new TreeSet<>(List.of(0.0, 1.0, 10.0, 100.0, own))) {
            figures.add(
                    new Figure(
                            new ReliabilityScore(penalty),
                            "mean points: +1 right, 0 missed, %s wrong"
                                    .formatted(penalty == 0 ? "0" : "−" + Words.number(penalty))));
        }
        figures.add(
                new Figure(
                        new ReliabilityScoreAtN(),
                        "at a penalty of N = %d, above 0 if nothing was wrong".formatted(items)));
        figures.add(new Figure(new Coverage(), "share that was answered"));
        figures.add(new Figure(new SelectiveRisk(), "share wrong of what was answered"));
        figures.add(new Figure(EXECUTED, "feasible questions with gold's result"));
        figures.add(new Figure(new WrongAnswers(), "how many answers were wrong"));
        return figures;
    }

    /** How well uncertainty and feasibility tell good from bad. */
    private static final List<Figure> QUALITIES =
            List.of(
                    new Figure(
                            new CoverageAtZeroWrong(),
                            "share that a threshold could answer without a wrong answer, in hindsight"),
                    new Figure(
                            new AreaUnderRiskCoverage(),
                            "area under the risk–coverage curve, less is better"),
                    new Figure(
                            new ExpectedCalibrationError(BINS),
                            "distance of confidence from accuracy"),
                    new Figure(new BrierScore(), "mean squared error of the stated probability"),
                    new Figure(
                            new DetectionF1(null),
                            "abstaining as a detector of infeasible questions"),
                    new Figure(
                            new DetectionAuroc(null),
                            "feasibility's ranking of infeasible questions"));

    private static List<Map<String, Object>> headline(
            ScoredRun run, List<ScoredItem> items, MetricIntervals intervals) {
        var rows = new ArrayList<Map<String, Object>>();
        var line =
                new Figure(
                        new AbstainAll(),
                        "abstaining on everything, at every penalty: the line to beat");
        rows.add(line.row(line.metric().over(items), Optional.empty()));
        for (Figure figure : decisions(run.run().spec().penalty(), items.size())) {
            rows.add(row(figure, items, intervals));
            if (figure.metric().equals(EXECUTED) && run.suite().isPresent()) {
                rows.add(onSuite(run));
            }
        }
        return rows;
    }

    private static Map<String, Object> onSuite(ScoredRun run) {
        List<ScoredItem> items = run.itemsOnSuite();
        return namedTs(row(ON_SUITE, items, MetricIntervals.of(items, BOOTSTRAP)));
    }

    private static Map<String, Object> namedTs(Map<String, Object> row) {
        row.put("name", "TS");
        return row;
    }

    private static List<Map<String, Object>> quality(
            List<ScoredItem> items, MetricIntervals intervals) {
        return QUALITIES.stream()
                .filter(figure -> figure.metric().over(items).isPresent())
                .map(figure -> row(figure, items, intervals))
                .toList();
    }

    private static Map<String, Object> row(
            Figure figure, List<ScoredItem> items, MetricIntervals intervals) {
        return figure.row(figure.metric().over(items), intervals.of(figure.metric()));
    }

    /**
     * The second run's figures less the first's, over the items that both scored.
     *
     * @param onSuite pairs with answers that a suite tells from gold taken for wrong; none without
     */
    static List<Map<String, Object>> differences(double own, List<Pair> pairs, List<Pair> onSuite) {
        var intervals = MetricIntervals.ofPairs(pairs, BOOTSTRAP);
        var rows = new ArrayList<Map<String, Object>>();
        for (Figure figure : decisions(own, pairs.size())) {
            rows.add(difference(figure, pairs, intervals));
            if (figure.metric().equals(EXECUTED) && !onSuite.isEmpty()) {
                var drawn = MetricIntervals.ofPairs(onSuite, BOOTSTRAP);
                rows.add(namedTs(difference(ON_SUITE, onSuite, drawn)));
            }
        }
        for (Figure figure : QUALITIES) {
            boolean isDefined =
                    Stream.of(firsts(pairs), seconds(pairs))
                            .allMatch(items -> figure.metric().over(items).isPresent());
            if (isDefined) {
                rows.add(difference(figure, pairs, intervals));
            }
        }
        return rows;
    }

    private static List<ScoredItem> firsts(List<Pair> pairs) {
        return pairs.stream().map(Pair::first).toList();
    }

    private static List<ScoredItem> seconds(List<Pair> pairs) {
        return pairs.stream().map(Pair::second).toList();
    }

    private static Map<String, Object> difference(
            Figure figure, List<Pair> pairs, MetricIntervals intervals) {
        OptionalDouble before = figure.metric().over(firsts(pairs));
        OptionalDouble after = figure.metric().over(seconds(pairs));
        var row =
                figure.row(
                        before.isEmpty() || after.isEmpty()
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(after.getAsDouble() - before.getAsDouble()),
                        intervals.difference(figure.metric()));
        double times = figure.metric().printedTimes();
        putValue(row, "before", times, before);
        putValue(row, "after", times, after);
        McNemar.of(figure.metric(), pairs).ifPresent(test -> row.put("mcNemar", test.pValue()));
        return row;
    }

    private static Map<String, Object> row(String name, String meaning, int digits) {
        var row = new LinkedHashMap<String, Object>();
        row.put("name", name);
        row.put("meaning", meaning);
        row.put("digits", digits);
        return row;
    }

    private static void putValues(
            Map<String, Object> row,
            double times,
            OptionalDouble value,
            Optional<Interval> interval) {
        putValue(row, "value", times, value);
        interval.ifPresent(i -> {
            row.put("lower", times * i.lower());
            row.put("upper", times * i.upper());
        });
    }

    private static void putValue(
            Map<String, Object> row, String name, double times, OptionalDouble value) {
        if (value.isPresent()) {
            row.put(name, times * value.getAsDouble());
        }
    }

    private static List<Map<String, Object>> penalties(
            ScoredRun run, List<ScoredItem> items, OutcomeResamples resamples) {
        var counts = OutcomeCounts.of(items);
        boolean canRedecide =
                run.run().samples().stream()
                        .allMatch(s -> run.run().spec().thresholds().containsKey(s.database()));
        var points = new ArrayList<Map<String, Object>>();
        int last = (int) Math.ceil(PENALTIES_A_DECADE * Math.log10(Math.max(100, items.size())));
        for (int step = -PENALTIES_A_DECADE; step <= last; step++) {
            double penalty = Math.pow(10, (double) step / PENALTIES_A_DECADE);
            var point = new LinkedHashMap<String, Object>();
            point.put("penalty", Words.rounded(penalty));
            putRounded(point, "decided", counts.reliability(penalty));
            resamples
                    .interval(resample -> resample.reliability(penalty))
                    .ifPresent(interval -> {
                        point.put("lower", Words.rounded(100 * interval.lower()));
                        point.put("upper", Words.rounded(100 * interval.upper()));
                    });
            if (canRedecide) {
                putRounded(
                        point,
                        "redecided",
                        run.run().counts(penalty, run.scores()).reliability(penalty));
            }
            putRounded(point, "abstainAll", counts.abstainAll());
            points.add(point);
        }
        return points;
    }

    private static void putRounded(Map<String, Object> point, String name, OptionalDouble value) {
        if (value.isPresent()) {
            point.put(name, Words.rounded(100 * value.getAsDouble()));
        }
    }

    private static List<double[]> curve(List<ScoredItem> items) {
        var points = RiskCoverageCurve.of(items).points();
        int step = Math.max(1, points.size() / CURVE_POINTS);
        var curve = new ArrayList<double[]>();
        for (int i = 0; i < points.size(); i++) {
            if (i % step == 0 || i == points.size() - 1) {
                var point = points.get(i);
                curve.add(
                        new double[] {
                            Words.rounded(100 * point.coverage()), Words.rounded(100 * point.risk())
                        });
            }
        }
        return curve;
    }

    /** Coverage and risk of what was decided; null where nothing was answered. */
    private static double @Nullable [] operating(List<ScoredItem> items) {
        var counts = OutcomeCounts.of(items);
        return counts.answered() == 0
                ? null
                : new double[] {
                    100 * counts.coverage().orElseThrow(),
                    100 * counts.selectiveRisk().orElseThrow()
                };
    }

    private static List<Map<String, Object>> bins(List<ScoredItem> items) {
        var bins = new ArrayList<Map<String, Object>>();
        for (Calibration.Bin bin : Calibration.of(items, BINS).bins().reversed()) {
            var row = new LinkedHashMap<String, Object>();
            row.put("confidence", Words.rounded(100 * bin.confidence()));
            row.put("accuracy", Words.rounded(100 * bin.accuracy()));
            row.put("drafts", bin.drafts());
            bins.add(row);
        }
        return bins;
    }

    private static List<Map<String, Object>> breakdowns(double own, List<ScoredItem> items) {
        var breakdowns = new ArrayList<Map<String, Object>>();
        addBreakdown(breakdowns, "hardness", own, items, s -> Optional.ofNullable(s.hardness()));
        addBreakdown(
                breakdowns,
                "seen or unseen",
                own,
                items,
                s -> Optional.ofNullable(s.familiarity()));
        addBreakdown(breakdowns, "feasibility", own, items, s -> Optional.of(Words.kind(s)));
        addBreakdown(breakdowns, "database", own, items, s -> Optional.of(s.question().database()));
        return breakdowns;
    }

    private static void addBreakdown(
            List<Map<String, Object>> breakdowns,
            String by,
            double own,
            List<ScoredItem> items,
            Function<Sample, Optional<?>> group) {
        Map<String, List<ScoredItem>> groups = new TreeMap<>(NATURAL);
        for (ScoredItem item : items) {
            group.apply(item.sample())
                    .map(g -> g instanceof Enum<?> value ? Words.of(value) : g.toString())
                    .ifPresent(
                            name -> groups.computeIfAbsent(name, n -> new ArrayList<>()).add(item));
        }
        if (groups.size() < 2) {
            return;
        }
        var rows = new ArrayList<Map<String, Object>>();
        groups.forEach((name, members) -> {
            var counts = OutcomeCounts.of(members);
            Map<String, Object> row = row(name, "", 2);
            putValues(
                    row,
                    100,
                    counts.reliability(own),
                    OutcomeResamples.of(members, BOOTSTRAP)
                            .interval(resample -> resample.reliability(own)));
            row.put("items", counts.items());
            row.put("right", counts.correctSql() + counts.correctAbstention());
            row.put("missed", counts.missed());
            row.put("wrong", counts.wrongAnswers());
            rows.add(row);
        });
        breakdowns.add(Map.of("by", by, "score", new ReliabilityScore(own).name(), "rows", rows));
    }

    private static Map<String, String> facts(RunSpec spec) {
        var facts = new LinkedHashMap<String, String>();
        facts.put("data set", spec.dataSet());
        facts.put("SHA-256 of its samples", spec.dataSetDigest());
        facts.put("strategy", spec.strategy());
        spec.components().forEach((part, component) -> facts.put(part, component));
        facts.put("penalty", Words.number(spec.penalty()));
        facts.put("seed", Long.toString(spec.seed()));
        facts.put("tolerated breakdowns", Words.percent(spec.toleratedBreakdowns()));
        spec.versions().forEach((part, version) -> facts.put("version of " + part, version));
        spec.machine().forEach((part, machine) -> facts.put("machine: " + part, machine));
        spec.digests().forEach((part, digest) -> facts.put("SHA-256 of " + part, digest));
        return facts;
    }
}
