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
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
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
import org.demur.evaluation.score.ItemTable.Column;
import org.demur.evaluation.score.ItemTable.Kind;
import org.demur.evaluation.suite.SuiteVerdict;
import org.demur.evaluation.suite.Witness;
import org.demur.failure.GatewayException;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;

/**
 * Score sheets as tables, a row an item, and back: whatever a report says of a sheet follows from
 * its rows, so that sheets of parts of a data set can be put together.
 */
public final class ItemRows {
    /** What separates several in one cell. */
    private static final String SEPARATOR = " ";

    private static final String RIGHT_ON_SUITE = "right on databases: ";
    private static final String WRONG_ON_SUITE = "told from gold";

    private static final String SOFT_F1 = "Soft-F1";

    private final ScoreSheet sheet;
    private final Map<String, ScoredItem> items = new LinkedHashMap<>();
    private final Map<String, Integer> positions = new LinkedHashMap<>();

    private ItemRows(ScoreSheet sheet) {
        this.sheet = sheet;
        sheet.items().forEach(item -> items.put(item.sample().id(), item));
        for (int i = 0; i < sheet.part().samples().size(); i++) {
            positions.put(sheet.part().samples().get(i).id(), sheet.part().shard().position(i));
        }
    }

    /** A row an item, scored or not, in gold's order. */
    public static ItemTable of(ScoreSheet sheet) {
        var rows = new ItemRows(sheet);
        Map<Column, BiFunction<ItemRows, Sample, @Nullable Object>> columns = columns(sheet);
        return new ItemTable(
                List.copyOf(columns.keySet()),
                sheet.part().samples().stream()
                        .map(sample ->
                                columns.values().stream()
                                        .<@Nullable Object>map(cell -> cell.apply(rows, sample))
                                        .toList())
                        .toList());
    }

    private static Map<Column, BiFunction<ItemRows, Sample, @Nullable Object>> columns(
            ScoreSheet sheet) {
        var columns = new LinkedHashMap<Column, BiFunction<ItemRows, Sample, @Nullable Object>>();
        text(columns, "id", (rows, sample) -> sample.id());
        text(columns, "database", (rows, sample) -> sample.question().database());
        text(columns, "question", (rows, sample) -> sample.question().text());
        text(columns, "gold", (rows, sample) -> sql(sample.gold()));
        text(columns, "kind", (rows, sample) -> kind(sample.gold()));
        text(columns, "template", (rows, sample) -> sample.template());
        text(columns, "familiarity", (rows, sample) -> name(sample.familiarity()));
        text(columns, "hardness", (rows, sample) -> name(sample.hardness()));
        text(columns, "sql", (rows, sample) -> rows.sheet.sql().get(sample.id()));
        text(columns, "outcome", (rows, sample) -> name(rows.outcome(sample)));
        columns.put(
                new Column("score", Kind.WHOLE),
                (rows, sample) -> {
                    Outcome outcome = rows.outcome(sample);
                    return outcome == null ? null : (long) outcome.score();
                });
        text(columns, "unscored", (rows, sample) -> rows.sheet.unscored().get(sample.id()));
        text(columns, "because", (rows, sample) -> rows.because(sample));
        columns.put(
                new Column("draft_is_right", Kind.TRUTH),
                (rows, sample) -> rows.item(sample).flatMap(ScoredItem::draftIsRight).orElse(null));
        real(columns, "uncertainty", (rows, sample) -> rows.number(sample, true));
        real(columns, "infeasibility", (rows, sample) -> rows.number(sample, false));
        columns.put(
                new Column("empty_cell", Kind.TRUTH),
                (rows, sample) -> rows.sheet.emptyCells().contains(sample.id()));
        for (StatementMetric metric : sheet.statements().byMetric().keySet()) {
            real(columns, metric.printed(), (rows, sample) -> rows.statement(metric, sample));
        }
        text(
                columns,
                "spider_level",
                (rows, sample) -> name(rows.sheet.statements().levels().get(sample.id())));
        text(columns, "spider_clauses", (rows, sample) -> rows.clauses(sample));
        if (!sheet.graded().byId().isEmpty()) {
            real(columns, SOFT_F1, (rows, sample) -> rows.sheet.graded().softF1(sample.id()));
            text(columns, "time_ratios", (rows, sample) -> rows.timeRatios(sample));
        }
        if (sheet.suite().isPresent()) {
            text(columns, "suite", (rows, sample) -> rows.onSuite(sample));
            text(columns, "witness", (rows, sample) -> rows.witness(sample));
        }
        if (sheet.engineChanges().isPresent()) {
            text(columns, "engine_notes", (rows, sample) -> rows.engineNotes(sample));
        }
        text(columns, "rules", (rows, sample) -> rows.sheet.rules().printed());
        text(columns, "engine", (rows, sample) -> rows.sheet.engine());
        columns.put(new Column("position", Kind.WHOLE), (rows, sample) -> rows.position(sample));
        columns.put(new Column("of", Kind.WHOLE), (rows, sample) -> (long) rows.sheet.part().of());
        return columns;
    }

    private static void text(
            Map<Column, BiFunction<ItemRows, Sample, @Nullable Object>> columns,
            String name,
            BiFunction<ItemRows, Sample, @Nullable Object> cell) {
        columns.put(new Column(name, Kind.TEXT), cell);
    }

    private static void real(
            Map<Column, BiFunction<ItemRows, Sample, @Nullable Object>> columns,
            String name,
            BiFunction<ItemRows, Sample, OptionalDouble> cell) {
        columns.put(
                new Column(name, Kind.REAL),
                (rows, sample) -> {
                    OptionalDouble number = cell.apply(rows, sample);
                    return number.isPresent() ? number.getAsDouble() : null;
                });
    }

