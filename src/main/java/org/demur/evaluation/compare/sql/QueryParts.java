package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.DateValue;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.HexValue;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimeValue;
import net.sf.jsqlparser.expression.TimestampValue;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.UserVariable;
import net.sf.jsqlparser.expression.WhenClause;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.select.WithItem;
import org.jspecify.annotations.Nullable;

/**
 * Takes a statement apart into its sub-trees, each as a text in lower case, by clause. A sub-tree
 * whose own parts are parts too is listed beside them: {@code b = 1} gives {@code b}, {@code =},
 * {@code 1} and {@code (= b 1)}.
 *
 * @param values false makes all values one and leaves out ON
 */
record QueryParts(SqlDialect dialect, boolean values) {
    private static final String ANY_VALUE = "value";
    private static final Pattern QUOTED = Pattern.compile("\\[.*]|\".*\"|`.*`|'.*'");

    /** The parts by clause; a clause without parts is absent or empty. */
    Map<QueryClause, List<String>> of(Select statement) {
        Map<QueryClause, List<String>> parts = new EnumMap<>(QueryClause.class);
        collect(statement, parts);
        return parts;
    }

    private void collect(Select select, Map<QueryClause, List<String>> parts) {
        if (select.getWithItemsList() != null) {
            for (WithItem<?> with : select.getWithItemsList()) {
                if (with.getParenthesedStatement() instanceof ParenthesedSelect body) {
                    collect(body, parts);
                }
            }
        }
        switch (select) {
            case PlainSelect plain -> collectPlain(plain, parts);
            case SetOperationList list -> list.getSelects().forEach(arm -> collect(arm, parts));
            case ParenthesedSelect inner -> collect(inner.getSelect(), parts);
            case Values rows -> add(parts, QueryClause.SELECT, expression(rows.getExpressions()));
            default -> throw new UnreadableSql("not a SELECT");
        }
        if (select.getOrderByElements() != null) {
            add(parts, QueryClause.ORDER_BY, order(select.getOrderByElements()));
        }
        if (select.getLimit() != null && select.getLimit().getRowCount() != null) {
            add(parts, QueryClause.TOP, expression(select.getLimit().getRowCount()));
        }
        if (select.getFetch() != null && select.getFetch().getExpression() != null) {
            add(parts, QueryClause.TOP, expression(select.getFetch().getExpression()));
        }
    }

    private void collectPlain(PlainSelect select, Map<QueryClause, List<String>> parts) {
        List<Part> items = new ArrayList<>();
        for (SelectItem<?> item : select.getSelectItems()) {
            items.add(expression(item.getExpression()));
        }
        add(parts, QueryClause.SELECT, Part.list(items, true));
        if (select.getTop() != null && select.getTop().getExpression() != null) {
            add(parts, QueryClause.TOP, expression(select.getTop().getExpression()));
        }
        if (select.getFromItem() != null) {
            add(parts, QueryClause.FROM, from(select.getFromItem(), select.getJoins()));
        }
        if (select.getWhere() != null) {
            add(parts, QueryClause.WHERE, expression(select.getWhere()));
        }
        if (select.getGroupBy() != null) {
            add(
                    parts,
                    QueryClause.GROUP_BY,
                    groups(select.getGroupBy().getGroupByExpressionList()));
        }
        if (select.getHaving() != null) {
            add(parts, QueryClause.HAVING, expression(select.getHaving()));
        }
    }

    private static void add(
            Map<QueryClause, List<String>> parts, QueryClause clause, @Nullable Part part) {
        if (part != null) {
            parts.computeIfAbsent(clause, c -> new ArrayList<>()).addAll(part.elements());
        }
    }

    private @Nullable Part groups(@Nullable ExpressionList<?> keys) {
        if (keys == null || keys.isEmpty()) {
            return null;
        }
        return Part.list(keys.stream().map(this::expression).toList(), true);
    }

    private Part from(FromItem first, @Nullable List<Join> joins) {
        List<Part> sources = new ArrayList<>();
        sources.add(source(first));
        for (Join join : joins == null ? List.<Join>of() : joins) {
            List<Part> parts = new ArrayList<>();
            parts.add(source(join.getFromItem()));
            if (values) {
                join.getOnExpressions().forEach(on -> parts.add(expression(on)));
                join.getUsingColumns().forEach(column -> parts.add(expression(column)));
            }
            sources.add(Part.list(parts, false));
        }
        return Part.list(sources, true);
    }

