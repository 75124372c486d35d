package org.demur.execution;

import static org.demur.execution.DraftTokens.Kind.NUMBER;
import static org.demur.execution.DraftTokens.Kind.TEXT;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.OracleNamedFunctionParameter;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimezoneExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.NamedExpressionList;
import org.demur.schema.Column;
import org.demur.schema.Dialect;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.demur.sql.QuotedName;
import org.demur.sql.SqlFunctions;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's. What runs names every table with its schema, every column as the database spells
 * it, and every common table expression by a name of the guard's own: whatever scope the guard and
 * the engine give a name, it can mean no other table than the one that was checked.
 */
final class PostgresRules implements GuardRules {
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("'TIMESTAMP' ''uuuu-MM-dd HH:mm:ss''", Locale.ROOT);
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("'DATE' ''uuuu-MM-dd''", Locale.ROOT);

    /**
     * More digits than any column of money or measures has. Two numbers of 65,000 digits take the
     * engine half a second to multiply, in one step that nothing can stop.
     */
    private static final int LONGEST_NUMBER = 40;

    /** Keywords of the parser that are keywords there as well. */
    private static final Set<String> KEYWORDS =
            Set.of("both", "fetch", "ilike", "lateral", "only", "tablesample", "trailing");

    private static final Set<String> TIME_UNITS =
            Set.of(
                    "century", "day", "decade", "dow", "doy", "epoch", "hour", "isodow", "isoyear",
                    "minute", "month", "quarter", "second", "week", "year");

    /** Those that only EXTRACT takes. */
    private static final Set<String> PARTS_OF_TIME =
            Set.of("microsecond", "microseconds", "millennium", "millisecond", "milliseconds");

    /** By which {@code make_interval} may name its arguments. */
    private static final Set<String> PARTS_OF_INTERVAL =
            Set.of("years", "months", "weeks", "days", "hours", "mins", "secs");

    /** Wider than any column that is padded to be read, and nothing that fills the memory. */
    private static final int WIDEST_PADDING = 100;

    /** Types that hold nothing but what they show: none that stands for an object of the server. */
    private static final Pattern TYPE =
            Pattern.compile(
                    "(?i)(smallint|int|integer|bigint|int[248]|real|float|float[48]|double precision"
                            + "|(numeric|decimal)( ?\\(\\d{1,2}( ?, ?\\d{1,2})? ?\\))?"
                            + "|text|(varchar|char|character|character varying)( ?\\(\\d{1,5}\\))?"
                            + "|bool|boolean|date|interval|uuid"
                            + "|(time|timestamp)( with(out)? time zone)?|timestamptz)");

    private static final Pattern TIME = Pattern.compile("(?i)date|time");

    /** The engine reads them in any text that it takes for a time, with a time of day beside. */
    private static final Pattern CLOCK =
            Pattern.compile("(?i)(?<![a-z])(now|today|tomorrow|yesterday)(?![a-z])");

    private static final int MOST_YEARS = 10_000;

    private static final Pattern CLOCK_TIME =
            Pattern.compile("'\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?'");

    private static final Pattern POINT_IN_TIME =
            Pattern.compile(
                    "'(\\d{4})-\\d{2}-\\d{2}([ T]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(?<zone> ?(Z|UTC|[+-]\\d{2}(:?\\d{2})?))?)?'");

    /** Those that the parser takes for a cast, written in front of a text. */
    private static final Pattern ZONED_TYPE = Pattern.compile("(?i)timestamp with(out)? time zone");

    private static final String AMOUNT = "[+-]?\\d{1,6}(?:\\.\\d{1,6})?";

    private static final Pattern INTERVAL =
            Pattern.compile(
                    "(?i)%1$s|%1$s [a-z]{1,12}(?: %1$s [a-z]{1,12}){0,5}".formatted(AMOUNT));

    private final Dialect.Postgres dialect;

    PostgresRules(Dialect.Postgres dialect) {
        this.dialect = dialect;
    }

    @Override
    public SqlFunctions functions() {
        return SqlFunctions.of(dialect);
    }

