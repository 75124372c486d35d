package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.DateUnitExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.HexValue;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TranscodingFunction;
import net.sf.jsqlparser.expression.UserVariable;
import net.sf.jsqlparser.expression.WhenClause;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.parser.ASTNodeAccess;
import net.sf.jsqlparser.parser.Node;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.WithItem;
import org.jspecify.annotations.Nullable;

/**
 * The elements that SEDE's script takes from a statement, clause by clause. It reads the parser's
 * tree as the parser of 2021 wrote it out, and passes over what it does not know: brackets round a
 * condition with all that is in them, NOT before one, the statement after IN, the arguments of a
 * function that is compared, the bounds of BETWEEN, ELSE. Names are taken as they are written,
 * texts as names in double quotes, 0 as nothing.
 *
 * @param values false makes all values, and columns on the right of a comparison, one and leaves
 *     out ON
 * @see <a href="https://github.com/hirupert/sede">SEDE's script, {@code jsql_reader.py}</a>
 */
record SedeScriptParts(boolean values) {
    /** A word, or several that the script keeps together beside the words themselves. */
    sealed interface Element {}

    /** A name, value or keyword. */
    record Word(String text) implements Element {}

    record Wrapper(List<Element> elements) implements Element {
        Wrapper {
            elements = List.copyOf(elements);
        }
    }

    private static final String ANY_VALUE = "terminal";
    private static final Pattern BRACKETED = Pattern.compile("\\[([^\\]]+)]");

    /** The elements by clause; a clause without any is absent. */
    Map<QueryClause, List<Element>> of(Select statement) {
        Map<QueryClause, List<Element>> parts = new EnumMap<>(QueryClause.class);
        for (PlainSelect body : bodies(statement)) {
            body(body)
                    .forEach((clause, elements) -> {
                        if (!elements.isEmpty()) {
                            parts.computeIfAbsent(clause, c -> new ArrayList<>()).addAll(elements);
                        }
                    });
        }
        return parts;
    }

    /** The arms of the statement, then those of its views; what orders all arms is not read. */
    private static List<PlainSelect> bodies(Select statement) {
        var bodies = new ArrayList<>(arms(statement));
        if (statement.getWithItemsList() != null) {
            for (WithItem<?> with : statement.getWithItemsList()) {
                if (with.getParenthesedStatement() instanceof ParenthesedSelect body) {
                    bodies.addAll(arms(body));
                }
            }
        }
        return bodies;
    }

    private static List<PlainSelect> arms(Select statement) {
        return switch (statement) {
            case PlainSelect plain -> List.of(plain);
            case ParenthesedSelect inner -> arms(inner.getSelect());
            case SetOperationList list ->
                    list.getSelects().stream().flatMap(arm -> arms(arm).stream()).toList();
            default -> List.of();
        };
    }

    private Map<QueryClause, List<Element>> body(PlainSelect body) {
        // in the order in which the script reads them
        var clauses = new EnumMap<QueryClause, List<Element>>(QueryClause.class);
        clauses.put(QueryClause.SELECT, selected(body.getSelectItems()));
        clauses.put(QueryClause.TOP, top(body));
        clauses.put(QueryClause.FROM, from(body));
        clauses.put(QueryClause.WHERE, sides(body.getWhere()));
        clauses.put(QueryClause.ORDER_BY, order(body.getOrderByElements()));
        clauses.put(QueryClause.GROUP_BY, groups(body));
        clauses.put(QueryClause.HAVING, sides(body.getHaving()));
        return clauses;
    }

    private List<Element> selected(List<SelectItem<?>> items) {
        var elements = new ArrayList<Element>();
        for (SelectItem<?> item : items) {
            if (item.getExpression().getClass() == AllColumns.class) {
                elements.add(new Word("*"));
            } else {
                elements.addAll(expression(item.getExpression()));
            }
        }
        return wrapped(elements);
    }