    private Part source(FromItem item) {
        return switch (item) {
            case Table table -> Part.leaf(unquoted(table.getName()));
            case ParenthesedSelect select -> nested(select);
            case ParenthesedFromItem inner -> from(inner.getFromItem(), inner.getJoins());
            default -> Part.leaf(item.toString());
        };
    }

    private Part order(List<OrderByElement> keys) {
        return Part.list(
                keys.stream()
                        .map(key ->
                                Part.list(
                                        List.of(
                                                expression(key.getExpression()),
                                                Part.leaf(key.isAsc() ? "asc" : "desc")),
                                        false))
                        .toList(),
                false);
    }

    /** A statement within a clause: all its parts belong to that clause. */
    private Part nested(Select select) {
        Map<QueryClause, List<String>> clauses = of(select);
        List<String> elements = new ArrayList<>();
        clauses.values().forEach(elements::addAll);
        return new Part("(select " + clauses + ")", elements);
    }

    private Part expression(Expression expression) {
        return switch (expression) {
            case Column column when isText(column) ->
                    value("'" + unquoted(column.getColumnName()) + "'");
            case Column column -> Part.leaf(unquoted(column.getColumnName()));
            case AllColumns all -> Part.leaf("*");
            case LongValue value -> value(value.getStringValue());
            case DoubleValue value -> value(value.toString());
            case StringValue value -> value("'" + value.getValue() + "'");
            case DateValue value -> value(value.toString());
            case TimeValue value -> value(value.toString());
            case TimestampValue value -> value(value.toString());
            case DateTimeLiteralExpression value -> value(value.toString());
            case HexValue value -> value(value.toString());
            case BooleanValue value -> value(value.toString());
            case IntervalExpression value -> value(value.toString());
            case JdbcParameter value -> value(value.toString());
            case JdbcNamedParameter value -> value(value.toString());
            case UserVariable value -> value(value.toString());
            case SignedExpression signed -> signed(signed);
            case Select select -> nested(select);
            case ExpressionList<?> list when list.size() == 1 -> expression(list.getFirst());
            case ExpressionList<?> list ->
                    Part.list(list.stream().map(this::expression).toList(), false);
            case AndExpression and -> chain("and", and, AndExpression.class);
            case OrExpression or -> chain("or", or, OrExpression.class);
            case LikeExpression like ->
                    operation(
                            negated(like.isNot(), like.getLikeKeyWord().name()),
                            like.getLeftExpression(),
                            like.getRightExpression());
            case EqualsTo equal ->
                    Part.operation(
                            "=",
                            List.of(
                                    expression(equal.getLeftExpression()),
                                    expression(equal.getRightExpression())),
                            true);
            case BinaryExpression binary ->
                    operation(
                            binary.getStringExpression(),
                            binary.getLeftExpression(),
                            binary.getRightExpression());
            case InExpression in ->
                    operation(
                            negated(in.isNot(), "in"),
                            in.getLeftExpression(),
                            in.getRightExpression());
            case Between between ->
                    operation(
                            negated(between.isNot(), "between"),
                            between.getLeftExpression(),
                            between.getBetweenExpressionStart(),
                            between.getBetweenExpressionEnd());
            case IsNullExpression isNull ->
                    operation(negated(isNull.isNot(), "is null"), isNull.getLeftExpression());
            case ExistsExpression exists ->
                    operation(negated(exists.isNot(), "exists"), exists.getRightExpression());
            case NotExpression not -> operation("not", not.getExpression());
            case AnyComparisonExpression any -> operation(any.getAnyType().name(), any.getSelect());
            case CastExpression cast ->
                    operation("cast " + cast.getColDataType(), cast.getLeftExpression());
            case CollateExpression collate -> expression(collate.getLeftExpression());
            case ExtractExpression extract ->
                    operation("extract " + extract.getName(), extract.getExpression());
            case TrimFunction trim when trim.getExpression() != null ->
                    operation("trim", trim.getExpression());
            case CaseExpression cases -> cases(cases);
            case AnalyticExpression analytic -> analytic(analytic);
            case Function function -> function(function);
            default -> Part.leaf(expression.toString());
        };
    }

