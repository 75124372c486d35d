package org.demur.detection.reading;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Distinct;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.Limit;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.jspecify.annotations.Nullable;

/**
 * The other statements that a reader of the same question might have written in a draft's place.
 * Where one of them gives another result on the database at hand, the answer rests on a choice that
 * the question may not settle: whether repeated rows count, whether case matters, which of several
 * best ones is meant, whether a limit is inclusive. Each reading changes one thing.
 */
final class AlternativeInterpretations {
    private AlternativeInterpretations() {}

    /**
     * A choice that a draft made.
     *
     * @param choice what may be chosen
     * @param drafted the draft, or what of it the choice shows in
     * @param otherwise the same, chosen otherwise
     */
    record Reading(Interpretation choice, String drafted, String otherwise) {}

    /** Readings that apply to a draft, in a fixed order; none where the parser does not know it. */
    static List<Reading> of(String sql) {
        List<Reading> readings = new ArrayList<>();
        if (ParsedDraft.parse(sql).isEmpty()) {
            return readings;
        }
        rewrite(sql, Interpretation.UNFOLDED_CASE, AlternativeInterpretations::foldCase, readings);
        rewrite(
                sql,
                Interpretation.OTHER_EXTREME,
                AlternativeInterpretations::swapExtremes,
                readings);
        rewrite(sql, Interpretation.ONE_EXTREME, AlternativeInterpretations::limitToOne, readings);
        rewrite(
                sql,
                Interpretation.WHOLE_VALUE,
                AlternativeInterpretations::matchWholeValues,
                readings);
        rewrite(
                sql,
                Interpretation.PART_OF_VALUE,
                AlternativeInterpretations::matchPartsOfValues,
                readings);
        rewrite(
                sql,
                Interpretation.OUTER_JOIN,
                AlternativeInterpretations::keepUnmatched,
                readings);
        rewrite(sql, Interpretation.COUNTED_ONCE, AlternativeInterpretations::countOnce, readings);
        rewrite(
                sql,
                Interpretation.SHIFTED_BOUNDARY,
                AlternativeInterpretations::shiftBoundaries,
                readings);
        // rows that occur twice count here, also where the draft drops them
        var all = everyRow(sql);
        rewrite(
                all,
                Interpretation.JOINED_MEMBERSHIP,
                AlternativeInterpretations::joinMemberships,
                readings);
        rewrite(
                all,
                Interpretation.REPEATED_ROWS,
                AlternativeInterpretations::dropRepeated,
                readings);
        subtractedValues(sql)
                .ifPresent(reading ->
                        readings.add(
                                new Reading(
                                        Interpretation.SUBTRACTED_VALUES,
                                        "SELECT DISTINCT * FROM (" + sql + ") AS drafted",
                                        reading)));
        readings.addAll(cuts(sql));
        return readings;
    }

    private static void rewrite(
            String sql,
            Interpretation choice,
            Predicate<ParsedDraft> edit,
            List<Reading> readings) {
        var draft = ParsedDraft.parse(sql).orElseThrow();
        if (edit.test(draft)) {
            readings.add(new Reading(choice, sql, draft.sql()));
        }
    }

    private static String everyRow(String sql) {
        var draft = ParsedDraft.parse(sql).orElseThrow();
        draft.selects().forEach(select -> select.setDistinct(null));
        return draft.sql();
    }

    /** The same row more than once is once. */
    private static boolean dropRepeated(ParsedDraft draft) {
        var top = draft.top();
        if (top != null) {
            top.setDistinct(new Distinct());
        }
        return top != null;
    }

    /** Texts compared without regard to case. */
    private static boolean foldCase(ParsedDraft draft) {
        boolean changed = false;
        for (var comparison : draft.comparisons()) {
            var operator = comparison.operator();
            if ((operator instanceof EqualsTo || operator instanceof NotEqualsTo)
                    && operator.getRightExpression() instanceof StringValue
                    && operator.getLeftExpression() instanceof Column column) {
                operator.setLeftExpression(new CollateExpression(column, "NOCASE"));
                changed = true;
            }
        }
        return changed;
    }

    /** A join repeats a row for each of its partners, a membership does not. */
    private static boolean joinMemberships(ParsedDraft draft) {
        int joined = 0;
        for (var select : draft.selects()) {
            for (var condition : ParsedDraft.conjuncts(select.getWhere())) {
                if (condition instanceof InExpression in
                        && !in.isNot()
                        && in.getRightExpression() instanceof ParenthesedSelect nested
                        && nested.getSelect() instanceof PlainSelect body
                        && body.getSelectItems().size() == 1) {
                    joinInstead(select, in, nested, body, "reading" + joined++);
                }
            }
        }
        return joined > 0;
    }

