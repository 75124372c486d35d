package org.demur.evaluation.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.demur.decision.Thresholds;
import org.demur.detection.Finding;
import org.demur.detection.InspectedDraft;
import org.demur.evaluation.compare.ResultPreview;
import org.demur.evaluation.compare.TextTable;
import org.demur.evaluation.compare.sql.EngineChange;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.ReliabilityScore;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.run.ResultPreviews;
import org.demur.evaluation.run.RunDecision;
import org.demur.evaluation.run.RunJson;
import org.demur.evaluation.run.RunSample;
import org.demur.evaluation.suite.SuiteVerdict;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.generation.Measurement;
import org.jspecify.annotations.Nullable;

/** One item's whole way through the stages of a run, from the question to its score. */
public final class ItemStory {
    private final ScoredRun run;
    private final RunSample sample;
    private final Thresholds cut;

    private ItemStory(ScoredRun run, RunSample sample) {
        this.run = run;
        this.sample = sample;
        this.cut =
                run.run().spec().policy(sample.database(), run.run().spec().penalty()).thresholds();
    }

    /**
     * The story of an item.
     *
     * @throws GatewayException {@code MALFORMED_REQUEST} where the run has no such item
     */
    public static ItemStory of(ScoredRun run, String id) {
        RunSample sample =
                run.run()
                        .find(id)
                        .orElseThrow(() ->
                                new GatewayException(
                                        FailureCode.MALFORMED_REQUEST,
                                        "the run %s has no item %s%s"
                                                .formatted(run.name(), id, hint(run, id))));
        return new ItemStory(run, sample);
    }

    private static String hint(ScoredRun run, String id) {
        List<String> ids = run.run().samples().stream().map(RunSample::id).toList();
        return NearestName.of(id, ids)
                .map(nearest -> "; did you mean \"" + nearest + "\"?")
                .orElseGet(() ->
                        ids.isEmpty()
                                ? "; it is empty"
                                : "; it has %d, such as %s".formatted(ids.size(), ids.getFirst()));
    }

    /** Everything, for programs. */
    public Map<String, @Nullable Object> json() {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("run", run.name());
        json.put("penalty", cut.penalty());
        json.put("rules", run.scores().rules());
        json.put("engine", run.engine());
        json.put("engineNotes", run.engineNotes(sample));
        json.put("sample", RunJson.tree(sample));
        json.put("limits", RunJson.tree(cut));
        json.put("draftsRight", draftsRight());
        Optional<ScoredItem> item = run.item(sample);
        json.put("outcome", item.map(i -> Words.of(i.outcome())).orElse(null));
        json.put("points", item.map(i -> i.outcome().points(cut.penalty())).orElse(null));
        ResultPreviews.Pair results = run.results().samples().get(sample.id());
        json.put("gold", results == null ? null : tree(results.gold()));
        json.put("prediction", results == null ? null : tree(results.draft()));
        return json;
    }

    private static @Nullable JsonNode tree(@Nullable ResultPreview preview) {
        return preview == null ? null : RunJson.tree(preview);
    }

    private List<@Nullable Boolean> draftsRight() {
        var right = new ArrayList<@Nullable Boolean>();
        for (int i = 0; i < sample.drafts().size(); i++) {
            right.add(run.scores().draft(sample.id(), i).orElse(null));
        }
        return right;
    }

    /**
     * Everything, for a terminal.
     *
     * @param measurements whether each draft's are listed by name, or only counted
     */
    public String text(boolean measurements) {
        var text = new StringBuilder();
        section(text, "Question", sample.id());
        line(text, sample.question());
        line(text, Words.facts(sample));
        String gold = sample.gold();
        line(text, gold == null ? "gold: to abstain; no SQL answers it" : "gold: " + oneLine(gold));
        feasibility(text);
        generation(text, measurements);
        detection(text);
        uncertainty(text);
        section(text, "Decision", time("decision"));
        line(text, decision());
        section(text, "Execution", time("execution"));
        String ran = sample.sql();
        line(
                text,
                ran == null
                        ? "nothing ran"
                        : "%s%s".formatted(oneLine(ran), rows(sample.rows(), sample.decision())));
        section(text, "Score", run.scores().rules() + ", " + run.engine());
        line(text, score());
        for (String note : run.engineNotes(sample)) {
            line(text, EngineChange.MEANING + ": " + note);
        }
        results(text);
        return text.toString();
    }

    private void feasibility(StringBuilder text) {
        section(text, "Feasibility", time("feasibility"));
        var measured = sample.feasibility();
        if (measured == null) {
            line(text, "not measured");
            return;
        }
        boolean stops = measured.infeasibleProbability() > cut.feasibility();
        line(
                text,
                "infeasible with %s, at most %s proceeds: %s"
                        .formatted(
                                Words.percent(measured.infeasibleProbability()),
                                Words.percent(cut.feasibility()),
                                stops ? "stops here" : "proceeds"));
        if (stops || !measured.words().isEmpty()) {
            line(
                    text,
                    "were it infeasible: %s%s"
                            .formatted(
                                    Words.kind(measured),
                                    measured.words().isEmpty()
                                            ? ""
                                            : ", for " + String.join(", ", measured.words())));
        }
    }