    private boolean isText(Column column) {
        return dialect != SqlDialect.T_SQL
                && column.getTable() == null
                && column.getColumnName().startsWith("\"");
    }

    private Part value(String text) {
        return Part.leaf(values ? text : ANY_VALUE);
    }

    private Part signed(SignedExpression signed) {
        boolean number =
                signed.getExpression() instanceof LongValue
                        || signed.getExpression() instanceof DoubleValue;
        return number
                ? value(signed.toString())
                : operation(String.valueOf(signed.getSign()), signed.getExpression());
    }

    private static String negated(boolean not, String operator) {
        return not ? "not " + operator : operator;
    }

    private Part operation(String operator, Expression... operands) {
        List<Part> parts = new ArrayList<>();
        for (Expression operand : operands) {
            parts.add(expression(operand));
        }
        return Part.operation(operator, parts, false);
    }

    /** AND and OR of any number of conditions are one sub-tree, whatever their order. */
    private Part chain(
            String operator, BinaryExpression root, Class<? extends BinaryExpression> kind) {
        List<Part> operands = new ArrayList<>();
        List<Expression> open = new ArrayList<>(List.of(root));
        while (!open.isEmpty()) {
            Expression next = open.removeLast();
            if (kind.isInstance(next)) {
                open.add(((BinaryExpression) next).getRightExpression());
                open.add(((BinaryExpression) next).getLeftExpression());
            } else {
                operands.add(expression(next));
            }
        }
        return Part.operation(operator, operands, true);
    }

    private Part cases(CaseExpression cases) {
        List<Part> parts = new ArrayList<>();
        if (cases.getSwitchExpression() != null) {
            parts.add(expression(cases.getSwitchExpression()));
        }
        for (WhenClause when : cases.getWhenClauses()) {
            parts.add(operation("when", when.getWhenExpression(), when.getThenExpression()));
        }
        if (cases.getElseExpression() != null) {
            parts.add(expression(cases.getElseExpression()));
        }
        return Part.operation("case", parts, false);
    }

    private Part analytic(AnalyticExpression analytic) {
        List<Part> parts = new ArrayList<>();
        if (analytic.getExpression() != null) {
            parts.add(expression(analytic.getExpression()));
        }
        ExpressionList<?> partition = analytic.getPartitionExpressionList();
        if (partition != null && !partition.isEmpty()) {
            parts.add(expression(partition));
        }
        if (analytic.getOrderByElements() != null) {
            parts.add(order(analytic.getOrderByElements()));
        }
        return Part.operation(analytic.getName() + " over", parts, false);
    }

    private Part function(Function function) {
        ExpressionList<?> arguments = function.getParameters();
        List<Part> parts =
                arguments == null ? List.of() : arguments.stream().map(this::expression).toList();
        return Part.operation(function.getName(), parts, false);
    }

    private static String unquoted(String name) {
        return QUOTED.matcher(name).matches() ? name.substring(1, name.length() - 1) : name;
    }

    /**
     * A sub-tree.
     *
     * @param text the whole of it
     * @param elements its own sub-trees' elements and the whole
     */
    private record Part(String text, List<String> elements) {
        static Part leaf(String text) {
            String lower = text.toLowerCase(Locale.ROOT);
            return new Part(lower, List.of(lower));
        }

        /** Of several parts the list is a sub-tree too; one part stands for itself. */
        static Part list(List<Part> parts, boolean anyOrder) {
            return parts.size() == 1 ? parts.getFirst() : whole("", parts, anyOrder);
        }

        static Part operation(String operator, List<Part> operands, boolean anyOrder) {
            String lower = operator.toLowerCase(Locale.ROOT);
            Part whole = whole(lower, operands, anyOrder);
            List<String> elements = new ArrayList<>(whole.elements());
            elements.add(lower);
            return new Part(whole.text(), elements);
        }

        private static Part whole(String operator, Collection<Part> parts, boolean anyOrder) {
            List<String> texts = new ArrayList<>();
            List<String> elements = new ArrayList<>();
            for (Part part : parts) {
                texts.add(part.text());
                elements.addAll(part.elements());
            }
            if (anyOrder) {
                texts.sort(null);
            }
            String text = "(" + operator + " " + String.join(", ", texts) + ")";
            elements.add(text);
            return new Part(text, elements);
        }
    }
}
