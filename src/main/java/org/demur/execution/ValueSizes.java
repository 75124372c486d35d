package org.demur.execution;

import static org.demur.detection.FindingCode.EXCEEDS_LIMITS;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimezoneExpression;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.operators.arithmetic.Concat;
import net.sf.jsqlparser.expression.operators.arithmetic.Division;
import net.sf.jsqlparser.expression.operators.arithmetic.Multiplication;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Select;
import org.demur.schema.SqlNames;
import org.demur.sql.ResolvedColumn.OfAlias;
import org.demur.sql.ResolvedColumn.OfSource;
import org.demur.sql.ValueKind;
import org.jspecify.annotations.Nullable;

/**
 * How long the values may be that a statement computes, and how much work they take an engine that
 * neither bounds them nor looks up while it is at one: PostgreSQL searches a text of a million
 * characters for one of half a million for minutes, and nothing ends that.
 */
final class ValueSizes {
    /**
     * Characters of a text that is stored. Some are longer; none was put there to make a statement
     * slow.
     */
    static final long STORED = 4_000;

    /** Characters or digits of a number, a time or a truth value that is stored. */
    private static final long SHORT = 40;

    /** What joins the texts of many rows, and what refers to itself: any length. */
    static final long UNBOUNDED = Long.MAX_VALUE / 4;

    /** What may be handed to a function: it reads so much in some hundredths of a second. */
    private static final long LONGEST = 10_000_000;

    /**
     * Characters that are compared with each other at most, and digits that are multiplied, by all
     * functions for one row together: about a second.
     */
    private static final long MOST_WORK = 1_000_000_000;

    /** Digits are multiplied four by four, each pair in as long as some characters take. */
    private static final long WORK_OF_DIGITS = 10;

    /** Digits that a division adds. */
    private static final long OF_DIVISION = 20;

    /** What looks for one text, or its characters, in another, and gives no more than that. */
    private static final Set<String> SEARCHING =
            Set.of("strpos", "position", "split_part", "translate", "ltrim", "rtrim", "btrim");

    /** Whose arguments may be of any length: they read them once, or only the beginning. */
    private static final Set<String> READING =
            Set.of(
                    "char_length",
                    "character_length",
                    "coalesce",
                    "concat",
                    "concat_ws",
                    "count",
                    "left",
                    "length",
                    "max",
                    "min",
                    "nullif",
                    "octet_length",
                    "string_agg",
                    "substr",
                    "substring");

    /** Whose last argument is how many characters are left, of so many arguments. */
    private static final Map<String, Integer> CUTTING =
            Map.of("left", 2, "right", 2, "substr", 3, "substring", 3);

    /** What gives a number of a known length, whatever it reads. */
    private static final Set<String> COUNTING =
            Set.of(
                    "ascii",
                    "char_length",
                    "character_length",
                    "count",
                    "exp",
                    "length",
                    "octet_length",
                    "position",
                    "pow",
                    "power",
                    "strpos");

    private final SelectWriter selects;
    private final IdentityHashMap<Expression, Long> known = new IdentityHashMap<>();
    private long work;

    ValueSizes(SelectWriter selects) {
        this.selects = selects;
    }

    /**
     * Counts the work of an expression itself, whose parts are counted. The last operator of a
     * chain is counted twice, which changes nothing of its order.
     *
     * @throws RefusalException where it is too much, or a text too long for what reads it
     */
    void count(Expression expression) {
        switch (expression) {
            case LikeExpression like -> search(like.getLeftExpression(), like.getRightExpression());
            case TrimFunction trim -> {
                readable(trim.getExpression());
                if (trim.getFromExpression() != null) {
                    search(trim.getExpression(), trim.getFromExpression());
                }
            }
            case Multiplication _, Division _ -> {
                var both = (BinaryExpression) expression;
                work(
                        product(
                                product(
                                        of(both.getLeftExpression()),
                                        of(both.getRightExpression())),
                                WORK_OF_DIGITS));
            }
            case Function function -> function(function);
            default -> {}
        }
    }

    private void function(Function function) {
        var name = SqlNames.folded(function.getName());
        var arguments = arguments(function);
        if (!READING.contains(name)) {
            arguments.forEach(this::readable);
        }
        if (name.equals("replace") || SEARCHING.contains(name)) {
            for (int i = 1; i < arguments.size(); i++) {
                search(arguments.getFirst(), arguments.get(i));
            }
        }
    }

    private void search(Expression one, @Nullable Expression other) {
        if (other != null) {
            readable(one);
            readable(other);
            work(product(of(one), of(other)));
        }
    }

    private void readable(Expression expression) {
        long size = of(expression);
        if (size > LONGEST) {
            throw new RefusalException(
                    EXCEEDS_LIMITS,
                    expression.toString(),
                    "A function is given a text that may be longer than %,d characters."
                            .formatted(LONGEST));
        }
        work(size);
    }

    private void work(long more) {
        work += Math.min(more, MOST_WORK + 1);
        if (work > MOST_WORK) {
            throw new RefusalException(
                    EXCEEDS_LIMITS,
                    "long texts or numbers",
                    "The statement searches texts, or multiplies numbers, that may be too long.");
        }
    }

    /** Characters of an expression's value at most, or digits; {@link #UNBOUNDED} at most. */
    long of(Expression expression) {
        var size = known.get(expression);
        if (size == null) {
            size = Math.clamp(computed(expression), 1, UNBOUNDED);
            known.put(expression, size);
        }
        return size;
    }

