package org.demur.evaluation.frozen;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.demur.uncertainty.MeasuredDraft;
import org.demur.uncertainty.Signal;
import org.jspecify.annotations.Nullable;

/** Measures the signals of a recorded draft by running it, its votes and its readings. */
final class DraftSignals {
    private static final Pattern DISTINCT = Pattern.compile("(?i)\\bdistinct\\b");
    private static final Pattern DOUBLE_QUOTED = Pattern.compile("\"([^\"]*)\"");

    private DraftSignals() {}

    /**
     * The draft that an answer would run.
     *
     * @param sql one statement
     * @param draft what was measured of it
     */
    record Measured(String sql, MeasuredDraft draft) {}

    /**
     * Empty when what was recorded for the question is no query, or one that does not run.
     *
     * @param statements what a model's text stands for
     */
    static Optional<Measured> of(
            FrozenItem item,
            Function<String, Optional<String>> statements,
            DraftDatabase database) {
        var sql = statements.apply(item.prediction());
        if (sql.isEmpty() || !(database.run(sql.get()) instanceof DraftRun.Rows rows)) {
            return Optional.empty();
        }
        Map<Signal, Double> signals = new EnumMap<>(Signal.class);
        for (var signal : Signal.values()) {
            signals.put(signal, 0.0);
        }
        put(signals, Signal.REJECTED_BEFORE, Boolean.FALSE.equals(item.acceptedBefore()));
        put(signals, Signal.REJECTED_AFTER, Boolean.FALSE.equals(item.acceptedAfter()));
        var votes = item.votes().stream().map(statements).toList();
        votes(votes, sql.get(), rows, database, signals);
        results(sql.get(), rows, database, signals);

        var parsable = withTextsInSingleQuotes(sql.get(), database);
        var parsed = ParsedDraft.parse(parsable);
        put(signals, Signal.UNPARSED, parsed.isEmpty());
        if (parsed.isPresent()) {
            readings(parsable, rows, database, signals);
            shape(parsed.get(), database, signals);
            if (item.question() != null) {
                wording(new QuestionWords(item.question()), parsed.get(), sql.get(), signals);
            }
        }
        var pieces = DraftText.pieces(sql.get());
        return Optional.of(
                new Measured(sql.get(), new MeasuredDraft(signals, item.database(), pieces)));
    }

    private static void put(Map<Signal, Double> signals, Signal signal, boolean holds) {
        signals.put(signal, holds ? 1.0 : 0.0);
    }

    private static void put(Map<Signal, Double> signals, Signal signal, double value) {
        signals.put(signal, value);
    }

    private static void votes(
            List<Optional<String>> votes,
            String sql,
            DraftRun.Rows rows,
            DraftDatabase database,
            Map<Signal, Double> signals) {
        if (votes.isEmpty()) {
            return;
        }
        int otherText = 0;
        int otherResult = 0;
        int failed = 0;
        double otherClauses = 0.0;
        var text = DraftText.normalised(sql);
        var clauses = clauseItems(sql);
        for (var statement : votes) {
            var run = statement.map(database::run).orElseGet(DraftRun.Failed::new);
            otherText += text.equals(statement.map(DraftText::normalised).orElse("")) ? 0 : 1;
            otherClauses += statement.map(s -> distance(clauses, clauseItems(s))).orElse(1.0);
            switch (run) {
                case DraftRun.Rows other -> otherResult += rows.sameBag(other) ? 0 : 1;
                case DraftRun.Failed none -> {
                    otherResult++;
                    failed++;
                }
            }
        }
        double n = votes.size();
        put(signals, Signal.OTHER_TEXT, otherText / n);
        put(signals, Signal.OTHER_RESULT, otherResult / n);
        put(signals, Signal.FAILED_VOTES, failed / n);
        put(signals, Signal.OTHER_CLAUSES, otherClauses / n);
        put(signals, Signal.NOT_UNANIMOUS, otherResult > 0);
    }

