package org.demur.detection;

import static org.demur.detection.FindingCode.MISUSED_AGGREGATE;
import static org.demur.detection.FindingCode.UNKNOWN_FUNCTION;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
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
import org.demur.detection.Meaning.OfText;
import org.demur.sql.SqlFunctions;
import org.demur.sql.SqlFunctions.SqlFunction;
import org.demur.sql.ValueKind;
import org.jspecify.annotations.Nullable;

/**
 * Binds expressions: says what each stands for, and reports what is odd about it.
 *
 * @param subQueries looks at those of expressions
 */
record ExpressionBinder(
        NameBinder names,
        ComparisonCheck comparisons,
        FindingLog log,
        Consumer<Select> subQueries) {
    /** Looks at {@code left = right}, both bound already. */
    void compare(Meaning left, Meaning right) {
        comparisons.compare(left, right, Operator.EQUAL);
    }

    Meaning meaning(Expression expression, Usage usage) {
        return switch (expression) {
            case Column column -> names.column(column, usage);
            case StringValue text -> new OfText(text.getValue().replace("''", "'"));
            case LongValue number -> new OfNumber(number.getStringValue());
            case DoubleValue number -> new OfNumber(number.toString());
            case SignedExpression signed -> signed(signed, usage);
            case BooleanValue _ -> Computed.NUMBER;
            case TimeKeyExpression _ -> new Computed(ValueKind.TIME);
            case ParenthesedExpressionList<?> list when list.size() == 1 ->
                    meaning(list.getFirst(), usage);
            case ExpressionList<?> list -> list(list, usage);
            case ArrayConstructor list -> list(list.getExpressions(), usage);
            case Select select -> {
                subQueries.accept(select);
                yield names.rows(select);
            }
            case AllTableColumns star -> {
                names.sources(star);
                yield Computed.UNKNOWN;
            }
            case AllColumns _ -> Computed.UNKNOWN;
            case LikeExpression like -> like(like, usage);
            case ComparisonOperator comparison -> comparison(comparison, usage);
            case InExpression in -> in(in, usage);
            case Between between -> between(between, usage);
            case Function function -> function(function, usage);
            case AnalyticExpression function -> analytic(function, usage);
            case CaseExpression choice -> choice(choice, usage);
            case CastExpression cast -> cast(cast, usage);
            case CollateExpression collate -> meaning(collate.getLeftExpression(), usage);
            case TrimFunction trim -> {
                meaning(trim.getExpression(), usage);
                if (trim.getFromExpression() != null) {
                    meaning(trim.getFromExpression(), usage);
                }
                yield Computed.TEXT;
            }
            case NotExpression not -> meaning(not.getExpression(), usage);
            case ExistsExpression exists -> truth(exists.getRightExpression(), usage);
            case IsNullExpression isNull -> truth(isNull.getLeftExpression(), usage);
            case IsBooleanExpression isTrue -> truth(isTrue.getLeftExpression(), usage);
            case Concat concat -> operands(concat, Computed.TEXT, usage);
            case BinaryExpression arithmetic -> operands(arithmetic, Computed.NUMBER, usage);
            default -> others(expression, usage);
        };
    }

    private Meaning signed(SignedExpression signed, Usage usage) {
        return meaning(signed.getExpression(), usage) instanceof OfNumber(var digits)
                ? new OfNumber(signed.getSign() + digits)
                : Computed.NUMBER;
    }

    private Meaning list(@Nullable List<? extends Expression> list, Usage usage) {
        return list == null
                ? Computed.UNKNOWN
                : new OfList(list.stream().map(e -> meaning(e, usage)).toList());
    }

    private Meaning truth(Expression about, Usage usage) {
        meaning(about, usage);
        return Computed.NUMBER;
    }

    private Meaning operands(BinaryExpression operator, Meaning result, Usage usage) {
        meaning(operator.getLeftExpression(), usage);
        meaning(operator.getRightExpression(), usage);
        return result;
    }

    private Meaning like(LikeExpression like, Usage usage) {
        var left = meaning(like.getLeftExpression(), usage);
        var right = meaning(like.getRightExpression(), usage);
        if (like.getEscape() != null) {
            meaning(like.getEscape(), usage);
        }
        boolean anyCase = like.getLikeKeyWord() == LikeExpression.KeyWord.ILIKE;
        comparisons.compare(left, right, anyCase ? Operator.ILIKE : Operator.LIKE);
        return Computed.NUMBER;
    }

    private Meaning comparison(ComparisonOperator comparison, Usage usage) {
        var left = meaning(comparison.getLeftExpression(), usage);
        var right = meaning(comparison.getRightExpression(), usage);
        boolean equality = comparison instanceof EqualsTo || comparison instanceof NotEqualsTo;
        comparisons.compare(left, right, equality ? Operator.EQUAL : Operator.ORDER);
        return Computed.NUMBER;
    }

    private Meaning in(InExpression in, Usage usage) {
        var left = meaning(in.getLeftExpression(), usage);
        var right = meaning(in.getRightExpression(), usage);
        comparisons.compare(left, right, Operator.EQUAL);
        return Computed.NUMBER;
    }

    private Meaning between(Between between, Usage usage) {
        var left = meaning(between.getLeftExpression(), usage);
        for (var bound :
                List.of(between.getBetweenExpressionStart(), between.getBetweenExpressionEnd())) {
            comparisons.compare(left, meaning(bound, usage), Operator.ORDER);
        }
        return Computed.NUMBER;
    }

    // functions

    private Meaning function(Function call, Usage usage) {
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
                usage);
    }

    private Meaning analytic(AnalyticExpression call, Usage usage) {
        var arguments =
                Stream.of(call.getExpression(), call.getOffset(), call.getDefaultValue())
                        .filter(Objects::nonNull)
                        .toList();
        var function = known(call.getName());
        boolean filtered = call.getType() == AnalyticType.FILTER_ONLY;
        boolean aggregate = filtered && function != null && function.isAggregate(1);
        if (call.getFilterExpression() != null) {
            usage.enterAggregate();
            meaning(call.getFilterExpression(), usage);
            usage.leaveAggregate();
        }
        var order = new ArrayList<>(terms(call.getFuncOrderBy()));
        if (call.getWindowDefinition() != null) {
            order.addAll(call.getWindowDefinition().getAllExpressions());
        }
        return called(call.getName(), function, aggregate, arguments, order, usage);
    }

    private static List<Expression> terms(@Nullable List<OrderByElement> order) {
        return order == null
                ? List.of()
                : order.stream().map(OrderByElement::getExpression).toList();
    }

    private Meaning called(
            String name,
            @Nullable SqlFunction function,
            boolean aggregate,
            List<Expression> arguments,
            List<Expression> order,
            Usage usage) {
        if (!aggregate) {
            var meanings = arguments.stream().map(a -> meaning(a, usage)).toList();
            order.forEach(e -> meaning(e, usage));
            return function == null ? Computed.UNKNOWN : result(function, meanings);
        }
        if (!usage.aggregatesAllowed() || usage.isInsideAggregate()) {
            log.report(
                    MISUSED_AGGREGATE,
                    name,
                    "%s is computed over many rows and cannot stand here.".formatted(name));
        }
        usage.add(name.toLowerCase(Locale.ROOT));
        usage.enterAggregate();
        try {
            var meanings = arguments.stream().map(a -> meaning(a, usage)).toList();
            order.forEach(e -> meaning(e, usage));
            return function == null ? Computed.UNKNOWN : result(function, meanings);
        } finally {
            usage.leaveAggregate();
        }
    }

    private @Nullable SqlFunction known(String name) {
        var function = SqlFunctions.of(names.schema().dialect()).named(name);
        if (function.isEmpty()) {
            log.report(UNKNOWN_FUNCTION, name, "There is no function %s.".formatted(name));
        }
        return function.orElse(null);
    }

    /** Functions that pass on one of their arguments have its kind. */
    private Meaning result(SqlFunction function, List<Meaning> arguments) {
        TimeArguments.check(function.name(), arguments, log);
        if (function.kind() != ValueKind.ANYTHING || arguments.isEmpty()) {
            return new Computed(function.kind());
        }
        var kind = arguments.getFirst().kind();
        boolean alike = arguments.stream().allMatch(a -> a.kind() == kind);
        return alike ? new Computed(kind) : Computed.UNKNOWN;
    }

    private Meaning choice(CaseExpression choice, Usage usage) {
        if (choice.getSwitchExpression() != null) {
            meaning(choice.getSwitchExpression(), usage);
        }
        for (var when : choice.getWhenClauses()) {
            meaning(when.getWhenExpression(), usage);
            meaning(when.getThenExpression(), usage);
        }
        if (choice.getElseExpression() != null) {
            meaning(choice.getElseExpression(), usage);
        }
        return Computed.UNKNOWN;
    }

    private Meaning cast(CastExpression cast, Usage usage) {
        meaning(cast.getLeftExpression(), usage);
        var type = String.valueOf(cast.getColDataType()).toUpperCase(Locale.ROOT);
        // SQLite's rules of affinity:
        // https://sqlite.org/datatype3.html#determination_of_column_affinity
        if (type.contains("INT") || type.contains("REAL") || type.contains("DOUB")) {
            return Computed.NUMBER;
        }
        return type.contains("CHAR") || type.contains("TEXT") ? Computed.TEXT : Computed.UNKNOWN;
    }

    /** Binds what is inside of an expression that compares nothing. */
    private Meaning others(Expression expression, Usage usage) {
        expression.accept(
                new ExpressionVisitorAdapter<Meaning>() {
                    @Override
                    public <S> Meaning visit(Column column, S context) {
                        return meaning(column, usage);
                    }

                    @Override
                    public <S> Meaning visit(Function function, S context) {
                        return meaning(function, usage);
                    }

                    @Override
                    public <S> Meaning visit(ParenthesedSelect select, S context) {
                        return meaning(select, usage);
                    }

                    @Override
                    public <S> Meaning visit(Select select, S context) {
                        return meaning(select, usage);
                    }
                },
                null);
        return Computed.UNKNOWN;
    }
}