    /** With all of them once more, kept together. */
    private static List<Element> wrapped(List<Element> elements) {
        if (elements.size() > 1) {
            elements.add(new Wrapper(elements));
        }
        return elements;
    }

    private static List<Element> top(PlainSelect body) {
        var elements = new ArrayList<Element>();
        if (body.getTop() != null) {
            switch (body.getTop().getExpression()) {
                case LongValue number -> elements.add(new Word(number.getStringValue()));
                case JdbcNamedParameter parameter -> elements.add(new Word(parameter.getName()));
                case UserVariable variable -> elements.add(new Word(variable.getName()));
                case null, default -> {}
            }
        }
        if (body.getLimit() != null && body.getLimit().getRowCount() instanceof LongValue number) {
            elements.add(new Word(number.getStringValue()));
        }
        return elements;
    }

    private List<Element> from(PlainSelect body) {
        var elements = new ArrayList<Element>();
        FromItem first = body.getFromItem();
        if (first instanceof Table table) {
            elements.add(name(table.getFullyQualifiedName()));
        } else if (first instanceof ParenthesedSelect inner) {
            elements.addAll(nested(inner));
        }
        if (body.getJoins() != null) {
            for (Join join : body.getJoins()) {
                elements.addAll(joined(join));
            }
        }
        return wrapped(elements);
    }

    private List<Element> joined(Join join) {
        var elements = new ArrayList<Element>();
        if (join.getFromItem() instanceof Table table) {
            elements.add(name(table.getName()));
        } else if (join.getFromItem() instanceof ParenthesedSelect inner) {
            elements.addAll(nested(inner));
        }
        if (values) {
            join.getOnExpressions().forEach(on -> elements.addAll(sides(on)));
        }
        return wrapped(elements);
    }

    private List<Element> groups(PlainSelect body) {
        var elements = new ArrayList<Element>();
        if (body.getGroupBy() == null || body.getGroupBy().getGroupByExpressionList() == null) {
            return elements;
        }
        ExpressionList<?> keys = body.getGroupBy().getGroupByExpressionList();
        if (keys instanceof ParenthesedExpressionList<?>) {
            return elements;
        }
        for (Expression key : keys) {
            if (key instanceof LongValue number) {
                elements.add(
                        values
                                ? new Word(number.getStringValue())
                                : new Wrapper(List.of(new Word(ANY_VALUE))));
            }
            elements.addAll(expression(key));
        }
        return wrapped(elements);
    }

    private List<Element> order(@Nullable List<OrderByElement> keys) {
        var elements = new ArrayList<Element>();
        if (keys == null) {
            return elements;
        }
        for (OrderByElement key : keys) {
            var parts = new ArrayList<>(expression(key.getExpression()));
            parts.add(new Word(key.isAsc() ? "asc" : "desc"));
            elements.addAll(parts);
            if (parts.size() > 1) {
                elements.add(new Wrapper(parts));
            }
        }
        return wrapped(elements);
    }

    /** What stands in a list: an item, a key, an argument, a branch of CASE. */
    private List<Element> expression(Expression expression) {
        return switch (expression) {
            case Column column -> List.of(name(column.getColumnName()));
            case StringValue text -> List.of(name(text));
            case DateUnitExpression unit -> List.of(firstWord(unit));
            case TranscodingFunction conversion -> conversion(conversion);
            case Select select -> nested(select);
            case Function function -> function(function);
            case CaseExpression cases when cases.isUsingBrackets() -> List.of();
            case CaseExpression cases -> branches(cases);
            case AnalyticExpression over -> window(over);
            default -> {
                List<Element> elements = named(expression);
                elements.addAll(sides(expression));
                yield elements;
            }
        };
    }

