package org.demur.evaluation.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.demur.evaluation.metric.AbstainAll;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.ClusteredBootstrap.Pair;
import org.demur.evaluation.metric.ClusteredBootstrap.Score;
import org.demur.evaluation.metric.ExecutionAccuracy;
import org.demur.evaluation.metric.McNemar;
import org.demur.evaluation.metric.Metric;
import org.demur.evaluation.metric.MetricIntervals;

/**
 * Two files of predictions on the items that both are scored on: intervals of the difference by the
 * bootstrap over templates, and McNemar's exact test over items.
 */
public final class PairedScores {
    private static final ClusteredBootstrap BOOTSTRAP = ClusteredBootstrap.STANDARD;

    private final Map<String, Comparison> comparisons = new LinkedHashMap<>();

    /**
     * One figure of both.
     *
     * @param difference the first's less the other's, as it is printed
     * @param interval of the difference, in the same unit; empty where it is not defined
     * @param test of items, the other's first; empty where the figure counts more than which items
     *     are right
     * @param isRightOrNot whether the test counts right items, not those with the better score
     */
    private record Comparison(
            int paired,
            double difference,
            Optional<Interval> interval,
            Optional<McNemar> test,
            boolean isRightOrNot) {}

    /**
     * A comparison.
     *
     * @param other predictions for the same gold, under the same rules
     * @param penalties further c to compare RS(c) for
     */
    public PairedScores(ScoreSheet sheet, ScoreSheet other, List<Double> penalties) {
        // a resample's difference is the second's less the first's
        List<Pair> all = Pair.all(other.items(), sheet.items());
        var intervals = MetricIntervals.ofPairs(all, BOOTSTRAP);
        for (Metric metric : ScoreReport.metrics(penalties)) {
            switch (metric) {
                case AbstainAll whateverIsPredicted -> {}
                case ExecutionAccuracy right -> {
                    compareFeasible(metric.name(), all);
                    compareFeasible(ItemMeans.TS, Pair.all(other.onSuite(), sheet.onSuite()));
                }
                default -> compare(metric.name(), metric, all, intervals);
            }
        }
        var means = ItemMeans.ofComparisons(sheet, BOOTSTRAP);
        var others = ItemMeans.ofComparisons(other, BOOTSTRAP);
        means.figures().forEach(figure -> compare(figure, means.of(figure), others.of(figure)));
    }

    private void compareFeasible(String name, List<Pair> pairs) {
        List<Pair> feasible = pairs.stream().filter(pair -> !pair.first().isInfeasible()).toList();
        var intervals = MetricIntervals.ofPairs(feasible, BOOTSTRAP);
        compare(name, new ExecutionAccuracy(), feasible, intervals);
    }

    private void compare(String name, Metric metric, List<Pair> pairs, MetricIntervals intervals) {
        OptionalDouble first = metric.over(pairs.stream().map(Pair::second).toList());
        OptionalDouble second = metric.over(pairs.stream().map(Pair::first).toList());
        if (first.isPresent() && second.isPresent()) {
            double times = metric.printedTimes();
            comparisons.put(
                    name,
                    new Comparison(
                            pairs.size(),
                            times * (first.getAsDouble() - second.getAsDouble()),
                            intervals.difference(metric).map(it -> printed(it, times)),
                            McNemar.of(metric, pairs),
                            true));
        }
    }

    private void compare(String name, Map<String, Score> scores, Map<String, Score> others) {
        var margins = new ArrayList<Score>();
        scores.forEach((id, score) -> {
            Score against = others.get(id);
            if (against != null) {
                margins.add(new Score(score.template(), score.score() - against.score()));
            }
        });
        double[] each = margins.stream().mapToDouble(Score::score).toArray();
        if (each.length > 0) {
            comparisons.put(
                    name,
                    new Comparison(
                            each.length,
                            100 * Arrays.stream(each).average().orElseThrow(),
                            BOOTSTRAP.ofMean(margins).map(it -> printed(it, 100)),
                            Optional.of(McNemar.ofMargins(each)),
                            false));
        }
    }

    private static Interval printed(Interval interval, double times) {
        return new Interval(times * interval.lower(), times * interval.upper());
    }

    /** Figure to what is known of the difference. */
    public Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        comparisons.forEach((name, found) -> {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("paired", found.paired());
            fields.put("difference", found.difference());
            found.interval()
                    .ifPresent(it -> fields.put("interval", List.of(it.lower(), it.upper())));
            found.test()
                    .ifPresent(test -> {
                        fields.put("only first right", test.onlySecond());
                        fields.put("only second right", test.onlyFirst());
                        fields.put("McNemar p", test.pValue());
                    });
            json.put(name, fields);
        });
        return json;
    }

    /** A line for each figure. */
    public String text() {
        var text = new StringBuilder();
        comparisons.forEach((name, found) ->
                text.append(
                        String.format(
                                Locale.ROOT,
                                "%-28s %+.2f%s%s%n",
                                "against: " + name,
                                found.difference(),
                                found.interval().map(PairedScores::inWords).orElse(""),
                                found.test()
                                        .map(test -> inWords(found.isRightOrNot(), test))
                                        .orElse(""))));
        return text.toString();
    }

    private static String inWords(Interval interval) {
        return String.format(Locale.ROOT, "  (%+.2f to %+.2f)", interval.lower(), interval.upper());
    }

    private static String inWords(boolean isRightOrNot, McNemar test) {
        return String.format(
                Locale.ROOT,
                ", %s only here %d, only there %d, McNemar p = %.4f",
                isRightOrNot ? "right" : "better",
                test.onlySecond(),
                test.onlyFirst(),
                test.pValue());
    }
}