    /** The items of all clauses, each with its clause, as text. */
    private static Set<String> clauseItems(String sql) {
        Set<String> items = new HashSet<>();
        var parsed = ParsedDraft.parse(sql.replace('"', '\'')).orElse(null);
        if (parsed == null) {
            items.add(DraftText.normalised(sql));
            return items;
        }
        for (var select : parsed.selects()) {
            select.getSelectItems()
                    .forEach(i -> items.add("select " + unqualified(i.getExpression())));
            ParsedDraft.tablesOf(select)
                    .forEach(t -> items.add("from " + t.getName().toLowerCase(Locale.ROOT)));
            ParsedDraft.conjuncts(select.getWhere())
                    .forEach(c -> items.add("where " + unqualified(c)));
            ParsedDraft.conjuncts(select.getHaving())
                    .forEach(c -> items.add("having " + unqualified(c)));
            if (select.getGroupBy() != null) {
                select.getGroupBy()
                        .getGroupByExpressionList()
                        .forEach(g -> items.add("group " + unqualified(g)));
            }
            if (select.getOrderByElements() != null) {
                select.getOrderByElements().forEach(o -> items.add("order " + unqualified(o)));
            }
            if (select.getLimit() != null) {
                items.add("limit " + select.getLimit());
            }
            if (select.getDistinct() != null) {
                items.add("distinct");
            }
        }
        return items;
    }

    private static String unqualified(Object part) {
        return part.toString().toLowerCase(Locale.ROOT).replaceAll("\\b\\w+\\.", "");
    }

    private static double distance(Set<String> one, Set<String> other) {
        var both = new HashSet<>(one);
        both.retainAll(other);
        double union = one.size() + other.size() - both.size();
        return union == 0 ? 0.0 : 1.0 - both.size() / union;
    }

    private static void results(
            String sql, DraftRun.Rows rows, DraftDatabase database, Map<Signal, Double> signals) {
        boolean allNothing =
                rows.rows().size() <= 1
                        && rows.rows().stream()
                                .flatMap(List::stream)
                                .allMatch(cell -> cell == null || cell.equals(0.0));
        put(signals, Signal.NOTHING_FOUND, rows.isEmpty() || allNothing);
        put(
                signals,
                Signal.NULL_CELLS,
                rows.rows().stream().flatMap(List::stream).anyMatch(Objects::isNull));
        var repeated =
                DISTINCT.matcher(sql).find()
                        ? database.run(DISTINCT.matcher(sql).replaceAll(""))
                        : rows;
        put(
                signals,
                Signal.REPEATED_ROWS,
                repeated instanceof DraftRun.Rows all && all.hasDuplicates());
    }

    /** SQLite takes a text in double quotes for a value where there is no such name. */
    private static String withTextsInSingleQuotes(String sql, DraftDatabase database) {
        return DOUBLE_QUOTED
                .matcher(sql)
                .replaceAll(match ->
                        Matcher.quoteReplacement(
                                database.hasName(match.group(1))
                                        ? match.group()
                                        : "'" + match.group(1).replace("'", "''") + "'"));
    }

    private static void readings(
            String sql, DraftRun.Rows rows, DraftDatabase database, Map<Signal, Double> signals) {
        AlternativeInterpretations.of(sql)
                .forEach((name, reading) ->
                        put(
                                signals,
                                Signal.valueOf(name.toUpperCase(Locale.ROOT)),
                                isAnother(rows, database.run(reading), name)));
        joinedMembership(sql, database, signals);
        for (var cut : AlternativeInterpretations.cuts(sql)) {
            if (database.run(cut.sql()) instanceof DraftRun.Rows keys
                    && keys.rows().size() > cut.limit()
                    && cut.limit() > 0
                    && keys.rows().get(cut.limit()).equals(keys.rows().get(cut.limit() - 1))) {
                put(signals, Signal.TIED_CUT, true);
            }
        }
    }

    /** Repeated rows are what a join adds, so they are counted even where the draft drops them. */
    private static void joinedMembership(
            String sql, DraftDatabase database, Map<Signal, Double> signals) {
        var all = DISTINCT.matcher(sql).replaceAll("");
        var reading = AlternativeInterpretations.joinedMembership(all);
        put(
                signals,
                Signal.JOINED_MEMBERSHIP,
                reading.isPresent()
                        && database.run(all) instanceof DraftRun.Rows rows
                        && database.run(reading.get()) instanceof DraftRun.Rows joined
                        && !rows.sameBag(joined));
    }

