package org.demur.detection;

import static org.demur.detection.FindingCode.MISUSED_AGGREGATE;
import static org.demur.detection.FindingCode.UNKNOWN_FUNCTION;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.AnalyticType;
import net.sf.jsqlparser.expression.ArrayConstructor;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.WindowDefinition;
import net.sf.jsqlparser.expression.WindowElement;
import net.sf.jsqlparser.expression.WindowOffset;
import net.sf.jsqlparser.expression.operators.arithmetic.Concat;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;
import org.demur.detection.ComparisonCheck.Operator;
import org.demur.detection.Meaning.Computed;
import org.demur.detection.Meaning.OfList;
import org.demur.detection.Meaning.OfNumber;
import org.demur.detection.Meaning.OfRows;
import org.demur.detection.Meaning.OfText;
import org.demur.sql.SqlFunctions;
import org.demur.sql.SqlFunctions.SqlFunction;
import org.demur.sql.ValueKind;
import org.jspecify.annotations.Nullable;

/** Binds expressions: says what each stands for, and reports what is odd about it. */
final class ExpressionBinder {
    private final NameBinder names;
    private final ComparisonCheck comparisons;
    private final FindingLog log;
    private final SubQueryBinder subQueries;

    /** Binds a sub-query of an expression. */
    @FunctionalInterface
    interface SubQueryBinder {
        Relation bind(Select select, Scope around);
    }

    ExpressionBinder(
            NameBinder names,
            ComparisonCheck comparisons,
            FindingLog log,
            SubQueryBinder subQueries) {
        this.names = names;
        this.comparisons = comparisons;
        this.log = log;
        this.subQueries = subQueries;
    }

    NameBinder names() {
        return names;
    }

    /** Looks at {@code left = right}, both bound already. */
    void compare(Meaning left, Meaning right) {
        comparisons.compare(left, right, Operator.EQUAL);
    }

    Meaning meaning(Expression expression, Scope scope) {
        return switch (expression) {
            case Column column -> names.column(column, scope);
            case StringValue text -> new OfText(text.getValue().replace("''", "'"));
            case LongValue number -> new OfNumber(number.getStringValue());
            case DoubleValue number -> new OfNumber(number.toString());
            case SignedExpression signed -> signed(signed, scope);
            case BooleanValue _ -> Computed.NUMBER;
            case TimeKeyExpression _ -> new Computed(ValueKind.TIME);
            case ParenthesedExpressionList<?> list when list.size() == 1 ->
                    meaning(list.getFirst(), scope);
            case ExpressionList<?> list -> list(list, scope);
            case ArrayConstructor list -> list(list.getExpressions(), scope);
            case Select select -> new OfRows(subQueries.bind(select, scope));
            case AllTableColumns star -> {
                names.sources(star, scope);
                yield Computed.UNKNOWN;
            }
            case AllColumns _ -> Computed.UNKNOWN;
            case LikeExpression like -> like(like, scope);
            case ComparisonOperator comparison -> comparison(comparison, scope);
            case InExpression in -> in(in, scope);
            case Between between -> between(between, scope);
            case Function function -> function(function, scope);
            case AnalyticExpression function -> analytic(function, scope);
            case CaseExpression choice -> choice(choice, scope);
            case CastExpression cast -> cast(cast, scope);
            case CollateExpression collate -> meaning(collate.getLeftExpression(), scope);
            case TrimFunction trim -> {
                meaning(trim.getExpression(), scope);
                if (trim.getFromExpression() != null) {
                    meaning(trim.getFromExpression(), scope);
                }
                yield Computed.TEXT;
            }
            case NotExpression not -> meaning(not.getExpression(), scope);
            case ExistsExpression exists -> truth(exists.getRightExpression(), scope);
            case IsNullExpression isNull -> truth(isNull.getLeftExpression(), scope);
            case IsBooleanExpression isTrue -> truth(isTrue.getLeftExpression(), scope);
            case Concat concat -> operands(concat, Computed.TEXT, scope);
            case BinaryExpression arithmetic -> operands(arithmetic, Computed.NUMBER, scope);
            default -> others(expression, scope);
        };
    }

