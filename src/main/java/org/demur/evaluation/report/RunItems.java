package org.demur.evaluation.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.demur.decision.Thresholds;
import org.demur.detection.Finding;
import org.demur.detection.InspectedDraft;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.run.ResultPreviews;
import org.demur.evaluation.run.RunSample;
import org.jspecify.annotations.Nullable;

/**
 * The items of runs with what each run did with them, as the script reads it. Of drafts that were
 * not chosen the evidence is left out, which would be most of the page; {@code demur explain} has
 * it.
 */
final class RunItems {
    private RunItems() {}

    /** The items of all runs, those of the first one first. */
    static Map<String, Object> of(List<ScoredRun> runs) {
        List<Map<String, RunSample>> samples = runs.stream().map(RunItems::byId).toList();
        Set<String> ids = new LinkedHashSet<>();
        samples.forEach(byId -> ids.addAll(byId.keySet()));
        var items = new ArrayList<Map<String, @Nullable Object>>();
        for (String id : ids) {
            items.add(item(id, runs, samples));
        }
        return Map.of("items", items);
    }

    private static Map<String, RunSample> byId(ScoredRun run) {
        var byId = new LinkedHashMap<String, RunSample>();
        run.run().samples().forEach(sample -> byId.put(sample.id(), sample));
        return byId;
    }

    private static Map<String, @Nullable Object> item(
            String id, List<ScoredRun> runs, List<Map<String, RunSample>> samples) {
        var item = new LinkedHashMap<String, @Nullable Object>();
        var fates = new ArrayList<@Nullable Object>();
        for (int i = 0; i < runs.size(); i++) {
            RunSample sample = samples.get(i).get(id);
            if (sample == null) {
                fates.add(null);
                continue;
            }
            if (item.isEmpty()) {
                putQuestion(item, sample, runs.get(i).results().samples().get(id));
            }
            fates.add(fate(runs.get(i), sample));
        }
        item.put("runs", fates);
        return item;
    }

    private static void putQuestion(
            Map<String, @Nullable Object> item,
            RunSample sample,
            ResultPreviews.@Nullable Pair results) {
        item.put("id", sample.id());
        item.put("question", sample.question());
        item.put("database", sample.database());
        item.put("template", sample.template());
        put(item, "gold", sample.gold());
        item.put("kind", Words.kind(sample.sample()));
        put(
                item,
                "familiarity",
                sample.familiarity() == null ? null : Words.of(sample.familiarity()));
        put(item, "hardness", sample.hardness() == null ? null : Words.of(sample.hardness()));
        put(item, "result", results == null ? null : results.gold());
    }

    private static Map<String, @Nullable Object> fate(ScoredRun run, RunSample sample) {
        Thresholds cut =
                run.run().spec().policy(sample.database(), run.run().spec().penalty()).thresholds();
        Optional<ScoredItem> scored = run.item(sample);
        var fate = new LinkedHashMap<String, @Nullable Object>();
        fate.put("outcome", scored.map(item -> Words.of(item.outcome())).orElse("unscored"));
        fate.put("stage", StageFates.stoppedAt(sample));
        put(fate, "explanation", sample.explanation());
        if (sample.feasibility() != null) {
            fate.put("infeasible", Words.rounded(sample.feasibility().infeasibleProbability()));
            fate.put("infeasibleLimit", Words.rounded(cut.feasibility()));
            fate.put("infeasibleKind", Words.kind(sample.feasibility()));
            fate.put("words", sample.feasibility().words());
        }
        if (sample.uncertainty() != null) {
            fate.put("uncertainty", Words.rounded(sample.uncertainty()));
            fate.put("uncertaintyLimit", Words.rounded(cut.uncertainty()));
        }
        fate.put("chosen", sample.chosen());
        put(fate, "sql", sample.sql());
        var drafts = new ArrayList<Map<String, @Nullable Object>>();
        for (int i = 0; i < sample.drafts().size(); i++) {
            drafts.add(
                    draft(
                            sample.drafts().get(i),
                            run.scores().draft(sample.id(), i),
                            i == sample.chosen()));
        }
        fate.put("drafts", drafts);
        ResultPreviews.Pair results = run.results().samples().get(sample.id());
        put(fate, "result", results == null ? null : results.draft());
        run.suite()
                .map(verdicts -> verdicts.get(sample.id()))
                .ifPresent(verdict -> fate.put("suite", verdict));
        List<String> notes = run.engineNotes(sample);
        put(fate, "engineNotes", notes.isEmpty() ? null : notes);
        fate.put("milliseconds", sample.milliseconds());
        return fate;
    }

    private static Map<String, @Nullable Object> draft(
            InspectedDraft inspected, Optional<Boolean> right, boolean chosen) {
        var draft = new LinkedHashMap<String, @Nullable Object>();
        draft.put("sql", inspected.draft().sql());
        draft.put("score", Words.rounded(inspected.draft().score()));
        put(draft, "right", right.orElse(null));
        put(draft, "groundedBy", inspected.draft().groundedBy());
        if (chosen) {
            var evidence = new LinkedHashMap<String, Double>();
            inspected.draft().evidence().entrySet().stream()
                    .filter(entry -> entry.getValue() != 0)
                    .forEach(entry ->
                            evidence.put(entry.getKey().key(), Words.rounded(entry.getValue())));
            draft.put("evidence", evidence);
        }
        if (!inspected.findings().findings().isEmpty()) {
            draft.put(
                    "findings",
                    inspected.findings().findings().stream().map(RunItems::finding).toList());
        }
        return draft;
    }

    private static String finding(Finding finding) {
        return "%s%s: %s"
                .formatted(
                        Words.of(finding.code()),
                        finding.code().isFatal() ? " (fatal)" : "",
                        finding.explanation());
    }

    /** What is not there needs no place. */
    private static void put(
            Map<String, @Nullable Object> json, String name, @Nullable Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