    @Override
    public boolean hasOwnQuotes() {
        return false;
    }

    @Override
    public int longestNumber() {
        return LONGEST_NUMBER;
    }

    @Override
    public boolean isKeyword(DraftTokens.Token word, DraftTokens.@Nullable Token before) {
        var name = SqlNames.folded(word.text());
        return KEYWORDS.contains(name)
                || (TIME_UNITS.contains(name) && before != null && before.kind() == TEXT);
    }

    /**
     * The clock has a word for each time zone, and the guard one time for both; the parser forgets
     * in which order LIMIT and OFFSET stand, and that there was a LIMIT which is none.
     */
    @Override
    public List<DraftTokens.Token> known(List<DraftTokens.Token> tokens) {
        var known = new ArrayList<DraftTokens.Token>();
        for (var token : limitFirst(withoutLimitAll(tokens))) {
            boolean named =
                    !known.isEmpty() && (known.getLast().is(".") || known.getLast().is("as"));
            if (!named && (token.is("localtimestamp") || token.is("localtime"))) {
                var word = "current_" + SqlNames.folded(token.text()).substring("local".length());
                known.add(new DraftTokens.Token(DraftTokens.Kind.WORD, word));
            } else {
                known.add(token);
            }
        }
        return known;
    }

    private static List<DraftTokens.Token> withoutLimitAll(List<DraftTokens.Token> tokens) {
        var kept = new ArrayList<DraftTokens.Token>();
        for (int i = 0; i < tokens.size(); i++) {
            if (isClause(tokens, i, "limit") && tokens.get(i + 1).is("all")) {
                i++;
            } else {
                kept.add(tokens.get(i));
            }
        }
        return kept;
    }

    /** With each {@code OFFSET 2 LIMIT 3} as {@code LIMIT 3 OFFSET 2}. */
    private static List<DraftTokens.Token> limitFirst(List<DraftTokens.Token> tokens) {
        var ordered = new ArrayList<>(tokens);
        for (int i = 0; i + 3 < tokens.size(); i++) {
            boolean rows = tokens.get(i + 2).is("rows") || tokens.get(i + 2).is("row");
            int limit = rows ? i + 3 : i + 2;
            if (isClause(tokens, i, "offset")
                    && tokens.get(i + 1).kind() == NUMBER
                    && isClause(tokens, limit, "limit")
                    && tokens.get(limit + 1).kind() == NUMBER) {
                Collections.rotate(ordered.subList(i, limit + 2), 2);
            }
        }
        return ordered;
    }

    /** Whether a word begins a clause that goes on, and is no name. */
    private static boolean isClause(List<DraftTokens.Token> tokens, int at, String word) {
        return at > 0
                && at + 1 < tokens.size()
                && tokens.get(at).is(word)
                && !tokens.get(at - 1).is(".")
                && !tokens.get(at - 1).is("as");
    }

    @Override
    public Set<LikeExpression.KeyWord> likes() {
        return Set.of(LikeExpression.KeyWord.LIKE, LikeExpression.KeyWord.ILIKE);
    }

    @Override
    public boolean isType(String type) {
        return TYPE.matcher(type).matches();
    }

    @Override
    public boolean boundsValues() {
        return false;
    }

    @Override
    public boolean hasDistinctOn() {
        return true;
    }

    @Override
    public boolean hasGroupingSets() {
        return true;
    }

    @Override
    public boolean hasLateral() {
        return true;
    }

    @Override
    public boolean beginsInBrackets() {
        return true;
    }

    @Override
    public boolean isNamespace(String written) {
        return QuotedName.named(written, dialect).equals(dialect.namespace());
    }

    @Override
    public String spelled(String written, String known) {
        return dialect.quoted(known);
    }

    @Override
    public String declared(String written) {
        return dialect.quoted(QuotedName.named(written, dialect));
    }

    @Override
    public String alias(boolean useAs, String written) {
        return "AS " + declared(written);
    }

    @Override
    public String cteName(String written, int number) {
        return dialect.quoted("demur cte " + number);
    }

    @Override
    public String cte(String written, String cteName) {
        return cteName;
    }

