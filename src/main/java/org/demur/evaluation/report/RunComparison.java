package org.demur.evaluation.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.McNemar;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/** Two runs on the items that both scored. */
final class RunComparison {
    private RunComparison() {}

    static Map<String, Object> of(ScoredRun first, ScoredRun second) {
        var before = new HashMap<String, ScoredItem>();
        first.items().forEach(item -> before.put(item.sample().id(), item));
        var pairs = new ArrayList<ClusteredBootstrap.Pair>();
        Map<String, Integer> changes = new TreeMap<>();
        int unpaired = 0;
        for (ScoredItem after : second.items()) {
            ScoredItem item = before.get(after.sample().id());
            if (item == null || !item.sample().question().equals(after.sample().question())) {
                unpaired++;
                continue;
            }
            pairs.add(new ClusteredBootstrap.Pair(item, after));
            if (item.outcome() != after.outcome()) {
                String change = Words.of(item.outcome()) + " → " + Words.of(after.outcome());
                changes.merge(change, 1, Integer::sum);
            }
        }
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
        json.put("unpaired", unpaired + before.size() - pairs.size());
        var test = McNemar.of(pairs);
        json.put("onlyFirstRight", test.onlyFirst());
        json.put("onlySecondRight", test.onlySecond());
        json.put("mcNemar", test.pValue());
        json.put("differences", RunSummaries.differences(first.run().spec().penalty(), pairs));
        json.put("changes", rows(changes));
        return json;
    }

    private static List<Map<String, Object>> rows(Map<String, Integer> changes) {
        return changes.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(e -> Map.<String, Object>of("change", e.getKey(), "items", e.getValue()))
                .toList();
    }
}
