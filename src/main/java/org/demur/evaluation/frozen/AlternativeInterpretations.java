package org.demur.evaluation.frozen;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    static final String UNFOLDED_CASE = "unfolded_case";
    static final String SUBTRACTED_VALUES = "subtracted_values";
    static final String OTHER_EXTREME = "other_extreme";
    static final String ONE_EXTREME = "one_extreme";
    static final String WHOLE_VALUE = "whole_value";
    static final String PART_OF_VALUE = "part_of_value";
    static final String OUTER_JOIN = "outer_join";
    static final String COUNTED_ONCE = "counted_once";
    static final String SHIFTED_BOUNDARY = "shifted_boundary";

    private AlternativeInterpretations() {}

    /**
     * Readings that apply to a draft, by name, in a fixed order.
     *
     * @param sql a draft that {@link ParsedDraft#parse} understands
     */
    static Map<String, String> of(String sql) {
        Map<String, String> readings = new LinkedHashMap<>();
        rewrite(sql, UNFOLDED_CASE, AlternativeInterpretations::foldCase, readings);
        rewrite(sql, OTHER_EXTREME, AlternativeInterpretations::swapExtremes, readings);
        rewrite(sql, ONE_EXTREME, AlternativeInterpretations::limitToOne, readings);
        rewrite(sql, WHOLE_VALUE, AlternativeInterpretations::matchWholeValues, readings);
        rewrite(sql, PART_OF_VALUE, AlternativeInterpretations::matchPartsOfValues, readings);
        rewrite(sql, OUTER_JOIN, AlternativeInterpretations::keepUnmatched, readings);
        rewrite(sql, COUNTED_ONCE, AlternativeInterpretations::countOnce, readings);
        rewrite(sql, SHIFTED_BOUNDARY, AlternativeInterpretations::shiftBoundaries, readings);
        subtractedValues(sql).ifPresent(reading -> readings.put(SUBTRACTED_VALUES, reading));
        return readings;
    }

    private static void rewrite(
            String sql, String name, Predicate<ParsedDraft> edit, Map<String, String> readings) {
        var draft = ParsedDraft.parse(sql).orElseThrow();
        if (edit.test(draft)) {
            readings.put(name, draft.sql());
        }
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

    /** The draft with every {@code x IN (SELECT y ...)} as a join; empty when there is none. */
    static Optional<String> joinedMembership(String sql) {
        return ParsedDraft.parse(sql)
                .filter(AlternativeInterpretations::joinMemberships)
                .map(ParsedDraft::sql);
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

    static boolean isOrdering(ComparisonOperator operator) {
        return operator instanceof GreaterThan
                || operator instanceof GreaterThanEquals
                || operator instanceof MinorThan
                || operator instanceof MinorThanEquals;
    }

    /**
     * For each {@code ORDER BY ... LIMIT n}: a statement that lists the sort keys of the first n +
     * 1 rows. Where the last two are equal, the limit cuts between rows that the question does not
     * tell apart.
     */
    static List<Cut> cuts(String sql) {
        List<Cut> cuts = new ArrayList<>();
        for (var select : ParsedDraft.parse(sql).orElseThrow().selects()) {
            var limit = select.getLimit();
            var keys = select.getOrderByElements();
            if (limit != null
                    && keys != null
                    && limit.getRowCount() instanceof LongValue count
                    && limit.getOffset() == null
                    && select.getOffset() == null) {
                limit.setRowCount(
                        new LongValue(count.getBigIntegerValue().add(BigInteger.ONE).toString()));
                List<SelectItem<?>> items = new ArrayList<>();
                for (var key : keys) {
                    items.add(new SelectItem<>(resolved(key.getExpression(), select)));
                }
                for (int i = 0; i < keys.size(); i++) {
                    keys.get(i).setExpression(new LongValue(i + 1L));
                }
                select.setSelectItems(items);
                cuts.add(new Cut(select.toString(), Math.toIntExact(count.getValue())));
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

    /**
     * A limit.
     *
     * @param sql lists the sort keys up to one row past the limit
     * @param limit rows that the draft keeps
     */
    record Cut(String sql, int limit) {}
}