    private List<Element> function(Function function) {
        var elements = new ArrayList<Element>();
        Word name = new Word(function.getName());
        if (isOfAllColumns(function)) {
            Word all = new Word("*");
            elements.addAll(List.of(name, all, new Wrapper(List.of(name, all))));
            return elements;
        }
        boolean isBracketed = function.getParameters() instanceof ParenthesedExpressionList<?>;
        if (function.getParameters() != null && !isBracketed) {
            function.getParameters().forEach(argument -> elements.addAll(expression(argument)));
        }
        if (elements.isEmpty()) {
            elements.add(name);
            return elements;
        }
        Element arguments = elements.size() == 1 ? elements.getFirst() : new Wrapper(elements);
        elements.add(name);
        elements.add(new Wrapper(List.of(name, arguments)));
        return elements;
    }

    /** A function like others to the script, whose first argument is a type. */
    private List<Element> conversion(TranscodingFunction conversion) {
        var elements = new ArrayList<Element>();
        Word name = firstWord(conversion);
        if (conversion.getColDataType() != null) {
            String type = conversion.getColDataType().getDataType();
            elements.add(new Word(type.substring(0, (type + " ").indexOf(' '))));
        }
        elements.addAll(expression(conversion.getExpression()));
        Element arguments = elements.size() == 1 ? elements.getFirst() : new Wrapper(elements);
        elements.add(name);
        elements.add(new Wrapper(List.of(name, arguments)));
        return elements;
    }

    private static boolean isOfAllColumns(Function function) {
        ExpressionList<?> arguments = function.getParameters();
        return arguments != null
                && arguments.size() == 1
                && arguments.getFirst() instanceof AllColumns all
                && !(all instanceof AllTableColumns);
    }

    private List<Element> branches(CaseExpression cases) {
        var elements = new ArrayList<Element>();
        for (WhenClause when : cases.getWhenClauses()) {
            elements.add(new Word("case"));
            elements.addAll(expression(when.getWhenExpression()));
            elements.addAll(expression(when.getThenExpression()));
        }
        return elements;
    }

    private List<Element> window(AnalyticExpression over) {
        var elements = new ArrayList<Element>();
        Word name = new Word(over.getName());
        elements.add(name);
        if (over.isAllColumns()) {
            Word all = new Word("*");
            elements.addAll(List.of(all, new Wrapper(List.of(name, all))));
        }
        elements.add(new Word("OVER"));
        elements.addAll(order(over.getOrderByElements()));
        return elements;
    }

    /** The two sides of a comparison or the like, its operator, and the three kept together. */
    private List<Element> sides(@Nullable Expression expression) {
        var elements = new ArrayList<Element>();
        switch (expression) {
            case BinaryExpression binary -> {
                String operator =
                        binary instanceof LikeExpression like
                                ? like.getLikeKeyWord().name().replace('_', ' ')
                                : binary.getStringExpression();
                List<Element> left = side(binary.getLeftExpression(), true);
                List<Element> right = side(binary.getRightExpression(), false);
                elements.addAll(left);
                elements.addAll(right);
                Word sign = new Word(operator);
                elements.add(sign);
                if (!left.isEmpty() && !right.isEmpty()) {
                    elements.add(new Wrapper(List.of(new Wrapper(left), new Wrapper(right), sign)));
                }
            }
            case InExpression in -> {
                elements.addAll(side(in.getLeftExpression(), true));
                elements.add(new Word("IN"));
                if (in.getRightExpression() instanceof ExpressionList<?> list) {
                    list.forEach(value -> elements.addAll(side(value, false)));
                }
            }
            case IsNullExpression test -> elements.addAll(side(test.getLeftExpression(), true));
            case Between between -> elements.addAll(side(between.getLeftExpression(), true));
            case CastExpression cast -> elements.addAll(side(cast.getLeftExpression(), true));
            case CollateExpression text -> elements.addAll(side(text.getLeftExpression(), true));
            case ExistsExpression exists -> {
                elements.addAll(side(exists.getRightExpression(), false));
                elements.add(new Word(exists.isNot() ? "NOT EXISTS" : "EXISTS"));
            }
            case null, default -> {}
        }
        return elements;
    }

