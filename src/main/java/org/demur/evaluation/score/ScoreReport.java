package org.demur.evaluation.score;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.evaluation.compare.sql.EngineChange;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.dataset.Shard;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.ExecutionAccuracy;
import org.demur.evaluation.metric.Metric;
import org.demur.evaluation.metric.MetricIntervals;
import org.demur.evaluation.metric.Metrics;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.ReliabilityScore;
import org.demur.evaluation.metric.RiskCoverageCurve;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.metric.StatementMetric;
import org.demur.evaluation.metric.WrongAnswers;
import org.demur.evaluation.suite.SuiteVerdict;
import org.demur.evaluation.suite.Witness;
import org.jspecify.annotations.Nullable;

/** A score sheet for people and for programs. */
public final class ScoreReport {
    private static final ClusteredBootstrap BOOTSTRAP = ClusteredBootstrap.STANDARD;

    /** Each may quote a statement's error. */
    private static final int UNSCORED_REASONS = 3;

    private final ScoreSheet sheet;
    private final List<Metric> metrics;
    private final MetricIntervals intervals;
    private final MetricIntervals intervalsOnSuite;
    private final ItemMeans means;
    private final Breakdowns breakdowns;

    /**
     * A report.
     *
     * @param penalties further c to give RS(c) for
     */
    public ScoreReport(ScoreSheet sheet, List<Double> penalties) {
        this.sheet = sheet;
        metrics = metrics(penalties);
        intervals = MetricIntervals.of(sheet.items(), BOOTSTRAP);
        intervalsOnSuite = MetricIntervals.of(sheet.onSuite(), BOOTSTRAP);
        means = ItemMeans.ofComparisons(sheet, BOOTSTRAP);
        breakdowns = new Breakdowns(sheet, BOOTSTRAP);
    }

    /** The standard ones, and RS at further penalties. */
    static List<Metric> metrics(List<Double> penalties) {
        var all = new ArrayList<>(Metrics.standard());
        penalties.stream()
                .map(ReliabilityScore::new)
                .filter(metric -> !all.contains(metric))
                .forEach(all::add);
        return List.copyOf(all);
    }

