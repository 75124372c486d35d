package org.demur.evaluation.score;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.McNemar;
import org.demur.evaluation.metric.OutcomeCounts;
import org.demur.evaluation.metric.OutcomeResamples;
import org.demur.evaluation.metric.ScoredItem;

/**
 * Two files of predictions on the items that both are scored on: intervals of the difference by the
 * bootstrap over templates, and McNemar's exact test over items.
 */
public final class PairedScores {
    private final Map<String, Comparison> comparisons = new LinkedHashMap<>();

    /**
     * One figure of both.
     *
     * @param difference the first's less the other's, in per cent points
     * @param interval of the difference, in the same unit; empty where it is not defined
     * @param test of pairs as the bootstrap has them, the other's outcome first
     */
    private record Comparison(
            int paired, double difference, Optional<Interval> interval, McNemar test) {}

    /**
     * A comparison.
     *
     * @param other predictions for the same gold, under the same rules
     */
    public PairedScores(ScoreSheet sheet, ScoreSheet other) {
        var feasible = feasible(sheet.items());
        compare("EX", feasible, feasible(other.items()), OutcomeCounts::executionAccuracy);
        var onSuite = feasible(sheet.onSuite());
        compare("TS", onSuite, feasible(other.onSuite()), OutcomeCounts::executionAccuracy);
        compare("RS(0)", sheet.items(), other.items(), counts -> counts.reliability(0));
        compare("RS(10)", sheet.items(), other.items(), counts -> counts.reliability(10));
    }

    private static List<ScoredItem> feasible(List<ScoredItem> items) {
        return items.stream().filter(item -> item.outcome().isFeasible()).toList();
    }

    private void compare(
            String name,
            List<ScoredItem> items,
            List<ScoredItem> others,
            Function<OutcomeCounts, OptionalDouble> figure) {
        var byId = new HashMap<String, ScoredItem>();
        others.forEach(item -> byId.put(item.sample().id(), item));
        var pairs = new ArrayList<ClusteredBootstrap.Pair>();
        for (ScoredItem item : items) {
            ScoredItem against = byId.get(item.sample().id());
            if (against != null) {
                // a resample's difference is the second's less the first's
                pairs.add(new ClusteredBootstrap.Pair(against, item));
            }
        }
        if (pairs.isEmpty()) {
            return;
        }
        var first = pairs.stream().map(ClusteredBootstrap.Pair::second).toList();
        var second = pairs.stream().map(ClusteredBootstrap.Pair::first).toList();
        OptionalDouble one = figure.apply(OutcomeCounts.of(first));
        OptionalDouble another = figure.apply(OutcomeCounts.of(second));
        if (one.isPresent() && another.isPresent()) {
            Optional<Interval> interval =
                    OutcomeResamples.ofPairs(pairs, ClusteredBootstrap.STANDARD)
                            .difference(figure)
                            .map(it -> new Interval(100 * it.lower(), 100 * it.upper()));
            comparisons.put(
                    name,
                    new Comparison(
                            pairs.size(),
                            100 * (one.getAsDouble() - another.getAsDouble()),
                            interval,
                            McNemar.of(pairs)));
        }
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
            fields.put("only first right", found.test().onlySecond());
            fields.put("only second right", found.test().onlyFirst());
            fields.put("McNemar p", found.test().pValue());
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
                                "%-28s %+.2f%s, right only here %d, only there %d, McNemar p ="
                                        + " %.4f%n",
                                "against: " + name,
                                found.difference(),
                                found.interval()
                                        .map(it ->
                                                String.format(
                                                        Locale.ROOT,
                                                        "  (%+.2f to %+.2f)",
                                                        it.lower(),
                                                        it.upper()))
                                        .orElse(""),
                                found.test().onlySecond(),
                                found.test().onlyFirst(),
                                found.test().pValue())));
        return text.toString();
    }
}
