package org.demur.evaluation.score;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.demur.evaluation.compare.sql.EngineChange;
import org.demur.evaluation.compare.sql.SpiderClause;
import org.demur.evaluation.compare.sql.SpiderHardness;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Hardness;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.dataset.Shard;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.Coverage;
import org.demur.evaluation.metric.ExecutionAccuracy;
import org.demur.evaluation.metric.Metric;
import org.demur.evaluation.metric.Metrics;
import org.demur.evaluation.metric.OutcomeCounts;
import org.demur.evaluation.metric.OutcomeResamples;
import org.demur.evaluation.metric.ReliabilityScore;
import org.demur.evaluation.metric.ReliabilityScoreAtN;
import org.demur.evaluation.metric.RiskCoverageCurve;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.metric.SelectiveRisk;
import org.demur.evaluation.metric.StatementMetric;
import org.demur.evaluation.metric.WrongAnswers;
import org.demur.evaluation.suite.SuiteVerdict;
import org.demur.evaluation.suite.Witness;
import org.jspecify.annotations.Nullable;

/** A score sheet for people and for programs. */
public final class ScoreReport {
    private static final ClusteredBootstrap BOOTSTRAP = ClusteredBootstrap.STANDARD;

    private final ScoreSheet sheet;
    private final List<Metric> metrics;
    private final OutcomeResamples resamples;

    /**
     * A report.
     *
     * @param penalties further c to give RS(c) for
     */
    public ScoreReport(ScoreSheet sheet, List<Double> penalties) {
        this.sheet = sheet;
        var all = new ArrayList<>(Metrics.standard());
        penalties.stream()
                .map(ReliabilityScore::new)
                .filter(metric -> !all.contains(metric))
                .forEach(all::add);
        metrics = List.copyOf(all);
        resamples = OutcomeResamples.of(sheet.items(), BOOTSTRAP);
    }