    @Override
    public String cteAlias(String name) {
        return "AS " + dialect.quoted(name);
    }

    @Override
    public String table(String written, Table known) {
        var table = dialect.quoted(dialect.namespace()) + "." + dialect.quoted(known.name());
        if (!known.hidesColumns()) {
            return table;
        }
        return known.columns().stream()
                .map(Column::name)
                .map(dialect::quoted)
                .collect(Collectors.joining(", ", "(SELECT ", " FROM " + table + ")"));
    }

    @Override
    public String addedAlias(Table known) {
        return "AS " + dialect.quoted(known.name());
    }

    @Override
    public String moment(LocalDateTime moment) {
        return TIMESTAMP.format(moment);
    }

    @Override
    public String day(LocalDateTime moment) {
        return DATE.format(moment);
    }

    @Override
    public boolean mayBeClock(String text) {
        return CLOCK.matcher(text).find();
    }

    @Override
    public boolean isTime(String type) {
        return TIME.matcher(type).lookingAt();
    }

    @Override
    public String moment(String text, LocalDateTime now) {
        return switch (SqlNames.folded(text.strip())) {
            case "now" -> moment(now);
            case "today" -> day(now);
            case "tomorrow" -> day(now.plusDays(1));
            case "yesterday" -> day(now.minusDays(1));
            default -> throw ExpressionWriter.notUnderstood(text);
        };
    }

    /** As a text for good, it is an error in the place of a time. */
    @Override
    public String onlyText(String literal) {
        return "CAST(%s AS text)".formatted(literal);
    }

    @Override
    public String clock(String word) {
        return "localtimestamp";
    }

    @Override
    public boolean call(Function function, ExpressionWriter expressions, WrittenSql sql) {
        return switch (SqlNames.folded(function.getName())) {
            case "now" -> {
                if (arguments(function).isEmpty()) {
                    sql.add("now()", expressions.now("now()", sql));
                    yield true;
                }
                yield false;
            }
            case "age" -> age(function, expressions, sql);
            case "round" -> rounded(function, expressions, sql);
            case "position" -> position(function, expressions, sql);
            case "substring" -> part(function, expressions, sql);
            case "lpad", "rpad" -> padded(function, expressions, sql);
            case "make_interval" -> ofNamedParts(function, expressions, sql);
            case "power", "pow", "exp" -> inDoublePrecision(function, expressions, sql);
            default -> PortableDates.call(function, expressions, sql);
        };
    }

    /** Of one time it is the time until the day that the clock tells. */
    private boolean age(Function function, ExpressionWriter expressions, WrittenSql sql) {
        var arguments = arguments(function);
        if (arguments.size() != 1 || function.isDistinct()) {
            return false;
        }
        var part = new WrittenSql().add(function.getName() + "(");
        var time = new WrittenSql();
        expressions.cast(arguments.getFirst(), "timestamp", time);
        part.add(time).add(")");
        var today = expressions.today("current_date", part);
        sql.add(part, "age(%s, %s)".formatted(today, time.asRun()));
        return true;
    }

    /** To a number of digits only exact numbers can be rounded there. */
    private static boolean rounded(
            Function function, ExpressionWriter expressions, WrittenSql sql) {
        var arguments = arguments(function);
        if (arguments.size() != 2 || !(arguments.get(1) instanceof LongValue digits)) {
            return false;
        }
        var number = new WrittenSql();
        expressions.write(arguments.getFirst(), number);
        var part = new WrittenSql().add(function.getName() + "(").add(number);
        part.add(",").add(digits.getStringValue()).add(")");
        sql.add(
                part,
                "round(CAST(%s AS numeric), %s)"
                        .formatted(number.asRun(), digits.getStringValue()));
        return true;
    }

    private static boolean position(
            Function function, ExpressionWriter expressions, WrittenSql sql) {
        var parts = function.getNamedParameters();
        if (parts == null || !words(parts).equals(List.of("", "in"))) {
            throw ExpressionWriter.notUnderstood(function);
        }
        sql.add(function.getName() + "(");
        expressions.write(parts.getFirst(), sql);
        sql.add("IN");
        expressions.write(parts.getLast(), sql);
        sql.add(")");
        return true;
    }