    private static boolean isAnother(DraftRun.Rows rows, DraftRun reading, String name) {
        if (!(reading instanceof DraftRun.Rows other)) {
            return false; // a reading that does not run is none
        }
        return name.equals(AlternativeInterpretations.SUBTRACTED_VALUES)
                ? !rows.counted().keySet().equals(other.counted().keySet())
                : !rows.sameBag(other);
    }

    private static void shape(
            ParsedDraft draft, DraftDatabase database, Map<Signal, Double> signals) {
        put(signals, Signal.MORE_TABLES, Math.max(0, draft.tables() - 1));
        put(signals, Signal.NESTED_QUERIES, draft.selects().size() - 1 - draft.setOperations());
        put(signals, Signal.SET_OPERATIONS, draft.setOperations());
        int conditions =
                draft.comparisons().size() + draft.memberships().size() + draft.likes().size();
        put(signals, Signal.MORE_CONDITIONS, Math.max(0, conditions - draft.joins() - 1));
        put(signals, Signal.ABSENT_VALUE, comparesAbsentValue(draft, database));
        var top = draft.top();
        if (top == null) {
            return;
        }
        put(signals, Signal.MORE_COLUMNS, top.getSelectItems().size() - 1);
        put(
                signals,
                Signal.ALL_COLUMNS,
                top.getSelectItems().stream()
                        .anyMatch(i ->
                                i.getExpression() instanceof AllColumns
                                        || i.getExpression() instanceof AllTableColumns));
        var keys = top.getOrderByElements();
        if (keys != null) {
            put(
                    signals,
                    Signal.SORTED_DOWNWARDS,
                    top.getLimit() == null && keys.stream().anyMatch(k -> !k.isAsc()));
            var first = keys.getFirst().getExpression().toString();
            put(
                    signals,
                    Signal.SORT_KEY_SHOWN,
                    top.getSelectItems().size() > 1
                            && top.getSelectItems().stream()
                                    .filter(i -> ParsedDraft.isAggregate(i.getExpression()))
                                    .anyMatch(i ->
                                            i.getExpression().toString().equalsIgnoreCase(first)
                                                    || (i.getAlias() != null
                                                            && i.getAlias()
                                                                    .getName()
                                                                    .equalsIgnoreCase(first))));
        }
        put(signals, Signal.LOOSE_GROUPING, isLooselyGrouped(top));
    }

    private static boolean isLooselyGrouped(PlainSelect top) {
        if (top.getGroupBy() == null) {
            return false;
        }
        Set<String> keys = new HashSet<>();
        top.getGroupBy().getGroupByExpressionList().forEach(k -> keys.add(unqualified(k)));
        Set<String> plain = new HashSet<>();
        top.getSelectItems().stream()
                .filter(i -> i.getExpression() instanceof Column)
                .forEach(i -> plain.add(unqualified(i.getExpression())));
        return !plain.equals(keys);
    }