    private void generation(StringBuilder text, boolean measurements) {
        section(text, "Generation", time("generation"));
        if (sample.drafts().isEmpty()) {
            line(text, "no draft");
            return;
        }
        for (int i = 0; i < sample.drafts().size(); i++) {
            InspectedDraft inspected = sample.drafts().get(i);
            line(
                    text,
                    "draft %d%s, %s, score %s%s"
                            .formatted(
                                    i + 1,
                                    i == sample.chosen() ? " (chosen)" : "",
                                    run.scores()
                                            .draft(sample.id(), i)
                                            .map(right -> right ? "right" : "wrong")
                                            .orElse("unscored"),
                                    Words.number(inspected.draft().score()),
                                    inspected.draft().groundedBy() == null
                                            ? ""
                                            : ", follows " + inspected.draft().groundedBy()));
            line(text, "    " + oneLine(inspected.draft().sql()));
            if (!inspected.draft().evidence().isEmpty()) {
                Map<Measurement, Double> evidence = inspected.draft().evidence();
                line(
                        text,
                        measurements
                                ? "    evidence: " + Words.evidence(evidence)
                                : "    evidence: %d measurements; --all lists them"
                                        .formatted(evidence.size()));
            }
        }
    }

    private void detection(StringBuilder text) {
        section(text, "Detection", time("detection"));
        boolean anything = false;
        for (int i = 0; i < sample.drafts().size(); i++) {
            for (Finding finding : sample.drafts().get(i).findings().findings()) {
                anything = true;
                line(
                        text,
                        "draft %d, %s%s: %s"
                                .formatted(
                                        i + 1,
                                        Words.of(finding.code()),
                                        finding.code().isFatal() ? " (fatal)" : "",
                                        finding.explanation()));
            }
        }
        if (!anything) {
            line(text, "nothing found");
        }
    }

    private void uncertainty(StringBuilder text) {
        section(text, "Uncertainty", time("uncertainty"));
        Double measured = sample.uncertainty();
        line(
                text,
                measured == null
                        ? "not measured: there is no draft"
                        : "wrong with %s, at most %s proceeds: %s"
                                .formatted(
                                        Words.percent(measured),
                                        Words.percent(cut.uncertainty()),
                                        measured <= cut.uncertainty() ? "proceeds" : "stops here"));
        for (var argument : sample.arguments()) {
            line(
                    text,
                    "speaks %s it (%s): %s"
                            .formatted(
                                    argument.nats() > 0 ? "for" : "against",
                                    Words.number(argument.nats()),
                                    argument.words()));
        }
    }

    private String decision() {
        return switch (sample.decision()) {
            case ANSWERED -> "answered, at penalty " + Words.number(cut.penalty());
            case ABSTAINED -> "abstained (%s): %s".formatted(sample.reason(), sample.explanation());
            case BROKEN_DOWN ->
                    "broke down at %s (%s): %s"
                            .formatted(sample.stage(), sample.failure(), sample.explanation());
        };
    }

    private static String rows(int rows, RunDecision decision) {
        String tried =
                decision == RunDecision.ANSWERED ? "" : ", run only to be scored, not answered";
        return " (%s%s)".formatted(rows == 1 ? "1 row" : rows + " rows", tried);
    }

    /**
     * What a suite says of the SQL that ran, or would have run; empty where there is none, or no
     * gold.
     */
    public Optional<SuiteVerdict> onSuite(Path folder) {
        return Optional.ofNullable(run.onSuite(folder, List.of(sample), 1).get(sample.id()));
    }

    /** What a suite said, for a terminal. */
    public static String text(SuiteVerdict verdict) {
        var text = new StringBuilder();
        section(text, "Suite", "");
        switch (verdict) {
            case SuiteVerdict.Right(int databases) ->
                    line(text, "gold's result on all of %d databases".formatted(databases));
            case SuiteVerdict.Wrong(var witness) -> {
                line(text, "another result than gold's on");
                witness.lines().forEach(row -> line(text, "  " + row));
            }
            case SuiteVerdict.Unscored(var because) -> line(text, because);
        }
        return text.toString();
    }

    private String score() {
        Optional<ScoredItem> item = run.item(sample);
        if (item.isEmpty()) {
            return "unscored";
        }
        Outcome outcome = item.get().outcome();
        return "%s: %s points under %s"
                .formatted(
                        Words.of(outcome),
                        Words.number(outcome.points(cut.penalty())),
                        new ReliabilityScore(cut.penalty()).name());
    }

    private void results(StringBuilder text) {
        ResultPreviews.Pair results = run.results().samples().get(sample.id());
        section(text, "Results", "");
        if (results == null) {
            line(text, "not kept");
            return;
        }
        result(text, "gold", results.gold(), "none: the right answer is to abstain");
        result(text, "prediction", results.draft(), "none: there is no draft");
    }

    private static void result(
            StringBuilder text, String name, @Nullable ResultPreview result, String without) {
        if (result == null || result.failure() != null) {
            line(text, "%s: %s".formatted(name, result == null ? without : result.failure()));
            return;
        }
        line(text, name + ":");
        new TextTable(result).lines().forEach(row -> line(text, "    " + row));
    }

    private String time(String stage) {
        Double milliseconds = sample.milliseconds().get(stage);
        return milliseconds == null ? "" : String.format(Locale.ROOT, "%.1f ms", milliseconds);
    }

    private static void section(StringBuilder text, String title, String note) {
        text.append(text.isEmpty() ? "" : System.lineSeparator())
                .append(note.isEmpty() ? title : title + " (" + note + ")")
                .append(System.lineSeparator());
    }

    private static void line(StringBuilder text, String line) {
        text.append("  ").append(line).append(System.lineSeparator());
    }

    private static String oneLine(String sql) {
        return sql.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