    /** What stands before each argument. */
    private static List<String> words(NamedExpressionList<?> arguments) {
        return arguments.getNames().stream().map(SqlNames::folded).toList();
    }

    /** To a width that the draft tells, and that is small. */
    private static boolean padded(Function function, ExpressionWriter expressions, WrittenSql sql) {
        var arguments = arguments(function);
        if (arguments.size() < 2
                || arguments.size() > 3
                || !(arguments.get(1) instanceof LongValue width)
                || !isNarrow(width)
                || function.isDistinct()
                || function.getOrderByElements() != null) {
            return false;
        }
        sql.add(function.getName() + "(");
        sql.list(arguments, argument -> expressions.write(argument, sql));
        sql.add(")");
        return true;
    }

    private static boolean isNarrow(LongValue width) {
        var digits = width.getStringValue();
        return digits.length() <= 3 && Integer.parseInt(digits) <= WIDEST_PADDING;
    }

    /** As in {@code make_interval(days => 3)}. */
    private static boolean ofNamedParts(
            Function function, ExpressionWriter expressions, WrittenSql sql) {
        var arguments = arguments(function);
        if (arguments.isEmpty()
                || !arguments.stream().allMatch(OracleNamedFunctionParameter.class::isInstance)
                || function.isDistinct()
                || function.getOrderByElements() != null) {
            return false;
        }
        sql.add(function.getName() + "(");
        sql.list(
                arguments,
                argument -> {
                    var part = (OracleNamedFunctionParameter) argument;
                    if (!PARTS_OF_INTERVAL.contains(SqlNames.folded(part.getName()))) {
                        throw ExpressionWriter.notUnderstood(function);
                    }
                    sql.add(part.getName()).add("=>");
                    expressions.write(part.getExpression(), sql);
                });
        sql.add(")");
        return true;
    }

    /** Of texts the places would be regular expressions, whose time grows with their form. */
    private static boolean part(Function function, ExpressionWriter expressions, WrittenSql sql) {
        var named = function.getNamedParameters();
        var words = named == null ? List.of("", ",", ",") : words(named);
        var arguments = named == null ? arguments(function) : List.<Expression>copyOf(named);
        if (arguments.size() < 2
                || arguments.size() > 3
                || !(named == null
                        || List.of("", "from", "for").subList(0, words.size()).equals(words))
                || arguments.stream().skip(1).anyMatch(StringValue.class::isInstance)
                || function.isDistinct()
                || function.getOrderByElements() != null) {
            throw ExpressionWriter.notUnderstood(function);
        }
        var part = new WrittenSql().add(function.getName() + "(");
        var run = new StringBuilder("substring(");
        for (int i = 0; i < arguments.size(); i++) {
            var written = new WrittenSql();
            expressions.write(arguments.get(i), written);
            part.add(words.get(i)).add(written);
            run.append(
                    i == 0 ? written.asRun() : ", CAST(%s AS integer)".formatted(written.asRun()));
        }
        sql.add(part.add(")"), run.append(')').toString());
        return true;
    }

    /** Of exact numbers the result may have 130,000 digits. */
    private static boolean inDoublePrecision(
            Function function, ExpressionWriter expressions, WrittenSql sql) {
        if (function.isDistinct() || function.getOrderByElements() != null) {
            return false;
        }
        var part = new WrittenSql().add(function.getName() + "(");
        var run = new StringBuilder(SqlNames.folded(function.getName())).append('(');
        String separator = "";
        for (var argument : arguments(function)) {
            var written = new WrittenSql();
            expressions.write(argument, written);
            part.add(separator).add(written);
            run.append(separator)
                    .append("CAST(")
                    .append(written.asRun())
                    .append(" AS double precision)");
            separator = ",";
        }
        sql.add(part.add(")"), run.append(')').toString());
        return true;
    }

    static List<Expression> arguments(Function function) {
        return function.getParameters() == null ? List.of() : List.copyOf(function.getParameters());
    }

