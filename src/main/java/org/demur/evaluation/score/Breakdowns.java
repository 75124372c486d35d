package org.demur.evaluation.score;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.evaluation.compare.sql.SpiderClause;
import org.demur.evaluation.compare.sql.SpiderHardness;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Hardness;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.OutcomeCounts;
import org.demur.evaluation.metric.OutcomeResamples;
import org.demur.evaluation.metric.ReliabilityScore;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.metric.StatementMetric;

/**
 * The figures of a score sheet by group of items, in per cent: group to figure to value.
 *
 * @param bootstrap that gives their intervals
 */
record Breakdowns(ScoreSheet sheet, ClusteredBootstrap bootstrap) {
    /** What follows the name of a figure where its interval stands. */
    static final String INTERVAL = " interval";

    /** Feasible by familiarity and hardness, infeasible by kind, as far as gold says. */
    Map<String, Map<String, Object>> byKind() {
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
            var drawn = OutcomeResamples.of(items, bootstrap);
            for (double penalty : new double[] {0, 10}) {
                String name = new ReliabilityScore(penalty).name();
                scores.put(name, 100 * counts.reliability(penalty).orElseThrow());
                drawn.interval(resample -> resample.reliability(penalty))
                        .map(it -> new Interval(100 * it.lower(), 100 * it.upper()))
                        .ifPresent(it -> putInterval(scores, name, it));
            }
            breakdown.put(group, scores);
        });
        return breakdown;
    }

    /** Spider's levels of gold, as its script breaks down; execution over what was executed. */
    Map<String, Map<String, Object>> spiderLevels() {
        Map<String, SpiderHardness> levels = sheet.statements().levels();
        var compared =
                Stream.of(StatementMetric.ESM, StatementMetric.ESM_PLUS)
                        .map(StatementMetric::printed)
                        .toList();
        var means = ItemMeans.ofAll(sheet, bootstrap);
        var byLevel = new LinkedHashMap<String, Map<String, Object>>();
        for (SpiderHardness level : SpiderHardness.values()) {
            long golds = levels.values().stream().filter(level::equals).count();
            if (golds > 0) {
                byLevel.put(
                        dashed(level),
                        figures(means, golds, id -> levels.get(id) == level, compared));
            }
        }
        return byLevel;
    }

    /** Difficulty to figures in per cent, as BIRD's scripts break down; none under other rules. */
    Map<String, Map<String, Object>> birdLevels() {
        var byLevel = new LinkedHashMap<String, Map<String, Object>>();
        if (sheet.graded().byId().isEmpty()) {
            return byLevel;
        }
        var means = ItemMeans.ofAll(sheet, bootstrap);
        Set<String> graded = sheet.graded().means().keySet();
        for (Hardness level : List.of(Hardness.SIMPLE, Hardness.MODERATE, Hardness.CHALLENGING)) {
            Set<String> ids =
                    sheet.items().stream()
                            .map(ScoredItem::sample)
                            .filter(sample -> sample.hardness() == level)
                            .map(Sample::id)
                            .collect(Collectors.toSet());
            if (!ids.isEmpty()) {
                Map<String, Object> figures = figures(means, ids.size(), ids::contains, graded);
                figures.putAll(sheet.graded().spread(ids));
                byLevel.put(dashed(level), figures);
            }
        }
        return byLevel;
    }

    /** EX, TS and further figures over some of the items. */
    private static Map<String, Object> figures(
            ItemMeans means, Number count, Predicate<String> ids, Collection<String> further) {
        var figures = new LinkedHashMap<String, Object>();
        figures.put("n", count);
        Stream.concat(Stream.of(ItemMeans.EX, ItemMeans.TS), further.stream())
                .forEach(figure -> {
                    means.mean(figure, ids).ifPresent(mean -> figures.put(figure, mean));
                    means.interval(figure, ids).ifPresent(it -> putInterval(figures, figure, it));
                });
        return figures;
    }

    /** Beside its figure. */
    private static void putInterval(Map<String, Object> figures, String figure, Interval it) {
        figures.put(figure + INTERVAL, List.of(it.lower(), it.upper()));
    }

    /**
     * Clause to level, or {@code all}, to its scores in per cent, as Spider's script gives them.
     */
    Map<String, Map<String, Map<String, Double>>> spiderClauses() {
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

    /** A constant such as {@code correct-sql}. */
    static String dashed(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
