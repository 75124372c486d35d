package org.demur.evaluation.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.demur.evaluation.metric.ClusteredBootstrap.Pair;
import org.demur.evaluation.metric.McNemar;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/** Two runs on the items that both scored. */
final class RunComparison {
    private RunComparison() {}

    static Map<String, Object> of(ScoredRun first, ScoredRun second) {
        List<Pair> pairs = Pair.all(first.items(), second.items());
        if (pairs.isEmpty()) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "%s and %s share no scored question: they cannot be compared"
                            .formatted(first.name(), second.name()));
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("first", first.name());
        json.put("second", second.name());
        json.put("paired", pairs.size());
        json.put("unpaired", first.items().size() + second.items().size() - 2 * pairs.size());
        var test = McNemar.of(pairs);
        json.put("onlyFirstRight", test.onlyFirst());
        json.put("onlySecondRight", test.onlySecond());
        json.put("mcNemar", test.pValue());
        List<Pair> onSuite =
                first.suite().isPresent() && second.suite().isPresent()
                        ? Pair.all(first.itemsOnSuite(), second.itemsOnSuite())
                        : List.of();
        json.put(
                "differences",
                RunSummaries.differences(first.run().spec().penalty(), pairs, onSuite));
        json.put("changes", changes(pairs));
        return json;
    }

    private static List<Map<String, Object>> changes(List<Pair> pairs) {
        Map<String, Integer> changes = new TreeMap<>();
        for (Pair pair : pairs) {
            var before = pair.first().outcome();
            var after = pair.second().outcome();
            if (before != after) {
                changes.merge(Words.of(before) + " → " + Words.of(after), 1, Integer::sum);
            }
        }
        return changes.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(e -> Map.<String, Object>of("change", e.getKey(), "items", e.getValue()))
                .toList();
    }
}