    /**
     * One field per metric, shares and RS in per cent, {@code null} where a metric has no value;
     * then their bootstrap intervals, the breakdowns, and under {@code scores} each id's 1 (right
     * decision), 0 (missed) or -1 (penalised), {@code null} where it is unscored.
     */
    public Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("rules", sheet.rules().printed());
        json.put("engine", sheet.engine());
        if (!sheet.part().shard().equals(Shard.WHOLE)) {
            json.put("shard", sheet.part().shard().toString());
        }
        json.put("n", sheet.items().size());
        json.put("feasible", sheet.items().stream().filter(i -> !i.isInfeasible()).count());
        json.put("infeasible", sheet.items().stream().filter(ScoredItem::isInfeasible).count());
        json.put("unscored", sheet.unscored().size());
        json.put("answered", sheet.items().stream().filter(i -> i.outcome().isAnswered()).count());
        if (!sheet.emptyCells().isEmpty()) {
            json.put("empty cells", List.copyOf(sheet.emptyCells()));
        }
        for (Metric metric : metrics) {
            OptionalDouble value = metric.over(sheet.items());
            json.put(metric.name(), value.isEmpty() ? null : printed(metric, value));
        }
        for (StatementMetric metric : sheet.statements().byMetric().keySet()) {
            json.put(metric.printed(), null); // where no gold can be read
        }
        OptionalDouble onSuite = testSuiteAccuracy();
        if (onSuite.isPresent()) {
            json.put(ItemMeans.TS, 100 * onSuite.orElseThrow());
        }
        for (String figure : means.figures()) {
            json.put(figure, means.mean(figure).orElseThrow());
        }
        json.putAll(sheet.graded().spread(sheet.graded().byId().keySet()));
        json.put("interval level", BOOTSTRAP.level());
        json.put("intervals", intervals());
        var curve = riskCoverage();
        if (!curve.isEmpty()) {
            json.put("risk coverage", curve);
        }
        json.put("breakdown", breakdowns.byKind());
        if (!sheet.statements().levels().isEmpty()) {
            json.put("spider levels", breakdowns.spiderLevels());
        }
        if (!sheet.statements().clauses().isEmpty()) {
            json.put("spider clauses", breakdowns.spiderClauses());
        }
        Map<String, Map<String, Object>> birdLevels = breakdowns.birdLevels();
        if (!birdLevels.isEmpty()) {
            json.put("bird levels", birdLevels);
        }
        if (!sheet.graded().byId().isEmpty()) {
            json.put("time repetitions", sheet.graded().repetitions());
            json.put("Soft-F1 scores", softF1());
        }
        json.put("engine seconds", rounded(sheet.engineSeconds()));
        json.put("engine seconds over threads", rounded(engineOverThreads()));
        json.put("wall seconds", rounded(sheet.wallSeconds()));
        json.put("scores", scores());
        sheet.engineChanges().ifPresent(changes -> json.put("engine notes", notes(changes)));
        sheet.suite()
                .ifPresent(verdicts -> {
                    json.put("suite", suiteCounts(verdicts));
                    json.put("witnesses", sheet.witnesses());
                });
        if (!sheet.statements().byMetric().isEmpty()) {
            json.put("unread golds", unreadGolds());
            json.put("statement scores", statementScores());
        }
        return json;
    }

    /** A few lines for a terminal. */
    public String text() {
        var text = new StringBuilder();
        line(text, "rules", sheet.rules().printed());
        line(text, "engine", sheet.engine());
        if (!sheet.part().shard().equals(Shard.WHOLE)) {
            line(
                    text,
                    "shard",
                    "%s of %d items".formatted(sheet.part().shard(), sheet.part().of()));
        }
        line(text, "n", Integer.toString(sheet.items().size()));
        line(
                text,
                "feasible",
                Long.toString(sheet.items().stream().filter(i -> !i.isInfeasible()).count()));
        line(
                text,
                "intervals",
                String.format(
                        Locale.ROOT, "%.0f %%, templates resampled", 100 * BOOTSTRAP.level()));
        if (!sheet.unscored().isEmpty()) {
            String reasons =
                    sheet.unscored().values().stream()
                            .distinct()
                            .limit(UNSCORED_REASONS)
                            .collect(Collectors.joining("; "));
            line(text, "unscored", "%d (%s)".formatted(sheet.unscored().size(), reasons));
        }
        if (!sheet.emptyCells().isEmpty()) {
            int cells = sheet.emptyCells().size();
            line(text, "empty cells", "%d, each an abstention".formatted(cells));
        }
        for (Metric metric : metrics) {
            OptionalDouble value = metric.over(sheet.items());
            if (value.isPresent()) {
                String form = metric instanceof WrongAnswers ? "%.0f" : "%.2f";
                String figure = String.format(Locale.ROOT, form, printed(metric, value));
                line(text, metric.name(), figure + inWords(metric, intervals, form));
            }
        }
        suiteLines(text);
        gradedLines(text);
        for (StatementMetric metric : sheet.statements().byMetric().keySet()) {
            long unread = sheet.statements().unread(metric);
            String figure = mean(metric.printed());
            line(
                    text,
                    metric.printed(),
                    unread == 0
                            ? figure
                            : "%s (%d golds cannot be read)".formatted(figure, unread));
        }
        lines(text, "", breakdowns.byKind());
        sheet.engineChanges()
                .ifPresent(changes -> {
                    line(text, "items with engine notes", Integer.toString(changes.size()));
                    notes(changes)
                            .forEach(
                                    (id, notes) -> line(text, "  " + id, String.join("; ", notes)));
                });
        lines(text, "bird:", breakdowns.birdLevels());
        lines(text, "spider:", breakdowns.spiderLevels());
        if (!sheet.statements().clauses().isEmpty()) {
            var all = new LinkedHashMap<String, Map<String, Double>>();
            breakdowns
                    .spiderClauses()
                    .forEach((clause, levels) ->
                            all.put(clause, Objects.requireNonNull(levels.get("all"))));
            lines(text, "spider:", all);
        }
        if (sheet.wallSeconds() > 0) {
            line(
                    text,
                    "time",
                    String.format(
                            Locale.ROOT,
                            "%.2f s; inside of the engine %.2f s, which is %.2f s over %d threads",
                            sheet.wallSeconds(),
                            sheet.engineSeconds(),
                            engineOverThreads(),
                            sheet.threads()));
        }
        return text.toString();
    }

    /**
     * Where an answer that is right by execution differs from gold, for a terminal, or why there is
     * nothing to show.
     */
    public String witness(String id) {
        Witness witness = sheet.witnesses().get(id);
        if (witness == null) {
            return "%s: %s%n".formatted(id, withoutWitness(id));
        }
        var text = new StringBuilder();
        line(text, "item", id);
        sheet.find(id)
                .map(item -> item.sample().gold())
                .ifPresent(gold -> {
                    if (gold instanceof Gold.FeasibleBy(String sql)) {
                        line(text, "gold", sql);
                    }
                });
        line(text, "prediction", sheet.sql().getOrDefault(id, ""));
        witness.lines().forEach(row -> text.append("  ").append(row).append('\n'));
        return text.toString();
    }

    private String withoutWitness(String id) {
        if (sheet.suite().isEmpty()) {
            return "without --suite there is nothing to tell it from gold";
        }
        return sheet.find(id).filter(item -> item.outcome() == Outcome.CORRECT_SQL).isPresent()
                ? "no database of the suite tells it from gold"
                : "it is no answer that is right on the database itself, of which alone a suite judges";
    }

    /** Empty where there is no suite, or nothing was executed. */
    private OptionalDouble testSuiteAccuracy() {
        return new ExecutionAccuracy().over(sheet.onSuite());
    }

    private void gradedLines(StringBuilder text) {
        GradedScores graded = sheet.graded();
        graded.means().keySet().forEach(figure -> line(text, figure, mean(figure)));
        graded.spread(graded.byId().keySet())
                .forEach((name, value) ->
                        line(text, name, String.format(Locale.ROOT, "%.2f", value)));
        if (graded.repetitions() > 0) {
            line(text, "times", "processor time, %d repetitions".formatted(graded.repetitions()));
        }
    }

    private String mean(String figure) {
        OptionalDouble value = means.mean(figure);
        return value.isEmpty()
                ? "-"
                : String.format(Locale.ROOT, "%.2f", value.getAsDouble())
                        + means.interval(figure).map(it -> inWords(it, "%.2f")).orElse("");
    }

    private Map<String, Double> softF1() {
        var scores = new LinkedHashMap<String, Double>();
        for (Sample sample : sheet.part().samples()) {
            sheet.graded().softF1(sample.id()).ifPresent(share -> scores.put(sample.id(), share));
        }
        return scores;
    }

    private void suiteLines(StringBuilder text) {
        OptionalDouble share = testSuiteAccuracy();
        if (share.isEmpty()) {
            return;
        }
        String interval = inWords(new ExecutionAccuracy(), intervalsOnSuite, "%.2f");
        line(
                text,
                ItemMeans.TS,
                String.format(Locale.ROOT, "%.2f", 100 * share.orElseThrow()) + interval);
        suiteCounts(sheet.suite().orElseThrow())
                .forEach((name, count) -> line(text, "suite: " + name, count.toString()));
        if (!sheet.witnesses().isEmpty()) {
            line(text, "told from gold", String.join(" ", sheet.witnesses().keySet()));
        }
    }

    private Map<String, Integer> suiteCounts(Map<String, SuiteVerdict> verdicts) {
        var counts = new LinkedHashMap<String, Integer>();
        verdicts.forEach((id, verdict) -> {
            String where = sheet.unscored().containsKey(id) ? " (not executed)" : "";
            String what =
                    switch (verdict) {
                        case SuiteVerdict.Right right -> "right";
                        case SuiteVerdict.Wrong wrong -> "told from gold";
                        case SuiteVerdict.Unscored(var because) -> because;
                    };
            counts.merge(what + where, 1, Integer::sum);
        });
        return counts;
    }

    /** Id to what its verdict may depend on beside gold and prediction. */
    private static Map<String, List<String>> notes(Map<String, Set<EngineChange>> changes) {
        var notes = new LinkedHashMap<String, List<String>>();
        changes.forEach(
                (id, found) -> notes.put(id, found.stream().map(EngineChange::printed).toList()));
        return notes;
    }

    private double engineOverThreads() {
        return sheet.engineSeconds() / Math.max(1, sheet.threads());
    }

    /** Metric to how many golds it cannot read, which it leaves unscored. */
    private Map<String, Long> unreadGolds() {
        var unread = new LinkedHashMap<String, Long>();
        for (StatementMetric metric : sheet.statements().byMetric().keySet()) {
            unread.put(metric.printed(), sheet.statements().unread(metric));
        }
        return unread;
    }

    /** Metric to id to score in [0, 1]; {@code null} where gold cannot be read. */
    private Map<String, Object> statementScores() {
        var all = new LinkedHashMap<String, Object>();
        sheet.statements()
                .byMetric()
                .forEach((metric, scores) -> {
                    var byId = new LinkedHashMap<String, @Nullable Double>();
                    scores.forEach((id, score) ->
                            byId.put(id, score.isEmpty() ? null : score.getAsDouble()));
                    all.put(metric.printed(), byId);
                });
        return all;
    }

    /** A point for each threshold on uncertainty, the strictest first; shares in per cent. */
    private List<Map<String, Double>> riskCoverage() {
        List<RiskCoverageCurve.Point> points = RiskCoverageCurve.of(sheet.items()).points();
        var curve = new ArrayList<Map<String, Double>>();
        for (int i = 0; i < points.size(); i++) {
            RiskCoverageCurve.Point point = points.get(i);
            boolean isBetweenEquallySure =
                    i + 1 < points.size() && points.get(i + 1).uncertainty() == point.uncertainty();
            if (!isBetweenEquallySure) {
                var threshold = new LinkedHashMap<String, Double>();
                threshold.put("uncertainty", point.uncertainty());
                threshold.put("coverage", 100 * point.coverage());
                threshold.put("risk", 100 * point.risk());
                curve.add(threshold);
            }
        }
        return curve;
    }

    /** Figure to the ends of its interval; no entry where it has none. */
    private Map<String, List<Double>> intervals() {
        var ends = new LinkedHashMap<String, Interval>();
        for (Metric metric : metrics) {
            if (metric.over(sheet.items()).isPresent()) {
                printed(metric, intervals).ifPresent(it -> ends.put(metric.name(), it));
            }
        }
        printed(new ExecutionAccuracy(), intervalsOnSuite)
                .ifPresent(it -> ends.put(ItemMeans.TS, it));
        for (String figure : means.figures()) {
            means.interval(figure).ifPresent(it -> ends.put(figure, it));
        }
        var lists = new LinkedHashMap<String, List<Double>>();
        ends.forEach((figure, it) -> lists.put(figure, List.of(it.lower(), it.upper())));
        return lists;
    }

    private static String inWords(Metric metric, MetricIntervals intervals, String form) {
        return printed(metric, intervals).map(it -> inWords(it, form)).orElse("");
    }

    private static String inWords(Interval interval, String form) {
        return String.format(
                Locale.ROOT,
                "  (" + form + " to " + form + ")",
                interval.lower(),
                interval.upper());
    }

    private static Optional<Interval> printed(Metric metric, MetricIntervals intervals) {
        double times = metric.printedTimes();
        return intervals.of(metric).map(it -> new Interval(it.lower() * times, it.upper() * times));
    }

    /** A line for each group. */
    private static void lines(
            StringBuilder text, String prefix, Map<String, ? extends Map<String, ?>> groups) {
        groups.forEach((group, figures) ->
                line(
                        text,
                        prefix + group,
                        figures.entrySet().stream()
                                .filter(figure -> !(figure.getValue() instanceof List))
                                .map(figure -> inWords(figure, figures))
                                .collect(Collectors.joining(", "))));
    }

    private static String inWords(Map.Entry<String, ?> figure, Map<String, ?> all) {
        if (!(figure.getValue() instanceof Double share)) {
            return figure.getKey() + " " + figure.getValue();
        }
        String value = String.format(Locale.ROOT, "%s %.2f", figure.getKey(), share);
        return all.get(figure.getKey() + Breakdowns.INTERVAL) instanceof List<?> ends
                        && ends.getFirst() instanceof Double lower
                        && ends.getLast() instanceof Double upper
                ? value + String.format(Locale.ROOT, " (%.2f to %.2f)", lower, upper)
                : value;
    }

    private Map<String, Object> scores() {
        var scores = new LinkedHashMap<String, Object>();
        sheet.items().forEach(item -> scores.put(item.sample().id(), item.outcome().score()));
        sheet.unscored().keySet().forEach(id -> scores.put(id, null));
        return scores;
    }

    private static double printed(Metric metric, OptionalDouble value) {
        return value.orElseThrow() * metric.printedTimes();
    }

    private static double rounded(double seconds) {
        return Math.round(seconds * 1000) / 1000.0;
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "%-28s %s%n", name, value));
    }
}