    private Meaning signed(SignedExpression signed, Scope scope) {
        return meaning(signed.getExpression(), scope) instanceof OfNumber(var digits)
                ? new OfNumber(signed.getSign() + digits)
                : Computed.NUMBER;
    }

    private Meaning list(@Nullable List<? extends Expression> list, Scope scope) {
        return list == null
                ? Computed.UNKNOWN
                : new OfList(list.stream().map(e -> meaning(e, scope)).toList());
    }

    private Meaning truth(Expression about, Scope scope) {
        meaning(about, scope);
        return Computed.NUMBER;
    }

    private Meaning operands(BinaryExpression operator, Meaning result, Scope scope) {
        meaning(operator.getLeftExpression(), scope);
        meaning(operator.getRightExpression(), scope);
        return result;
    }

    private Meaning like(LikeExpression like, Scope scope) {
        var left = meaning(like.getLeftExpression(), scope);
        var right = meaning(like.getRightExpression(), scope);
        if (like.getEscape() != null) {
            meaning(like.getEscape(), scope);
        }
        boolean anyCase = like.getLikeKeyWord() == LikeExpression.KeyWord.ILIKE;
        comparisons.compare(left, right, anyCase ? Operator.ILIKE : Operator.LIKE);
        return Computed.NUMBER;
    }

    private Meaning comparison(ComparisonOperator comparison, Scope scope) {
        var left = meaning(comparison.getLeftExpression(), scope);
        var right = meaning(comparison.getRightExpression(), scope);
        boolean equality = comparison instanceof EqualsTo || comparison instanceof NotEqualsTo;
        comparisons.compare(left, right, equality ? Operator.EQUAL : Operator.ORDER);
        return Computed.NUMBER;
    }

    private Meaning in(InExpression in, Scope scope) {
        var left = meaning(in.getLeftExpression(), scope);
        var right = meaning(in.getRightExpression(), scope);
        comparisons.compare(left, right, Operator.EQUAL);
        return Computed.NUMBER;
    }

    private Meaning between(Between between, Scope scope) {
        var left = meaning(between.getLeftExpression(), scope);
        for (var bound :
                List.of(between.getBetweenExpressionStart(), between.getBetweenExpressionEnd())) {
            comparisons.compare(left, meaning(bound, scope), Operator.ORDER);
        }
        return Computed.NUMBER;
    }

    // functions

    private Meaning function(Function call, Scope scope) {
        List<Expression> arguments =
                call.getParameters() == null ? List.of() : List.copyOf(call.getParameters());
        var function = known(call.getName());
        boolean aggregate = function != null && function.isAggregate(arguments.size());
        return called(
                call.getName(),
                function,
                aggregate,
                arguments,
                terms(call.getOrderByElements()),
                scope);
    }

    private Meaning analytic(AnalyticExpression call, Scope scope) {
        var arguments =
                Stream.of(call.getExpression(), call.getOffset(), call.getDefaultValue())
                        .filter(Objects::nonNull)
                        .toList();
        var function = known(call.getName());
        boolean filtered = call.getType() == AnalyticType.FILTER_ONLY;
        boolean aggregate = filtered && function != null && function.isAggregate(1);
        if (call.getFilterExpression() != null) {
            scope.enterFilter();
            meaning(call.getFilterExpression(), scope);
            scope.leaveFilter();
        }
        var order = new ArrayList<>(terms(call.getFuncOrderBy()));
        if (call.getPartitionExpressionList() != null) {
            order.addAll(call.getPartitionExpressionList());
        }
        order.addAll(terms(call.getOrderByElements()));
        order.addAll(bounds(call.getWindowElement()));
        return called(call.getName(), function, aggregate, arguments, order, scope);
    }

    /** Binds what a window of a WINDOW clause names. */
    void window(WindowDefinition window, Scope scope) {
        ExpressionList<?> partition = window.getPartitionExpressionList();
        if (partition != null) {
            partition.forEach(e -> meaning(e, scope));
        }
        terms(window.getOrderByElements()).forEach(e -> meaning(e, scope));
        bounds(window.getWindowElement()).forEach(e -> meaning(e, scope));
    }