    @Override
    public boolean write(Expression expression, ExpressionWriter expressions, WrittenSql sql) {
        return switch (expression) {
            case ExtractExpression extract -> extract(extract, expressions, sql);
            case IntervalExpression interval -> interval(interval, sql);
            case DateTimeLiteralExpression literal -> literal(literal, expressions, sql);
            case AnyComparisonExpression any when any.getSelect() != null -> {
                sql.add(any.getAnyType().name());
                expressions.subSelect(any.getSelect(), sql);
                yield true;
            }
            case CastExpression cast
                    when cast.getLeftExpression() instanceof StringValue text
                            && cast.getColDataType() != null
                            && ZONED_TYPE.matcher(cast.getColDataType().toString()).matches() ->
                    literal(cast.getColDataType().toString(), text.toString(), expressions, sql);
            case TimezoneExpression zone -> zone(zone, expressions, sql);
            default -> false;
        };
    }

    private static boolean extract(
            ExtractExpression extract, ExpressionWriter expressions, WrittenSql sql) {
        var unit = QuotedName.meant(extract.getName().replace("\"", ""));
        var folded = SqlNames.folded(unit);
        if (!TIME_UNITS.contains(folded) && !PARTS_OF_TIME.contains(folded)) {
            return false;
        }
        sql.add("EXTRACT(").add(unit).add("FROM");
        expressions.write(extract.getExpression(), sql);
        sql.add(")");
        return true;
    }

    private static boolean interval(IntervalExpression interval, WrittenSql sql) {
        var text = interval.getParameter();
        var qualifier = interval.getIntervalQualifier();
        var unit = qualifier == null ? null : qualifier.toString().strip();
        if (!interval.isUsingIntervalKeyword()
                || text == null
                || !text.startsWith("'")
                || !INTERVAL.matcher(text.substring(1, text.length() - 1).strip()).matches()
                || (unit != null && !TIME_UNITS.contains(SqlNames.folded(unit)))) {
            return false;
        }
        sql.add("INTERVAL").add(text);
        if (unit != null) {
            sql.add(unit);
        }
        return true;
    }

    private boolean literal(
            DateTimeLiteralExpression literal, ExpressionWriter expressions, WrittenSql sql) {
        var text = literal.getValue();
        if (text == null || !text.startsWith("'")) { // then it is another name for a column
            return false;
        }
        return switch (literal.getType()) {
            case DATE, TIMESTAMP, TIMESTAMPTZ ->
                    literal(literal.getType().name(), text, expressions, sql);
            case TIME -> {
                boolean known = CLOCK_TIME.matcher(text).matches();
                if (known) {
                    sql.add("TIME").add(text);
                }
                yield known;
            }
            case DATETIME -> false;
        };
    }

    /** A text in quotes behind the type that the engine reads it as. */
    private boolean literal(
            String type, String text, ExpressionWriter expressions, WrittenSql sql) {
        if (mayBeClock(text)) {
            var moment = new WrittenSql();
            expressions.clock(new StringValue(text), moment);
            sql.add(
                    new WrittenSql().add(type).add(moment),
                    "CAST(%s AS %s)".formatted(moment.asRun(), type));
            return true;
        }
        var known = POINT_IN_TIME.matcher(text);
        boolean zoned = SqlNames.folded(type).matches("timestamptz|timestamp with time zone");
        if (!known.matches()
                || (known.group("zone") != null && !zoned) // which the engine would not heed
                || Integer.parseInt(known.group(1)) > MOST_YEARS) {
            return false;
        }
        sql.add(type).add(text);
        return true;
    }

    private static boolean zone(
            TimezoneExpression zone, ExpressionWriter expressions, WrittenSql sql) {
        if (!zone.getTimezoneExpressions().stream().allMatch(StringValue.class::isInstance)) {
            return false;
        }
        expressions.write(zone.getLeftExpression(), sql);
        for (var name : zone.getTimezoneExpressions()) {
            sql.add("AT TIME ZONE");
            expressions.write(name, sql);
        }
        return true;
    }
}