    private static void joinInstead(
            PlainSelect select,
            InExpression in,
            ParenthesedSelect nested,
            PlainSelect body,
            String alias) {
        body.setDistinct(null);
        body.getSelectItems().getFirst().setAlias(new Alias("member"));
        var join = new Join();
        join.setFromItem(nested);
        nested.setAlias(new Alias(alias));
        join.addOnExpression(new EqualsTo(in.getLeftExpression(), new Column(alias + ".member")));
        List<Join> joins = new ArrayList<>();
        if (select.getJoins() != null) {
            joins.addAll(select.getJoins());
        }
        joins.add(join);
        select.setJoins(joins);
        select.setWhere(without(select.getWhere(), in));
    }

    private static @Nullable Expression without(
            @Nullable Expression condition, Expression removed) {
        Expression rest = null;
        for (var part : ParsedDraft.conjuncts(condition)) {
            if (!part.equals(removed)) {
                rest = rest == null ? part : new AndExpression(rest, part);
            }
        }
        return rest;
    }

    /** {@code x NOT IN (...)} as the values of all rows minus the values of those that are in. */
    private static Optional<String> subtractedValues(String sql) {
        var negative = ParsedDraft.parse(sql).orElseThrow().top();
        var positive = ParsedDraft.parse(sql).orElseThrow().top();
        if (negative == null
                || positive == null
                || negative.getGroupBy() != null
                || negative.getOrderByElements() != null
                || negative.getLimit() != null
                || negative.getSelectItems().stream()
                        .anyMatch(item -> ParsedDraft.isAggregate(item.getExpression()))) {
            return Optional.empty();
        }
        for (var condition : ParsedDraft.conjuncts(negative.getWhere())) {
            if (condition instanceof InExpression in
                    && in.isNot()
                    && in.getRightExpression() instanceof ParenthesedSelect) {
                negative.setWhere(without(negative.getWhere(), in));
                for (var same : ParsedDraft.conjuncts(positive.getWhere())) {
                    if (same instanceof InExpression other
                            && other.toString().equals(in.toString())) {
                        other.setNot(false);
                    }
                }
                return Optional.of(negative + " EXCEPT " + positive);
            }
        }
        return Optional.empty();
    }

    /** "More than any": more than the least of them, or more than the greatest. */
    private static boolean swapExtremes(ParsedDraft draft) {
        boolean changed = false;
        for (var comparison : draft.comparisons()) {
            if (isOrdering(comparison.operator())
                    && comparison.operator().getRightExpression()
                            instanceof ParenthesedSelect nested
                    && nested.getSelect() instanceof PlainSelect body
                    && body.getSelectItems().getFirst().getExpression()
                            instanceof net.sf.jsqlparser.expression.Function function) {
                switch (function.getName().toLowerCase(Locale.ROOT)) {
                    case "max" -> {
                        function.setName("MIN");
                        changed = true;
                    }
                    case "min" -> {
                        function.setName("MAX");
                        changed = true;
                    }
                    default -> {}
                }
            }
        }
        return changed;
    }

    /** {@code = (SELECT MAX(...))} may be met by several rows; asked for was perhaps one. */
    private static boolean limitToOne(ParsedDraft draft) {
        boolean changed = false;
        for (var comparison : draft.comparisons()) {
            var within = comparison.within();
            if (comparison.operator() instanceof EqualsTo equal
                    && within != null
                    && within.getLimit() == null
                    && equal.getRightExpression() instanceof ParenthesedSelect nested
                    && nested.getSelect() instanceof PlainSelect body
                    && ParsedDraft.isAggregate(body.getSelectItems().getFirst().getExpression())) {
                var one = new Limit();
                one.setRowCount(new LongValue(1));
                within.setLimit(one);
                changed = true;
            }
        }
        return changed;
    }

    /** A pattern with wildcards at its ends as an exact value. */
    private static boolean matchWholeValues(ParsedDraft draft) {
        boolean changed = false;
        for (var like : draft.likes()) {
            if (like.getRightExpression() instanceof StringValue pattern
                    && pattern.getValue().contains("%")) {
                pattern.setValue(pattern.getValue().replace("%", ""));
                changed = true;
            }
        }
        return changed;
    }

    /** An exact text as a part of a longer one. */
    private static boolean matchPartsOfValues(ParsedDraft draft) {
        boolean changed = false;
        for (var select : draft.selects()) {
            var rewritten = new ArrayList<Expression>();
            boolean here = false;
            for (var condition : ParsedDraft.conjuncts(select.getWhere())) {
                if (condition instanceof EqualsTo equal
                        && equal.getLeftExpression() instanceof Column column
                        && equal.getRightExpression() instanceof StringValue text
                        && text.getValue().length() > 2) {
                    var like = new LikeExpression();
                    like.setLeftExpression(column);
                    like.setRightExpression(new StringValue("%" + text.getValue() + "%"));
                    rewritten.add(like);
                    here = true;
                } else {
                    rewritten.add(condition);
                }
            }
            if (here) {
                select.setWhere(rewritten.stream().reduce(AndExpression::new).orElse(null));
                changed = true;
            }
        }
        return changed;
    }