    private static boolean comparesAbsentValue(ParsedDraft draft, DraftDatabase database) {
        for (var comparison : draft.comparisons()) {
            var operator = comparison.operator();
            var within = comparison.within();
            if ((operator instanceof EqualsTo || operator instanceof NotEqualsTo)
                    && within != null
                    && operator.getLeftExpression() instanceof Column column
                    && operator.getRightExpression() instanceof StringValue text) {
                var table = tableOf(column, within, database);
                if (table != null
                        && database.run(
                                        "SELECT 1 FROM \"%s\" WHERE \"%s\" = '%s' LIMIT 1"
                                                .formatted(
                                                        table,
                                                        column.getUnquotedColumnName(),
                                                        text.getValue().replace("'", "''")))
                                instanceof DraftRun.Rows found
                        && found.isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static @Nullable String tableOf(
            Column column, PlainSelect within, DraftDatabase database) {
        var qualifier = column.getTable() == null ? null : column.getTable().getName();
        for (var table : ParsedDraft.tablesOf(within)) {
            boolean named =
                    qualifier == null
                            || table.getName().equalsIgnoreCase(qualifier)
                            || (table.getAlias() != null
                                    && table.getAlias().getName().equalsIgnoreCase(qualifier));
            if (named
                    && database.columnsOf(table.getName())
                            .contains(column.getUnquotedColumnName().toLowerCase(Locale.ROOT))) {
                return table.getName();
            }
        }
        return null;
    }

    private static void wording(
            QuestionWords question, ParsedDraft draft, String sql, Map<Signal, Double> signals) {
        var top = draft.top();
        if (top != null) {
            columns(question, top, signals);
            boolean sorted = top.getOrderByElements() != null;
            boolean whole = top.getLimit() == null;
            put(signals, Signal.ORDER_NOT_AS_ASKED, sorted && whole && !question.asksForOrder());
            put(
                    signals,
                    Signal.DIRECTION_NOT_ASKED,
                    sorted
                            && whole
                            && top.getOrderByElements().stream().anyMatch(k -> !k.isAsc())
                            && !question.saysDirection());
        }
        put(
                signals,
                Signal.UNASKED_VALUES,
                (double) draft.texts().stream().filter(t -> !question.holds(t.getValue())).count());
        var lower = sql.toLowerCase(Locale.ROOT);
        put(
                signals,
                Signal.UNUSED_VALUES,
                (double)
                        question.values().stream()
                                .filter(v -> !lower.contains(v.toLowerCase(Locale.ROOT)))
                                .count());
        put(signals, Signal.UNUSED_WORDS, question.unused(echoes(draft)));
        put(
                signals,
                Signal.DISTINCT_NOT_AS_ASKED,
                question.asksForDistinct() != DISTINCT.matcher(sql).find()
                        && draft.top() != null
                        && signals.getOrDefault(Signal.REPEATED_ROWS, 0.0) > 0);
        put(signals, Signal.TWO_WAY_WORDS, question.hasTwoWayWords());
    }

    private static void columns(
            QuestionWords question, PlainSelect top, Map<Signal, Double> signals) {
        int unasked = 0;
        int aggregates = 0;
        for (var item : top.getSelectItems()) {
            if (item.getExpression() instanceof Column column
                    && !question.names(column.getUnquotedColumnName())) {
                unasked++;
            }
            if (ParsedDraft.isAggregate(item.getExpression())) {
                aggregates++;
            }
        }
        put(signals, Signal.UNASKED_COLUMNS, unasked);
        boolean asked =
                top.getLimit() == null ? question.asksForAggregate() : question.asksForCount();
        put(
                signals,
                Signal.UNASKED_AGGREGATE,
                aggregates > 0 && top.getSelectItems().size() > 1 && !asked);
    }

    /** Everything in the draft that a word of the question may stand for. */
    private static List<String> echoes(ParsedDraft draft) {
        List<String> echoes = new ArrayList<>();
        draft.columns().forEach(c -> echoes.add(c.getColumnName()));
        draft.texts().forEach(t -> echoes.add(t.getValue()));
        echoes.addAll(draft.numbers());
        draft.selects().forEach(s -> ParsedDraft.tablesOf(s).forEach(t -> echoes.add(t.getName())));
        for (var function : draft.functions()) {
            echoes.add(
                    switch (function.getName().toLowerCase(Locale.ROOT)) {
                        case "avg" -> "average mean";
                        case "sum" -> "total sum";
                        case "max" -> "maximum highest largest biggest oldest latest last greatest";
                        case "min" -> "minimum lowest smallest youngest earliest first";
                        case "count" -> "total times";
                        default -> function.getName();
                    });
        }
        draft.selects().stream()
                .filter(s -> s.getOrderByElements() != null)
                .forEach(s ->
                        echoes.add(
                                "order ordered sort sorted ascending descending"
                                        + " alphabetical highest lowest largest smallest"
                                        + " top maximum minimum latest earliest recent"));
        if (draft.selects().stream().anyMatch(s -> s.getDistinct() != null)) {
            echoes.add("different distinct unique");
        }
        return echoes;
    }
}
