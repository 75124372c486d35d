package org.demur.evaluation.calibration;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

    Partition labelled(Partition partition) {
        return new Partition(labelled(partition.asked()), partition.hidden());
    }

    List<Asked> labelled(List<Asked> questions) {
        var open = new LinkedHashMap<String, SuiteScorer.Item>();
        for (Asked asked : questions) {
            for (Example example : asked.examples()) {
                item(asked, example)
                        .filter(item -> !known.containsKey(item))
                        .ifPresent(item -> open.put(item.toString(), item));
            }
        }
        scorer.score(open, 1)
                .forEach((id, verdict) ->
                        known.put(
                                Objects.requireNonNull(open.get(id)),
                                switch (verdict) {
                                    case SuiteVerdict.Right _ -> Optional.of(true);
                                    case SuiteVerdict.Wrong _ -> Optional.of(false);
                                    case SuiteVerdict.Unscored _ -> Optional.empty();
                                }));
        return questions.stream().map(this::labelled).toList();
    }

    private Asked labelled(Asked asked) {
        var examples = new ArrayList<Example>();
        for (Example example : asked.examples()) {
            examples.add(
                    item(asked, example)
                            .flatMap(item -> known.getOrDefault(item, Optional.empty()))
                            .map(example::labelled)
                            .orElse(example));
        }
        return new Asked(
                asked.question(), asked.template(), asked.gold(), asked.feasibility(), examples);
    }

    /**
     * What the suite is asked about: a draft that has gold's result and is no statement like it.
     */
    private Optional<SuiteScorer.Item> item(Asked asked, Example example) {
        String gold = asked.gold();
        return gold == null || !Calibrating.isByChance(example)
                ? Optional.empty()
                : rules.prediction(example.draft().draft().sql())
                        .map(sql -> new SuiteScorer.Item(database, gold, sql));
    }
}
