package org.demur.evaluation.score;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.Verdict;
import org.demur.evaluation.compare.sql.EngineChange;
import org.demur.evaluation.compare.sql.SpiderClause;
import org.demur.evaluation.compare.sql.SpiderHardness;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.Familiarity;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Hardness;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.metric.StatementMetric;
import org.demur.evaluation.run.RunJson;
import org.demur.evaluation.suite.SuiteVerdict;
import org.demur.evaluation.suite.Witness;
import org.demur.failure.GatewayException;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;

/** Puts together what {@link ItemRows} made of the parts of a data set. */
public final class MergedScores {
    private MergedScores() {}

    /**
     * The sheet that the rows of all parts make together, written as {@code .jsonl}; how long
     * scoring took is not among them.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} where a part is missing, or they are not
     *     parts of the same
     */
    public static ScoreSheet read(List<Path> files) {
        var rows = new TreeMap<Integer, JsonNode>();
        var twice = new LinkedHashSet<String>();
        for (Path file : files) {
            for (JsonNode row : DataFile.jsonLines(file)) {
                requireRow(file, row);
                if (rows.put(row.path("position").asInt(), row) != null) {
                    twice.add(row.path("id").asText());
                }
            }
        }
        String names = files.stream().map(Path::toString).collect(Collectors.joining(", "));
        if (rows.isEmpty()) {
            throw DataFile.invalid(files.getFirst(), "it holds no items");
        }
        DataFile.requireNone(names, "items that are there twice", twice);
        JsonNode first = rows.firstEntry().getValue();
        var strange = new ArrayList<String>();
        rows.forEach((position, row) -> {
            if (!isLike(first, row)) {
                strange.add(row.path("id").asText());
            }
        });
        DataFile.requireNone(
                names,
                "items that were scored by other rules, with other options, or on other gold",
                strange);
        int of = first.path("of").asInt();
        if (rows.size() != of || rows.firstKey() != 0 || rows.lastKey() != of - 1) {
            throw DataFile.invalid(
                    files.getFirst(),
                    "with the other files it makes %d of %d items; a shard is missing"
                            .formatted(rows.size(), of));
        }
        return sheet(files.getFirst(), List.copyOf(rows.values()));
    }

    private static void requireRow(Path file, JsonNode row) {
        boolean isRow =
                row.path("id").isTextual()
                        && row.path("database").isTextual()
                        && row.path("template").isTextual()
                        && row.path("rules").isTextual()
                        && row.path("engine").isTextual()
                        && row.path("position").isInt()
                        && row.path("of").isInt();
        if (!isRow) {
            throw DataFile.invalid(
                    file, "it is not what score --export wrote to a file named .jsonl");
        }
    }

    private static boolean isLike(JsonNode first, JsonNode row) {
        var names = new LinkedHashSet<String>();
        first.fieldNames().forEachRemaining(names::add);
        var others = new LinkedHashSet<String>();
        row.fieldNames().forEachRemaining(others::add);
        return names.equals(others)
                && List.of("rules", "engine", "of").stream()
                        .allMatch(name -> first.path(name).equals(row.path(name)));
    }

    private static ScoreSheet sheet(Path file, List<JsonNode> rows) {
        try {
            return sheet(rows);
        } catch (IllegalArgumentException | IOException e) {
            throw DataFile.invalid(
                    file,
                    "it is not what score --export wrote to a file named .jsonl, "
                            + e.getMessage());
        }
    }

