package org.demur.evaluation.score;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.ClusteredBootstrap.Score;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.ScoredItem;

/** The figures of a sheet that are means of what its items score, in per cent. For one thread. */
final class ItemMeans {
    static final String EX = "EX";

    /** There only with a suite. */
    static final String TS = "TS";

    /** Figure to id to score, in gold's order. */
    private final Map<String, Map<String, Score>> scores;

    private final ClusteredBootstrap bootstrap;

    /** The resamples of so many templates, which most figures share. */
    private final Map<Integer, int[][]> draws = new HashMap<>();

    private ItemMeans(Map<String, Map<String, Score>> scores, ClusteredBootstrap bootstrap) {
        this.scores = scores;
        this.bootstrap = bootstrap;
    }

    /** What follows from comparing statements and results: every figure but EX and TS. */
    static ItemMeans ofComparisons(ScoreSheet sheet, ClusteredBootstrap bootstrap) {
        return of(sheet, compared(sheet), bootstrap);
    }

    /** All of them. */
    static ItemMeans ofAll(ScoreSheet sheet, ClusteredBootstrap bootstrap) {
        var all = new LinkedHashMap<String, Map<String, Double>>();
        all.put(EX, right(sheet.items()));
        all.put(TS, right(sheet.onSuite()));
        all.putAll(compared(sheet));
        return of(sheet, all, bootstrap);
    }

    private static Map<String, Double> right(List<ScoredItem> items) {
        var right = new LinkedHashMap<String, Double>();
        items.stream()
                .filter(item -> !item.isInfeasible())
                .forEach(item ->
                        right.put(
                                item.sample().id(),
                                item.outcome() == Outcome.CORRECT_SQL ? 1.0 : 0.0));
        return right;
    }

    private static Map<String, Map<String, Double>> compared(ScoreSheet sheet) {
        var compared = new LinkedHashMap<>(sheet.graded().means());
        sheet.statements()
                .byMetric()
                .forEach((metric, scores) -> {
                    var known = new LinkedHashMap<String, Double>();
                    scores.forEach((id, score) -> score.ifPresent(value -> known.put(id, value)));
                    compared.put(metric.printed(), known);
                });
        return compared;
    }

    private static ItemMeans of(
            ScoreSheet sheet,
            Map<String, Map<String, Double>> scores,
            ClusteredBootstrap bootstrap) {
        var ordered = new LinkedHashMap<String, Map<String, Score>>();
        scores.forEach((figure, byId) -> {
            var own = new LinkedHashMap<String, Score>();
            for (Sample sample : sheet.part().samples()) {
                Double score = byId.get(sample.id());
                if (score != null) {
                    own.put(sample.id(), new Score(sample.template(), score));
                }
            }
            if (!own.isEmpty()) {
                ordered.put(figure, own);
            }
        });
        return new ItemMeans(ordered, bootstrap);
    }

    /** Those that some item has a score for. */
    Set<String> figures() {
        return scores.keySet();
    }

    /** Id to score; none for a figure that is not there. */
    Map<String, Score> of(String figure) {
        return scores.getOrDefault(figure, Map.of());
    }

    /** A figure; empty where no item has a score for it. */
    OptionalDouble mean(String figure) {
        return mean(figure, id -> true);
    }

    /** Over some of the items. */
    OptionalDouble mean(String figure, Predicate<String> ids) {
        OptionalDouble mean = of(figure, ids).stream().mapToDouble(Score::score).average();
        return mean.isEmpty() ? mean : OptionalDouble.of(100 * mean.getAsDouble());
    }

    Optional<Interval> interval(String figure) {
        return interval(figure, id -> true);
    }

    Optional<Interval> interval(String figure, Predicate<String> ids) {
        return bootstrap
                .ofMean(of(figure, ids), n -> draws.computeIfAbsent(n, bootstrap::draws))
                .map(it -> new Interval(100 * it.lower(), 100 * it.upper()));
    }

    private List<Score> of(String figure, Predicate<String> ids) {
        return of(figure).entrySet().stream()
                .filter(entry -> ids.test(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }
}