    private static List<Expression> terms(@Nullable List<OrderByElement> order) {
        return order == null
                ? List.of()
                : order.stream().map(OrderByElement::getExpression).toList();
    }

    private static List<Expression> bounds(@Nullable WindowElement frame) {
        if (frame == null) {
            return List.of();
        }
        var range = frame.getRange();
        return (range == null
                        ? Stream.of(frame.getOffset())
                        : Stream.of(range.getStart(), range.getEnd()))
                .filter(Objects::nonNull)
                .map(WindowOffset::getExpression)
                .filter(Objects::nonNull)
                .toList();
    }

    private Meaning called(
            String name,
            @Nullable SqlFunction function,
            boolean aggregate,
            List<Expression> arguments,
            List<Expression> order,
            Scope scope) {
        if (!aggregate) {
            var meanings = arguments.stream().map(a -> meaning(a, scope)).toList();
            order.forEach(e -> meaning(e, scope));
            return function == null ? Computed.UNKNOWN : result(function, meanings);
        }
        if (!scope.aggregatesAllowed() || scope.isInsideAggregate()) {
            log.report(
                    MISUSED_AGGREGATE,
                    name,
                    "%s is computed over many rows and cannot stand here.".formatted(name));
        }
        scope.enterAggregate(name.toLowerCase(Locale.ROOT));
        try {
            var meanings = arguments.stream().map(a -> meaning(a, scope)).toList();
            order.forEach(e -> meaning(e, scope));
            return function == null ? Computed.UNKNOWN : result(function, meanings);
        } finally {
            scope.leaveAggregate();
        }
    }

    private @Nullable SqlFunction known(String name) {
        var function = SqlFunctions.of(names.dialect()).named(name);
        if (function.isEmpty()) {
            log.report(UNKNOWN_FUNCTION, name, "There is no function %s.".formatted(name));
        }
        return function.orElse(null);
    }

    /** Functions that pass on one of their arguments have its kind. */
    private Meaning result(SqlFunction function, List<Meaning> arguments) {
        TimeTexts.check(function.name(), arguments, log);
        if (function.kind() != ValueKind.ANYTHING || arguments.isEmpty()) {
            return new Computed(function.kind());
        }
        var kind = arguments.getFirst().kind();
        boolean alike = arguments.stream().allMatch(a -> a.kind() == kind);
        return alike ? new Computed(kind) : Computed.UNKNOWN;
    }

    private Meaning choice(CaseExpression choice, Scope scope) {
        if (choice.getSwitchExpression() != null) {
            meaning(choice.getSwitchExpression(), scope);
        }
        for (var when : choice.getWhenClauses()) {
            meaning(when.getWhenExpression(), scope);
            meaning(when.getThenExpression(), scope);
        }
        if (choice.getElseExpression() != null) {
            meaning(choice.getElseExpression(), scope);
        }
        return Computed.UNKNOWN;
    }

    private Meaning cast(CastExpression cast, Scope scope) {
        meaning(cast.getLeftExpression(), scope);
        var type = String.valueOf(cast.getColDataType()).toUpperCase(Locale.ROOT);
        // SQLite's rules of affinity:
        // https://sqlite.org/datatype3.html#determination_of_column_affinity
        if (type.contains("INT") || type.contains("REAL") || type.contains("DOUB")) {
            return Computed.NUMBER;
        }
        return type.contains("CHAR") || type.contains("TEXT") ? Computed.TEXT : Computed.UNKNOWN;
    }

    /** Binds what is inside of an expression that compares nothing. */
    private Meaning others(Expression expression, Scope scope) {
        expression.accept(
                new ExpressionVisitorAdapter<Meaning>() {
                    @Override
                    public <S> Meaning visit(Column column, S context) {
                        return meaning(column, scope);
                    }

                    @Override
                    public <S> Meaning visit(Function function, S context) {
                        return meaning(function, scope);
                    }

                    @Override
                    public <S> Meaning visit(ParenthesedSelect select, S context) {
                        return meaning(select, scope);
                    }

                    @Override
                    public <S> Meaning visit(Select select, S context) {
                        return meaning(select, scope);
                    }
                },
                null);
        return Computed.UNKNOWN;
    }
}