    private static ScoreSheet sheet(List<JsonNode> rows) throws IOException {
        var samples = new ArrayList<Sample>();
        var items = new ArrayList<ScoredItem>();
        var sql = new LinkedHashMap<String, String>();
        var emptyCells = new LinkedHashSet<String>();
        var verdicts = new LinkedHashMap<String, Verdict>();
        var unscored = new LinkedHashMap<String, String>();
        var byMetric =
                new EnumMap<StatementMetric, Map<String, OptionalDouble>>(StatementMetric.class);
        var levels = new LinkedHashMap<String, SpiderHardness>();
        var clauses = new LinkedHashMap<String, Map<SpiderClause, SpiderClause.Match>>();
        var graded = new LinkedHashMap<String, GradedScores.Graded>();
        var suite = new LinkedHashMap<String, SuiteVerdict>();
        var changes = new LinkedHashMap<String, Set<EngineChange>>();
        for (StatementMetric metric : StatementMetric.values()) {
            if (rows.getFirst().has(metric.printed())) {
                byMetric.put(metric, new LinkedHashMap<>());
            }
        }
        for (JsonNode row : rows) {
            Sample sample = sample(row);
            String id = sample.id();
            samples.add(sample);
            text(row, "sql").ifPresent(text -> sql.put(id, text));
            if (row.path("empty_cell").asBoolean()) {
                emptyCells.add(id);
            }
            text(row, "unscored").ifPresent(because -> unscored.put(id, because));
            value(Outcome.class, row, "outcome")
                    .ifPresent(outcome -> items.add(item(sample, outcome, row)));
            text(row, "because").ifPresent(why -> verdicts.put(id, new Verdict.Wrong(why)));
            if (sample.gold() instanceof Gold.FeasibleBy(String gold) && !gold.isBlank()) {
                byMetric.forEach((metric, scores) -> scores.put(id, number(row, metric.printed())));
            }
            value(SpiderHardness.class, row, "spider_level")
                    .ifPresent(level -> levels.put(id, level));
            text(row, "spider_clauses").ifPresent(found -> clauses.put(id, clauses(found)));
            number(row, ItemRows.SOFT_F1)
                    .ifPresent(share -> graded.put(id, graded(share, text(row, "time_ratios"))));
            Optional<String> onSuite = text(row, "suite");
            if (onSuite.isPresent()) {
                suite.put(id, suiteVerdict(onSuite.orElseThrow(), row));
            }
            text(row, "engine_notes").ifPresent(notes -> changes.put(id, changes(notes)));
        }
        JsonNode first = rows.getFirst();
        return new ScoreSheet(
                ScoreSheet.Part.whole(samples),
                ScoringRules.named(first.path("rules").asText())
                        .orElseThrow(() -> new IllegalArgumentException("there are no such rules")),
                first.path("engine").asText(),
                items,
                sql,
                emptyCells,
                verdicts,
                unscored,
                new StatementScores(byMetric, levels, clauses),
                new GradedScores(graded),
                first.has("engine_notes") ? Optional.of(changes) : Optional.empty(),
                first.has("suite") ? Optional.of(suite) : Optional.empty(),
                0,
                0,
                1);
    }

    private static Sample sample(JsonNode row) {
        var question =
                new Question(
                        row.path("id").asText(),
                        row.path("database").asText(),
                        row.path("question").asText());
        Gold gold =
                text(row, "gold")
                        .<Gold>map(Gold.FeasibleBy::new)
                        .orElseGet(() ->
                                new Gold.Infeasible(
                                        value(InfeasibleKind.class, row, "kind").orElse(null)));
        return new Sample(
                question,
                gold,
                row.path("template").asText(),
                value(Familiarity.class, row, "familiarity").orElse(null),
                value(Hardness.class, row, "hardness").orElse(null));
    }

    private static ScoredItem item(Sample sample, Outcome outcome, JsonNode row) {
        JsonNode right = row.path("draft_is_right");
        return new ScoredItem(
                sample,
                outcome,
                right.isBoolean() ? Optional.of(right.asBoolean()) : Optional.empty(),
                number(row, "uncertainty"),
                number(row, "infeasibility"));
    }

    private static Map<SpiderClause, SpiderClause.Match> clauses(String written) {
        var clauses = new EnumMap<SpiderClause, SpiderClause.Match>(SpiderClause.class);
        for (String clause : written.split(ItemRows.SEPARATOR, -1)) {
            int colon = clause.indexOf(':');
            clauses.put(
                    constant(SpiderClause.class, clause.substring(0, Math.max(0, colon))),
                    constant(SpiderClause.Match.class, clause.substring(colon + 1)));
        }
        return clauses;
    }

    private static GradedScores.Graded graded(double softF1, Optional<String> ratios) {
        return new GradedScores.Graded(
                softF1,
                ratios.map(text -> text.split(ItemRows.SEPARATOR, -1)).stream()
                        .flatMap(Arrays::stream)
                        .map(Double::valueOf)
                        .toList());
    }

    private static SuiteVerdict suiteVerdict(String written, JsonNode row) throws IOException {
        if (written.equals(ItemRows.WRONG_ON_SUITE)) {
            String witness = row.path("witness").asText();
            return new SuiteVerdict.Wrong(RunJson.read(witness, Witness.class));
        }
        return written.startsWith(ItemRows.RIGHT_ON_SUITE)
                ? new SuiteVerdict.Right(
                        Integer.parseInt(written.substring(ItemRows.RIGHT_ON_SUITE.length())))
                : new SuiteVerdict.Unscored(written);
    }

    private static Set<EngineChange> changes(String notes) {
        var changes = EnumSet.noneOf(EngineChange.class);
        for (String note : notes.split(ItemRows.SEPARATOR, -1)) {
            changes.add(constant(EngineChange.class, note));
        }
        return Collections.unmodifiableSet(changes);
    }

    private static Optional<String> text(JsonNode row, String name) {
        return row.path(name).isTextual() ? Optional.of(row.path(name).asText()) : Optional.empty();
    }

    private static OptionalDouble number(JsonNode row, String name) {
        return row.path(name).isNumber()
                ? OptionalDouble.of(row.path(name).asDouble())
                : OptionalDouble.empty();
    }

    private static <E extends Enum<E>> Optional<E> value(Class<E> type, JsonNode row, String name) {
        return text(row, name).map(text -> constant(type, text));
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String name) {
        return Enum.valueOf(type, name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
