package org.demur.evaluation.score;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.demur.evaluation.compare.Verdict;
import org.demur.evaluation.compare.sql.EngineChange;
import org.demur.evaluation.compare.sql.SpiderClause;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.metric.StatementMetric;
import org.demur.evaluation.run.RunJson;
import org.demur.evaluation.score.ItemTable.Column;
import org.demur.evaluation.score.ItemTable.Kind;
import org.demur.evaluation.suite.SuiteVerdict;
import org.jspecify.annotations.Nullable;

/**
 * A score sheet as a table, a row an item. Whatever a report says of a sheet follows from its rows,
 * so that sheets of parts of a data set can be put together.
 *
 * @see MergedScores
 */
public final class ItemRows {
    /** What separates several in one cell. */
    static final String SEPARATOR = " ";

    static final String RIGHT_ON_SUITE = "right on databases: ";
    static final String WRONG_ON_SUITE = "told from gold";

    static final String SOFT_F1 = "Soft-F1";

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
        return value == null ? null : Breakdowns.dashed(value);
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

    /** Such as {@code 0.97 1.02}; none where no time was taken. */
    private @Nullable String timeRatios(Sample sample) {
        GradedScores.Graded graded = sheet.graded().byId().get(sample.id());
        return graded == null || graded.timeRatios().isEmpty()
                ? null
                : graded.timeRatios().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(SEPARATOR));
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
}