    private long computed(Expression expression) {
        return switch (expression) {
            case StringValue text -> text.getValue().length();
            case LongValue number -> digits(number.getStringValue());
            case DoubleValue number -> digits(number.toString());
            case Column column -> column(column);
            case SignedExpression signed -> of(signed.getExpression());
            case CollateExpression collate -> of(collate.getLeftExpression());
            case TimezoneExpression _ -> SHORT;
            case LikeExpression _ -> SHORT;
            case BinaryExpression binary -> chain(binary);
            case CaseExpression choice -> choice(choice);
            case CastExpression cast -> cast(cast);
            case TrimFunction trim -> of(trim.getExpression());
            case Function function -> result(function);
            case AnalyticExpression analytic ->
                    SqlNames.folded(analytic.getName()).equals("string_agg")
                            ? UNBOUNDED
                            : Math.max(SHORT, largest(values(analytic)));
            case ExpressionList<?> list -> total(list);
            case Select select -> selects.length(select);
            default -> SHORT; // times, truth values and whatever has a form of its own
        };
    }

    /** What may be the value of a function over a window or a group; its order too, of a median. */
    private static List<@Nullable Expression> values(AnalyticExpression analytic) {
        var values = new ArrayList<@Nullable Expression>();
        values.add(analytic.getExpression());
        values.add(analytic.getDefaultValue());
        var window = analytic.getWindowDefinition();
        if (window != null && window.getOrderByElements() != null) {
            window.getOrderByElements().forEach(element -> values.add(element.getExpression()));
        }
        return values;
    }

    /** A number with all its digits, those that an exponent stands for included. */
    private static long digits(String number) {
        try {
            var value = new BigDecimal(number);
            return value.precision() + Math.abs((long) value.scale());
        } catch (NumberFormatException e) {
            return SHORT; // in a form that the tokenizer has looked at
        }
    }

    private long column(Column column) {
        return switch (selects.resolution().of(column)) {
            case OfSource found when found.column().item() == null && isShort(found) -> SHORT;
            case OfSource found -> selects.length(found);
            case OfAlias(_, _, var item) when item != null -> of(item.getExpression());
            default -> STORED;
        };
    }

    private static boolean isShort(OfSource found) {
        var kind = found.column().kind();
        return kind == ValueKind.NUMBER || kind == ValueKind.TIME;
    }

    /** Chains of operators lean to the left; a loop keeps them from using up the stack. */
    private long chain(BinaryExpression chain) {
        var operators = new ArrayDeque<BinaryExpression>();
        Expression left = chain;
        while (left instanceof BinaryExpression binary && !known.containsKey(left)) {
            operators.push(binary);
            left = binary.getLeftExpression();
        }
        long size = of(left);
        for (var operator : operators) {
            long right = of(operator.getRightExpression());
            size =
                    Math.min(
                            UNBOUNDED,
                            switch (operator) {
                                case Concat _, Multiplication _ -> size + right;
                                case Division _ -> size + right + OF_DIVISION;
                                default -> Math.max(size, right) + 1;
                            });
            known.put(operator, size);
        }
        return size;
    }

    private long choice(CaseExpression choice) {
        return Math.max(
                largest(
                        choice.getWhenClauses().stream()
                                .map(when -> when.getThenExpression())
                                .toList()),
                choice.getElseExpression() == null ? 0 : of(choice.getElseExpression()));
    }

    /** What is stored as a text and read as a number is a short one. */
    private long cast(CastExpression cast) {
        long size = of(cast.getLeftExpression());
        boolean isText = SqlNames.folded(cast.getColDataType().toString()).matches("text|.*char.*");
        return isText || size > STORED ? size : Math.min(size, SHORT);
    }

    private long result(Function function) {
        var name = SqlNames.folded(function.getName());
        var arguments = arguments(function);
        long largest = largest(arguments);
        if (COUNTING.contains(name)) {
            return SHORT;
        }
        return switch (name) {
            case "string_agg" -> UNBOUNDED;
            case "concat" -> total(arguments);
            case "concat_ws" -> // the first of them between all others
                    sum(total(arguments), product(of(arguments.getFirst()), arguments.size()));
            case "replace" -> replaced(arguments);
            case "round" ->
                    arguments.size() > 1 && arguments.getLast() instanceof LongValue digits
                            ? sum(of(arguments.getFirst()), told(digits))
                            : largest;
            default ->
                    CUTTING.getOrDefault(name, 0) == arguments.size()
                                    && arguments.getLast() instanceof LongValue to
                            ? Math.min(of(arguments.getFirst()), told(to))
                            : Math.max(SHORT, largest);
        };
    }

    /** Every character that is looked for may be there, and what it is replaced by is longer. */
    private long replaced(List<Expression> arguments) {
        if (arguments.size() < 3) {
            return largest(arguments);
        }
        long text = of(arguments.getFirst());
        long by = of(arguments.getLast());
        long found = arguments.get(1) instanceof StringValue literal ? of(literal) : 1;
        return by <= found ? text : product(text, by) / found;
    }

    private long largest(List<? extends @Nullable Expression> expressions) {
        long largest = 0;
        for (var expression : expressions) {
            largest = expression == null ? largest : Math.max(largest, of(expression));
        }
        return largest;
    }

    private long total(List<? extends Expression> expressions) {
        return expressions.stream().mapToLong(this::of).reduce(0, ValueSizes::sum);
    }

    /** A number that the draft tells, however many digits it has. */
    private static long told(LongValue number) {
        return new BigInteger(number.getStringValue())
                .abs()
                .min(BigInteger.valueOf(UNBOUNDED))
                .longValue();
    }

    private static long sum(long one, long other) {
        return Math.min(UNBOUNDED, one + other);
    }

    private static long product(long one, long other) {
        return one > UNBOUNDED / Math.max(1, other) ? UNBOUNDED : one * other;
    }

    private static List<Expression> arguments(Function function) {
        var named = function.getNamedParameters();
        return named == null ? PostgresRules.arguments(function) : List.copyOf(named);
    }
}