    /** Rows without a partner kept. */
    private static boolean keepUnmatched(ParsedDraft draft) {
        boolean changed = false;
        for (var select : draft.selects()) {
            if (select.getJoins() == null) {
                continue;
            }
            for (var join : select.getJoins()) {
                if (!join.isSimple()
                        && !join.isLeft()
                        && !join.isRight()
                        && !join.isFull()
                        && !join.isCross()
                        && !join.isNatural()) {
                    join.setInner(false);
                    join.setLeft(true);
                    changed = true;
                }
            }
        }
        return changed;
    }

    /** {@code COUNT(x)} as the number of different ones, and the reverse. */
    private static boolean countOnce(ParsedDraft draft) {
        boolean changed = false;
        for (var function : draft.functions()) {
            if (function.getName().equalsIgnoreCase("count")
                    && function.getParameters() != null
                    && function.getParameters().size() == 1
                    && function.getParameters().getFirst() instanceof Column) {
                function.setDistinct(!function.isDistinct());
                changed = true;
            }
        }
        return changed;
    }

    /** "Over 5" with 5 or without. */
    private static boolean shiftBoundaries(ParsedDraft draft) {
        boolean changed = false;
        for (var select : draft.selects()) {
            changed |= shiftIn(ParsedDraft.conjuncts(select.getWhere()), select::setWhere);
            changed |= shiftIn(ParsedDraft.conjuncts(select.getHaving()), select::setHaving);
        }
        return changed;
    }

    private static boolean shiftIn(
            List<Expression> conditions, java.util.function.Consumer<Expression> replace) {
        boolean changed = false;
        List<Expression> rewritten = new ArrayList<>();
        for (var condition : conditions) {
            if (condition instanceof ComparisonOperator operator
                    && isOrdering(operator)
                    && !(operator.getRightExpression() instanceof ParenthesedSelect)) {
                rewritten.add(shifted(operator));
                changed = true;
            } else {
                rewritten.add(condition);
            }
        }
        if (changed) {
            replace.accept(rewritten.stream().reduce(AndExpression::new).orElseThrow());
        }
        return changed;
    }

    private static BinaryExpression shifted(ComparisonOperator operator) {
        var left = operator.getLeftExpression();
        var right = operator.getRightExpression();
        return switch (operator) {
            case GreaterThan over -> new GreaterThanEquals(left, right);
            case GreaterThanEquals atLeast -> new GreaterThan(left, right);
            case MinorThan under -> new MinorThanEquals(left, right);
            default -> new MinorThan(left, right);
        };
    }

    private static boolean isOrdering(ComparisonOperator operator) {
        return operator instanceof GreaterThan
                || operator instanceof GreaterThanEquals
                || operator instanceof MinorThan
                || operator instanceof MinorThanEquals;
    }

    /** For each {@code ORDER BY ... LIMIT n}: the sort keys of the last row and of the next one. */
    private static List<Reading> cuts(String sql) {
        List<Reading> cuts = new ArrayList<>();
        for (var select : ParsedDraft.parse(sql).orElseThrow().selects()) {
            var limit = select.getLimit();
            var keys = select.getOrderByElements();
            if (limit != null
                    && keys != null
                    && limit.getRowCount() instanceof LongValue count
                    && count.getBigIntegerValue().signum() > 0
                    && limit.getOffset() == null
                    && select.getOffset() == null) {
                List<SelectItem<?>> items = new ArrayList<>();
                for (var key : keys) {
                    items.add(new SelectItem<>(resolved(key.getExpression(), select)));
                }
                for (int i = 0; i < keys.size(); i++) {
                    keys.get(i).setExpression(new LongValue(i + 1L));
                }
                select.setSelectItems(items);
                limit.setRowCount(new LongValue(1));
                var kept = count.getBigIntegerValue(); // may be more than a long holds
                cuts.add(
                        new Reading(
                                Interpretation.TIED_CUT,
                                select + " OFFSET " + kept.subtract(BigInteger.ONE),
                                select + " OFFSET " + kept));
            }
        }
        return cuts;
    }

    /** A sort key that is an alias or a number of a selected item, as that item's expression. */
    private static Expression resolved(Expression key, PlainSelect select) {
        for (int i = 0; i < select.getSelectItems().size(); i++) {
            var item = select.getSelectItems().get(i);
            boolean named =
                    item.getAlias() != null
                            && item.getAlias().getName().equalsIgnoreCase(key.toString());
            if (named || key.toString().equals(String.valueOf(i + 1))) {
                return item.getExpression();
            }
        }
        return key;
    }
}
