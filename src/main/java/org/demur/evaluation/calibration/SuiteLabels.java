package org.demur.evaluation.calibration;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.demur.evaluation.calibration.Calibrating.Asked;
import org.demur.evaluation.calibration.Calibrating.Partition;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.suite.SuiteBuilder;
import org.demur.evaluation.suite.SuiteScorer;
import org.demur.evaluation.suite.SuiteVerdict;
import org.demur.uncertainty.EvidenceModel.Example;

/**
 * Tells drafts that are right from those that have gold's result by chance, by a suite of the
 * database: the former count in full, the latter are wrong. Drafts that the suite says nothing of
 * stay as they are. Not thread-safe.
 */
public final class SuiteLabels {
    private final String database;
    private final ScoringRules rules;
    private final SuiteScorer scorer;

    /** Whether each item is right; empty where the suite does not say. */
    private final Map<SuiteScorer.Item, Optional<Boolean>> known = new HashMap<>();

    private SuiteLabels(Path folder, String database) {
        this.database = database;
        rules = SuiteBuilder.rulesOf(folder);
        scorer = new SuiteScorer(rules, folder, ExecutionLimits.STANDARD).withWholeWitnesses();
    }

    /**
     * Those of a suite.
     *
     * @param folder of the suite, which was built for the database, or for its file alone
     * @param id of the database
     * @throws org.demur.failure.GatewayException {@code INVALID_INPUT_FILE} where it was not
     */
    public static SuiteLabels of(Path folder, String id) {
        List<String> names = SuiteBuilder.databases(folder);
        if (names.contains(id)) {
            return new SuiteLabels(folder, id);
        }
        if (names.size() != 1) {
            throw DataFile.invalid(folder, "it has no suite of " + id);
        }
        return new SuiteLabels(folder, names.getFirst());
    }

    /** Those of a suite of several databases; empty where it has none of this one. */
    public static Optional<SuiteLabels> among(Path folder, String id) {
        return SuiteBuilder.databases(folder).contains(id)
                ? Optional.of(new SuiteLabels(folder, id))
                : Optional.empty();
    }

    Partition labelled(Partition partition) {
        return new Partition(labelled(partition.asked()), partition.hidden());
    }

    List<Asked> labelled(List<Asked> questions) {
        judge(
                questions.stream()
                        .flatMap(asked ->
                                asked.examples().stream()
                                        .flatMap(example -> item(asked, example).stream()))
                        .toList());
        return questions.stream().map(this::labelled).toList();
    }

    /** A statement that has gold's result. */
    record ByResult(String gold, String sql) {}

    /** The places of those statements that the suite tells from gold. */
    Set<Integer> toldApart(Map<Integer, ByResult> statements) {
        var items = new LinkedHashMap<Integer, SuiteScorer.Item>();
        statements.forEach((place, statement) ->
                item(statement.gold(), statement.sql()).ifPresent(item -> items.put(place, item)));
        judge(List.copyOf(items.values()));
        items.values().removeIf(item -> isRight(item).orElse(true));
        return items.keySet();
    }

    private void judge(List<SuiteScorer.Item> items) {
        var open = new LinkedHashMap<String, SuiteScorer.Item>();
        items.stream()
                .filter(item -> !known.containsKey(item))
                .forEach(item -> open.put(item.toString(), item));
        scorer.score(open, 1)
                .forEach((id, verdict) ->
                        known.put(
                                Objects.requireNonNull(open.get(id)),
                                switch (verdict) {
                                    case SuiteVerdict.Right _ -> Optional.of(true);
                                    case SuiteVerdict.Wrong _ -> Optional.of(false);
                                    case SuiteVerdict.Unscored _ -> Optional.empty();
                                }));
    }

    private Asked labelled(Asked asked) {
        var examples = new ArrayList<Example>();
        for (Example example : asked.examples()) {
            examples.add(
                    item(asked, example)
                            .flatMap(this::isRight)
                            .map(example::labelled)
                            .orElse(example));
        }
        return new Asked(
                asked.question(), asked.template(), asked.gold(), asked.feasibility(), examples);
    }

    private Optional<Boolean> isRight(SuiteScorer.Item item) {
        return known.getOrDefault(item, Optional.empty());
    }

    /**
     * What the suite is asked about: a draft that has gold's result and is no statement like it.
     */
    private Optional<SuiteScorer.Item> item(Asked asked, Example example) {
        String gold = asked.gold();
        return gold == null || !Calibrating.isByChance(example)
                ? Optional.empty()
                : item(gold, example.draft().draft().sql());
    }

    private Optional<SuiteScorer.Item> item(String gold, String sql) {
        return rules.prediction(sql)
                .map(prediction -> new SuiteScorer.Item(database, gold, prediction));
    }
}