    private static @Nullable String sql(Gold gold) {
        return switch (gold) {
            case Gold.FeasibleBy(String sql) -> sql;
            case Gold.Infeasible infeasible -> null;
        };
    }

    private static @Nullable String kind(Gold gold) {
        return switch (gold) {
            case Gold.FeasibleBy feasible -> null;
            case Gold.Infeasible(var kind) -> name(kind);
        };
    }

    /** Such as {@code correct-sql}. */
    private static @Nullable String name(@Nullable Enum<?> value) {
        return value == null ? null : value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private long position(Sample sample) {
        return Objects.requireNonNull(positions.get(sample.id()));
    }

    private Optional<ScoredItem> item(Sample sample) {
        return Optional.ofNullable(items.get(sample.id()));
    }

    private @Nullable Outcome outcome(Sample sample) {
        return item(sample).map(ScoredItem::outcome).orElse(null);
    }

    private @Nullable String because(Sample sample) {
        return switch (sheet.verdicts().get(sample.id())) {
            case Verdict.Wrong(String because) -> because;
            case Verdict.Unscorable(String because) -> because;
            case Verdict.Right right -> null;
            case null -> null;
        };
    }

    private OptionalDouble number(Sample sample, boolean uncertainty) {
        return item(sample)
                .map(item -> uncertainty ? item.uncertainty() : item.infeasibility())
                .orElse(OptionalDouble.empty());
    }

    private OptionalDouble statement(StatementMetric metric, Sample sample) {
        return sheet.statements()
                .byMetric()
                .getOrDefault(metric, Map.of())
                .getOrDefault(sample.id(), OptionalDouble.empty());
    }

    /** Such as {@code select:equal where:missing}. */
    private @Nullable String clauses(Sample sample) {
        Map<SpiderClause, SpiderClause.Match> found = sheet.statements().clauses().get(sample.id());
        return found == null
                ? null
                : found.entrySet().stream()
                        .map(clause -> name(clause.getKey()) + ":" + name(clause.getValue()))
                        .collect(Collectors.joining(SEPARATOR));
    }

    private static Map<SpiderClause, SpiderClause.Match> clauses(String written) {
        var clauses = new EnumMap<SpiderClause, SpiderClause.Match>(SpiderClause.class);
        for (String clause : written.split(SEPARATOR, -1)) {
            int colon = clause.indexOf(':');
            clauses.put(
                    constant(SpiderClause.class, clause.substring(0, Math.max(0, colon))),
                    constant(SpiderClause.Match.class, clause.substring(colon + 1)));
        }
        return clauses;
    }

    /** Such as {@code 0.97 1.02}; none where no time was taken. */
    private @Nullable String timeRatios(Sample sample) {
        GradedScores.Graded graded = sheet.graded().byId().get(sample.id());
        return graded == null || graded.timeRatios().isEmpty()
                ? null
                : graded.timeRatios().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(SEPARATOR));
    }

    private static GradedScores.Graded graded(double softF1, Optional<String> ratios) {
        return new GradedScores.Graded(
                softF1,
                ratios.map(text -> text.split(SEPARATOR, -1)).stream()
                        .flatMap(Arrays::stream)
                        .map(Double::valueOf)
                        .toList());
    }

    private @Nullable String onSuite(Sample sample) {
        return switch (sheet.suite().orElseThrow().get(sample.id())) {
            case SuiteVerdict.Right(int databases) -> RIGHT_ON_SUITE + databases;
            case SuiteVerdict.Wrong wrong -> WRONG_ON_SUITE;
            case SuiteVerdict.Unscored(String because) -> because;
            case null -> null;
        };
    }

    private @Nullable String witness(Sample sample) {
        return sheet.suite().orElseThrow().get(sample.id()) instanceof SuiteVerdict.Wrong(var rows)
                ? RunJson.tree(rows).toString()
                : null;
    }

    private @Nullable String engineNotes(Sample sample) {
        Set<EngineChange> changes = sheet.engineChanges().orElseThrow().get(sample.id());
        return changes == null
                ? null
                : changes.stream().map(ItemRows::name).collect(Collectors.joining(SEPARATOR));
    }

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
        if (!twice.isEmpty()) {
            throw DataFile.invalid(names, "items that are there twice", twice);
        }
        JsonNode first = rows.firstEntry().getValue();
        var strange = new ArrayList<String>();
        rows.forEach((position, row) -> {
            if (!isLike(first, row)) {
                strange.add(row.path("id").asText());
            }
        });
        if (!strange.isEmpty()) {
            throw DataFile.invalid(
                    names,
                    "items that were scored by other rules, with other options, or on other gold",
                    strange);
        }
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
            number(row, SOFT_F1)
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

    private static SuiteVerdict suiteVerdict(String written, JsonNode row) throws IOException {
        if (written.equals(WRONG_ON_SUITE)) {
            String witness = row.path("witness").asText();
            return new SuiteVerdict.Wrong(RunJson.read(witness, Witness.class));
        }
        return written.startsWith(RIGHT_ON_SUITE)
                ? new SuiteVerdict.Right(
                        Integer.parseInt(written.substring(RIGHT_ON_SUITE.length())))
                : new SuiteVerdict.Unscored(written);
    }

    private static Set<EngineChange> changes(String notes) {
        var changes = EnumSet.noneOf(EngineChange.class);
        for (String note : notes.split(SEPARATOR, -1)) {
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