    private List<Element> side(Expression expression, boolean isLeft) {
        var elements = new ArrayList<>(sides(expression));
        switch (expression) {
            case Select select -> elements.addAll(nested(select));
            case Column column ->
                    elements.add(
                            values || isLeft ? name(column.getColumnName()) : new Word(ANY_VALUE));
            case StringValue text ->
                    elements.add(values || isLeft ? name(text) : new Word(ANY_VALUE));
            case DateUnitExpression unit ->
                    elements.add(values || isLeft ? firstWord(unit) : new Word(ANY_VALUE));
            case TranscodingFunction conversion -> elements.add(firstWord(conversion));
            case LongValue number when number.getBigIntegerValue().signum() != 0 ->
                    elements.add(value(number.getBigIntegerValue().toString()));
            case DoubleValue number when number.getValue() != 0 ->
                    elements.add(value(Double.toString(number.getValue())));
            case HexValue number -> elements.add(value(number.getValue()));
            case Function function -> {
                if (isOfAllColumns(function)) {
                    elements.add(new Word("*"));
                }
                elements.add(new Word(function.getName()));
            }
            case AnalyticExpression over -> {
                if (over.isAllColumns()) {
                    elements.add(new Word("*"));
                }
                elements.add(new Word(over.getName()));
            }
            default -> elements.addAll(named(expression));
        }
        if (isNegated(expression)) {
            elements.add(new Word("not"));
        }
        return elements;
    }

    /** The script hands names in square brackets to its parser in lower case and double quotes. */
    private static Word name(String written) {
        return new Word(
                BRACKETED
                        .matcher(written)
                        .replaceAll(name ->
                                Matcher.quoteReplacement(
                                        "\"%s\""
                                                .formatted(
                                                        name.group(1)
                                                                .toLowerCase(Locale.ROOT)
                                                                .replace(' ', '_')))));
    }

    /** Texts are names there too. */
    private static Word name(StringValue text) {
        return new Word('"' + text.getValue() + '"');
    }

    /**
     * A keyword as it is written, which the parser keeps beside its tree: the year of {@code
     * DATEPART(year, x)} is a column to the script, CONVERT a function.
     */
    private static Word firstWord(ASTNodeAccess expression) {
        Node node = expression.getASTNode();
        return new Word(node == null ? expression.toString() : node.jjtGetFirstToken().image);
    }

    private Word value(String text) {
        return new Word(values ? text : ANY_VALUE);
    }

    /** Parameters and variables, which the script takes for functions. */
    private static List<Element> named(Expression expression) {
        var elements = new ArrayList<Element>();
        switch (expression) {
            case JdbcNamedParameter parameter -> elements.add(new Word(parameter.getName()));
            case UserVariable variable -> elements.add(new Word(variable.getName()));
            default -> {}
        }
        return elements;
    }

    private static boolean isNegated(Expression expression) {
        return switch (expression) {
            case LikeExpression like -> like.isNot();
            case InExpression in -> in.isNot();
            case IsNullExpression test -> test.isNot();
            case Between between -> between.isNot();
            case ExistsExpression exists -> exists.isNot();
            default -> false;
        };
    }

    /** All elements of a statement within a clause. */
    private List<Element> nested(Select select) {
        var elements = new ArrayList<Element>();
        for (PlainSelect body : bodies(select)) {
            Map<QueryClause, List<Element>> clauses = body(body);
            for (QueryClause clause : READING_ORDER) {
                elements.addAll(clauses.getOrDefault(clause, List.of()));
            }
        }
        return elements;
    }

    private static final List<QueryClause> READING_ORDER =
            List.of(
                    QueryClause.SELECT,
                    QueryClause.TOP,
                    QueryClause.FROM,
                    QueryClause.WHERE,
                    QueryClause.ORDER_BY,
                    QueryClause.GROUP_BY,
                    QueryClause.HAVING);
}