    /**
     * One field per metric, shares and RS in per cent, {@code null} where a metric has no value;
     * then the bootstrap intervals of those that follow from decisions, the breakdowns, and under
     * {@code scores} each id's 1 (right decision), 0 (missed) or -1 (penalised), {@code null} where
     * it is unscored.
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
            OptionalDouble value = sheet.statements().mean(metric);
            json.put(metric.printed(), value.isEmpty() ? null : 100 * value.orElseThrow());
        }
        OptionalDouble onSuite = testSuiteAccuracy();
        if (onSuite.isPresent()) {
            json.put("TS", 100 * onSuite.orElseThrow());
        }
        json.putAll(sheet.graded().figures(sheet.graded().byId().keySet()));
        json.put("interval level", BOOTSTRAP.level());
        json.put("intervals", intervals());
        var curve = riskCoverage();
        if (!curve.isEmpty()) {
            json.put("risk coverage", curve);
        }
        json.put("breakdown", breakdown());
        if (!sheet.statements().levels().isEmpty()) {
            json.put("spider levels", spiderLevels());
        }
        if (!sheet.statements().clauses().isEmpty()) {
            json.put("spider clauses", spiderClauses());
        }
        if (!birdLevels().isEmpty()) {
            json.put("bird levels", birdLevels());
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
            String first = sheet.unscored().values().iterator().next();
            line(text, "unscored", "%d (%s)".formatted(sheet.unscored().size(), first));
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
                line(text, metric.name(), figure + interval(metric, form));
            }
        }
        suiteLines(text);
        gradedLines(text);
        for (StatementMetric metric : sheet.statements().byMetric().keySet()) {
            line(text, metric.printed(), statementFigure(metric));
        }
        breakdown()
                .forEach((group, scores) ->
                        line(
                                text,
                                group,
                                scores.entrySet().stream()
                                        .filter(figure -> !(figure.getValue() instanceof List))
                                        .map(ScoreReport::inWords)
                                        .collect(Collectors.joining(", "))));
        sheet.engineChanges()
                .ifPresent(changes -> {
                    line(text, "items with engine notes", Integer.toString(changes.size()));
                    notes(changes)
                            .forEach(
                                    (id, notes) -> line(text, "  " + id, String.join("; ", notes)));
                });
        birdLevels()
                .forEach((level, figures) ->
                        line(
                                text,
                                "bird:" + level,
                                figures.entrySet().stream()
                                        .map(ScoreReport::inWords)
                                        .collect(Collectors.joining(", "))));
        spiderLevels()
                .forEach((level, figures) ->
                        line(
                                text,
                                "spider:" + level,
                                figures.entrySet().stream()
                                        .map(ScoreReport::inWords)
                                        .collect(Collectors.joining(", "))));
        if (!sheet.statements().clauses().isEmpty()) {
            for (SpiderClause clause : SpiderClause.values()) {
                line(text, "spider:" + clause.printed(), inWords(clause));
            }
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
     * Where an answer that is right by execution differs from gold, for a terminal.
     *
     * @return empty where the suite does not tell it from gold
     */
    public Optional<String> witness(String id) {
        Witness witness = sheet.witnesses().get(id);
        if (witness == null) {
            return Optional.empty();
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
        return Optional.of(text.toString());
    }

    /** Empty where there is no suite, or nothing was executed. */
    private OptionalDouble testSuiteAccuracy() {
        return new ExecutionAccuracy().over(sheet.onSuite());
    }

    private void gradedLines(StringBuilder text) {
        Map<String, Double> figures = sheet.graded().figures(sheet.graded().byId().keySet());
        figures.forEach(
                (name, value) -> line(text, name, String.format(Locale.ROOT, "%.2f", value)));
        if (sheet.graded().repetitions() > 0) {
            line(
                    text,
                    "times",
                    "processor time, %d repetitions".formatted(sheet.graded().repetitions()));
        }
    }

    private Map<String, Double> softF1() {
        var scores = new LinkedHashMap<String, Double>();
        for (Sample sample : sheet.part().samples()) {
            sheet.graded().softF1(sample.id()).ifPresent(share -> scores.put(sample.id(), share));
        }
        return scores;
    }

    /** Difficulty to figures in per cent, as BIRD's scripts break down; none under other rules. */
    private Map<String, Map<String, Object>> birdLevels() {
        var byLevel = new LinkedHashMap<String, Map<String, Object>>();
        for (Hardness level : List.of(Hardness.SIMPLE, Hardness.MODERATE, Hardness.CHALLENGING)) {
            List<ScoredItem> items =
                    sheet.items().stream()
                            .filter(item -> item.sample().hardness() == level)
                            .toList();
            if (!items.isEmpty() && !sheet.graded().byId().isEmpty()) {
                var figures = new LinkedHashMap<String, Object>();
                figures.put("n", items.size());
                new ExecutionAccuracy()
                        .over(items)
                        .ifPresent(share -> figures.put("EX", 100 * share));
                figures.putAll(
                        sheet.graded()
                                .figures(items.stream().map(item -> item.sample().id()).toList()));
                byLevel.put(dashed(level), figures);
            }
        }
        return byLevel;
    }

    private void suiteLines(StringBuilder text) {
        OptionalDouble share = testSuiteAccuracy();
        if (share.isEmpty()) {
            return;
        }
        String interval =
                interval(new ExecutionAccuracy(), OutcomeResamples.of(sheet.onSuite(), BOOTSTRAP))
                        .map(ends ->
                                String.format(
                                        Locale.ROOT,
                                        "  (%.2f to %.2f)",
                                        ends.lower(),
                                        ends.upper()))
                        .orElse("");
        line(text, "TS", String.format(Locale.ROOT, "%.2f", 100 * share.orElseThrow()) + interval);
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

    private String statementFigure(StatementMetric metric) {
        OptionalDouble value = sheet.statements().mean(metric);
        long unread = sheet.statements().unread(metric);
        String figure =
                value.isEmpty()
                        ? "-"
                        : String.format(Locale.ROOT, "%.2f", 100 * value.orElseThrow());
        return unread == 0 ? figure : "%s (%d golds cannot be read)".formatted(figure, unread);
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

    /** Feasible by familiarity and hardness, infeasible by kind, as far as gold says. */
    private Map<String, Map<String, Object>> breakdown() {
        var groups = new TreeMap<String, List<ScoredItem>>();
        for (ScoredItem item : sheet.items()) {
            groups.computeIfAbsent(group(item.sample()), g -> new ArrayList<>()).add(item);
        }
        var breakdown = new LinkedHashMap<String, Map<String, Object>>();
        groups.forEach((group, items) -> {
            var scores = new LinkedHashMap<String, Object>();
            var counts = OutcomeCounts.of(items);
            scores.put("n", counts.items());
            scores.put("right", counts.correctSql() + counts.correctAbstention());
            scores.put("missed", counts.missed());
            scores.put("wrong", counts.wrongAnswers());
            var drawn = OutcomeResamples.of(items, BOOTSTRAP);
            for (Metric metric : List.of(new ReliabilityScore(0), new ReliabilityScore(10))) {
                scores.put(metric.name(), printed(metric, metric.over(items)));
                interval(metric, drawn)
                        .ifPresent(found ->
                                scores.put(
                                        metric.name() + " interval",
                                        List.of(found.lower(), found.upper())));
            }
            breakdown.put(group, scores);
        });
        return breakdown;
    }

    /** Metric to the ends of its interval; no entry where it has none. */
    private Map<String, List<Double>> intervals() {
        var intervals = new LinkedHashMap<String, List<Double>>();
        for (Metric metric : metrics) {
            interval(metric, resamples)
                    .ifPresent(found ->
                            intervals.put(metric.name(), List.of(found.lower(), found.upper())));
        }
        return intervals;
    }

    private String interval(Metric metric, String form) {
        return interval(metric, resamples)
                .map(found ->
                        String.format(
                                Locale.ROOT,
                                "  (" + form + " to " + form + ")",
                                found.lower(),
                                found.upper()))
                .orElse("");
    }

    /** As printed; empty for metrics that do not follow from decisions alone. */
    private static Optional<Interval> interval(Metric metric, OutcomeResamples resamples) {
        Optional<Interval> found =
                switch (metric) {
                    case ReliabilityScore(double penalty) ->
                            resamples.interval(counts -> counts.reliability(penalty));
                    case ReliabilityScoreAtN atN ->
                            resamples.interval(counts -> counts.reliability(counts.items()));
                    case Coverage coverage -> resamples.interval(OutcomeCounts::coverage);
                    case SelectiveRisk risk -> resamples.interval(OutcomeCounts::selectiveRisk);
                    case ExecutionAccuracy right ->
                            resamples.interval(OutcomeCounts::executionAccuracy);
                    case WrongAnswers wrong ->
                            resamples.interval(counts -> OptionalDouble.of(counts.wrongAnswers()));
                    default -> Optional.empty();
                };
        double times = metric.printedTimes();
        return found.map(it -> new Interval(it.lower() * times, it.upper() * times));
    }

    private static String inWords(Map.Entry<String, Object> figure) {
        return figure.getValue() instanceof Double share
                ? String.format(Locale.ROOT, "%s %.2f", figure.getKey(), share)
                : figure.getKey() + " " + figure.getValue();
    }

    /** Spider's levels of gold, as its script breaks down; execution over what was executed. */
    private Map<String, Map<String, Object>> spiderLevels() {
        var byLevel = new LinkedHashMap<String, Map<String, Object>>();
        Map<String, SpiderHardness> levels = sheet.statements().levels();
        for (SpiderHardness level : SpiderHardness.values()) {
            List<ScoredItem> items =
                    sheet.items().stream()
                            .filter(item -> levels.get(item.sample().id()) == level)
                            .toList();
            long golds = levels.values().stream().filter(level::equals).count();
            if (golds > 0) {
                var figures = new LinkedHashMap<String, Object>();
                figures.put("n", golds);
                OptionalDouble right = new ExecutionAccuracy().over(items);
                right.ifPresent(share -> figures.put("EX", 100 * share));
                for (StatementMetric metric :
                        List.of(StatementMetric.ESM, StatementMetric.ESM_PLUS)) {
                    sheet.statements()
                            .mean(metric, level)
                            .ifPresent(share -> figures.put(metric.printed(), 100 * share));
                }
                byLevel.put(dashed(level), figures);
            }
        }
        return byLevel;
    }

    /**
     * Clause to level, or {@code all}, to its scores in per cent, as Spider's script gives them.
     */
    private Map<String, Map<String, Map<String, Double>>> spiderClauses() {
        var byClause = new LinkedHashMap<String, Map<String, Map<String, Double>>>();
        for (SpiderClause clause : SpiderClause.values()) {
            var byLevel = new LinkedHashMap<String, Map<String, Double>>();
            for (SpiderHardness level : SpiderHardness.values()) {
                byLevel.put(dashed(level), inPercent(sheet.statements().clause(clause, level)));
            }
            byLevel.put("all", inPercent(sheet.statements().clause(clause, null)));
            byClause.put(clause.printed(), byLevel);
        }
        return byClause;
    }

    private static Map<String, Double> inPercent(SpiderClause.Scores scores) {
        var figures = new LinkedHashMap<String, Double>();
        figures.put("accuracy", 100 * scores.accuracy());
        figures.put("recall", 100 * scores.recall());
        figures.put("F1", 100 * scores.f1());
        return figures;
    }

    private String inWords(SpiderClause clause) {
        return inPercent(sheet.statements().clause(clause, null)).entrySet().stream()
                .map(figure ->
                        String.format(Locale.ROOT, "%s %.2f", figure.getKey(), figure.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String group(Sample sample) {
        return switch (sample.gold()) {
            case Gold.Infeasible(var kind) ->
                    kind == null ? "infeasible" : "infeasible:" + dashed(kind);
            case Gold.FeasibleBy feasible -> {
                String group = "feasible";
                if (sample.familiarity() != null) {
                    group += ":" + dashed(sample.familiarity());
                }
                yield sample.hardness() == null ? group : group + ":" + dashed(sample.hardness());
            }
        };
    }

    private static String dashed(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
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
