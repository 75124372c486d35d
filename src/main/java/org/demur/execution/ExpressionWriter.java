package org.demur.execution;

import static org.demur.detection.FindingCode.UNKNOWN_COLUMN;
import static org.demur.detection.FindingCode.UNKNOWN_FUNCTION;
import static org.demur.detection.FindingCode.UNKNOWN_TABLE;
import static org.demur.detection.FindingCode.UNPARSABLE;

import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.AnalyticType;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CaseExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.WindowDefinition;
import net.sf.jsqlparser.expression.WindowElement;
import net.sf.jsqlparser.expression.WindowOffset;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseAnd;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseLeftShift;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseOr;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseRightShift;
import net.sf.jsqlparser.expression.operators.arithmetic.Concat;
import net.sf.jsqlparser.expression.operators.arithmetic.Division;
import net.sf.jsqlparser.expression.operators.arithmetic.Modulo;
import net.sf.jsqlparser.expression.operators.arithmetic.Multiplication;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import net.sf.jsqlparser.expression.operators.relational.IsDistinctExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import org.demur.schema.SqlNames;
import org.demur.schema.SqlTexts;
import org.demur.sql.QuotedName;
import org.demur.sql.ResolvedColumn;
import org.demur.sql.ResolvedColumn.NoSource;
import org.demur.sql.ResolvedColumn.OfAlias;
import org.demur.sql.ResolvedColumn.OfSource;
import org.demur.sql.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds the expressions of one SELECT, or of some of its clauses, and notes what they are made
 * of; the allow-list of expression nodes is its switch.
 */
final class ExpressionWriter {
    private static final Set<Class<?>> BINARY =
            Set.of(
                    Addition.class,
                    Subtraction.class,
                    Multiplication.class,
                    Division.class,
                    Modulo.class,
                    Concat.class,
                    BitwiseAnd.class,
                    BitwiseOr.class,
                    BitwiseLeftShift.class,
                    BitwiseRightShift.class,
                    AndExpression.class,
                    OrExpression.class,
                    EqualsTo.class,
                    NotEqualsTo.class,
                    GreaterThan.class,
                    GreaterThanEquals.class,
                    MinorThan.class,
                    MinorThanEquals.class,
                    IsDistinctExpression.class);

    private final SelectWriter selects;
    private final GuardRules rules;
    private final Scope scope;

    /** Columns outside of aggregates, as they are written; {@code *} stands for all. */
    private final Set<String> rowwise = new HashSet<>();

    private boolean aggregate;
    private boolean subSelect;

    /** Aggregates around what is written now. */
    private int depth;

    ExpressionWriter(SelectWriter selects, Scope scope) {
        this.selects = selects;
        this.rules = selects.rules();
        this.scope = scope;
    }

    /** The columns that were written outside of aggregates; {@code *} stands for all. */
    Set<String> rowwise() {
        return rowwise;
    }

    void addRowwise(String column) {
        rowwise.add(column);
    }

    /** Whether an aggregate was written, other than one over a window. */
    boolean hasAggregate() {
        return aggregate;
    }

    /** Whether a SELECT was written. */
    boolean hasSubSelect() {
        return subSelect;
    }

    /** Comma-separated terms of a GROUP BY. */
    void writeTerms(ExpressionList<?> terms, WrittenSql sql) {
        boolean bracketed = terms instanceof ParenthesedExpressionList;
        if (bracketed) {
            sql.add("(");
        }
        sql.list(terms, term -> writeTerm(term, sql));
        if (bracketed) {
            sql.add(")");
        }
    }

    /**
     * A whole item of SELECT, GROUP BY or ORDER BY. A name in double quotes that names nothing is
     * refused there: an engine may take it for a text, and answer with that text.
     */
    void writeTerm(Expression term, WrittenSql sql) {
        if (term instanceof Column column) {
            column(column, false, sql);
        } else {
            write(term, sql);
        }
    }

    void write(@Nullable Expression expression, WrittenSql sql) {
        SelectWriter.requireTime();
        selects.count();
        if (expression == null) {
            throw notUnderstood("an absent expression");
        }
        writeNode(expression, sql);
        selects.countWork(expression);
    }

    private void writeNode(Expression expression, WrittenSql sql) {
        switch (expression) {
            case Column column -> column(column, true, sql);
            case StringValue text -> text(text, sql);
            case LongValue number -> sql.add(number.getStringValue());
            case DoubleValue number -> sql.add(number.toString());
            case NullValue none -> sql.add("NULL");
            case BooleanValue truth -> sql.add(truth.getValue() ? "TRUE" : "FALSE");
            case TimeKeyExpression time -> timeKey(time, sql);
            case SignedExpression signed -> {
                sql.add(String.valueOf(signed.getSign()));
                write(signed.getExpression(), sql);
            }
            case NotExpression not -> {
                sql.add("NOT");
                write(not.getExpression(), sql);
            }
            case BinaryExpression binary when BINARY.contains(binary.getClass()) ->
                    binary(binary, sql);
            case LikeExpression like -> like(like, sql);
            case Between between -> between(between, sql);
            case InExpression in -> in(in, sql);
            case IsNullExpression isNull -> isNull(isNull, sql);
            case IsBooleanExpression is -> {
                write(is.getLeftExpression(), sql);
                sql.add(is.isNot() ? "IS NOT" : "IS").add(is.isTrue() ? "TRUE" : "FALSE");
            }
            case ExistsExpression exists -> {
                sql.add(exists.isNot() ? "NOT EXISTS" : "EXISTS");
                if (!(exists.getRightExpression() instanceof Select select)) {
                    throw notUnderstood(exists);
                }
                subSelect(select, sql);
            }
            case CaseExpression choice -> choice(choice, sql);
            case CastExpression cast when !cast.isImplicitCast() -> cast(cast, sql);
            case CollateExpression collate -> {
                sql.leaveOpen(); // which of several texts that it holds equal
                write(collate.getLeftExpression(), sql);
                sql.add("COLLATE").add(collate.getCollate());
            }
            case TrimFunction trim -> trim(trim, sql);
            case Function function -> {
                if (!rules.call(function, this, sql)) {
                    function(function, sql);
                }
            }
            case AnalyticExpression analytic -> analytic(analytic, sql);
            case ParenthesedExpressionList<?> list -> {
                sql.add("(");
                sql.list(list, e -> write(e, sql));
                sql.add(")");
            }
            case ExpressionList<?> list -> sql.list(list, e -> write(e, sql));
            case Select select -> {
                var part = new WrittenSql();
                subSelect(select, part);
                sql.add(part);
                if (!isOneRow(select)) {
                    sql.takeFirstOf(part);
                }
            }
            default -> {
                if (!rules.write(expression, this, sql)) {
                    throw notUnderstood(expression);
                }
            }
        }
    }

    /** Writes a SELECT of which all rows count. */
    void subSelect(Select select, WrittenSql sql) {
        subSelect = true;
        selects.write(select, sql);
    }

    /** Whether a SELECT gives one row whatever there is: all rows in one, or none read. */
    private boolean isOneRow(Select select) {
        return switch (select) {
            case ParenthesedSelect inner -> isOneRow(inner.getSelect());
            case PlainSelect plain ->
                    plain.getFromItem() == null
                            || (plain.getGroupBy() == null
                                    && plain.getSelectItems().size() == 1
                                    && isAggregate(
                                            plain.getSelectItems().getFirst().getExpression()));
            default -> false;
        };
    }

    private boolean isAggregate(Expression expression) {
        return expression instanceof Function function
                && rules.functions().isAggregate(function.getName(), arguments(function).size());
    }

    private static List<Expression> arguments(Function function) {
        return function.getParameters() == null ? List.of() : List.copyOf(function.getParameters());
    }

    /** Chains of operators lean to the left; a loop keeps them from using up the stack. */
    private void binary(BinaryExpression expression, WrittenSql sql) {
        var pending = new ArrayDeque<BinaryExpression>();
        Expression left = expression;
        while (left instanceof BinaryExpression binary && BINARY.contains(binary.getClass())) {
            pending.push(binary);
            left = binary.getLeftExpression();
        }
        write(left, sql);
        for (var binary : pending) {
            sql.add(operator(binary));
            write(binary.getRightExpression(), sql);
            selects.countWork(binary);
        }
    }

    private static String operator(BinaryExpression binary) {
        return binary.getStringExpression().strip().replace("> =", ">=").replace("< =", "<=");
    }

    /**
     * An engine may take a bare name or text after IN for a table: only brackets may stand there.
     */
    private void in(InExpression in, WrittenSql sql) {
        var right = in.getRightExpression();
        if (!(right instanceof ParenthesedExpressionList<?>
                || right instanceof ParenthesedSelect)) {
            throw notUnderstood(right);
        }
        write(in.getLeftExpression(), sql);
        sql.add(in.isNot() ? "NOT IN" : "IN");
        if (right instanceof ParenthesedSelect select) {
            subSelect(select, sql);
        } else {
            write(right, sql);
        }
    }

    private void like(LikeExpression like, WrittenSql sql) {
        if (!rules.likes().contains(like.getLikeKeyWord())) {
            throw notUnderstood(like);
        }
        write(like.getLeftExpression(), sql);
        var word = like.getLikeKeyWord().name();
        sql.add(like.isNot() ? "NOT " + word : word);
        write(like.getRightExpression(), sql);
        if (like.getEscape() != null) {
            sql.add("ESCAPE");
            write(like.getEscape(), sql);
        }
    }

    private void between(Between between, WrittenSql sql) {
        write(between.getLeftExpression(), sql);
        sql.add(between.isNot() ? "NOT BETWEEN" : "BETWEEN");
        write(between.getBetweenExpressionStart(), sql);
        sql.add("AND");
        write(between.getBetweenExpressionEnd(), sql);
    }

    private void isNull(IsNullExpression isNull, WrittenSql sql) {
        write(isNull.getLeftExpression(), sql);
        if (isNull.isUseNotNull()) { // which the parser notes as ISNULL too
            sql.add("NOTNULL");
        } else if (isNull.isUseIsNull()) {
            sql.add("ISNULL");
        } else {
            sql.add(isNull.isNot() ? "IS NOT NULL" : "IS NULL");
        }
    }

    private void choice(CaseExpression choice, WrittenSql sql) {
        sql.add("CASE");
        if (choice.getSwitchExpression() != null) {
            write(choice.getSwitchExpression(), sql);
        }
        for (var when : choice.getWhenClauses()) {
            sql.add("WHEN");
            write(when.getWhenExpression(), sql);
            sql.add("THEN");
            write(when.getThenExpression(), sql);
        }
        if (choice.getElseExpression() != null) {
            sql.add("ELSE");
            write(choice.getElseExpression(), sql);
        }
        sql.add("END");
    }

    private void cast(CastExpression cast, WrittenSql sql) {
        var type = cast.getColDataType();
        if (type == null || !rules.isType(type.toString())) {
            throw notUnderstood(cast);
        }
        if (cast.keyword == null || cast.keyword.isEmpty()) {
            cast(cast.getLeftExpression(), type.toString(), sql);
            sql.add("::").add(type.toString());
            return;
        }
        sql.add("CAST(");
        cast(cast.getLeftExpression(), type.toString(), sql);
        sql.add("AS").add(type.toString()).add(")");
    }

    /** Writes what is cast to a type, whether the draft says so or not. */
    void cast(Expression value, String type, WrittenSql sql) {
        switch (value) {
            case StringValue text when rules.isTime(type) && rules.mayBeClock(text.getValue()) ->
                    clock(text, sql);
            case ParenthesedExpressionList<?> list when list.size() == 1 -> {
                sql.add("(");
                cast(list.getFirst(), type, sql);
                sql.add(")");
            }
            default -> write(value, sql);
        }
    }

    /** Writes a text that stands for a point in time by the clock. */
    void clock(StringValue text, WrittenSql sql) {
        var now = selects.schema().now();
        if (now == null) {
            sql.readClock();
            sql.add(text.toString());
        } else {
            sql.add(text.toString(), rules.moment(text.getValue(), now));
        }
    }

    private void trim(TrimFunction trim, WrittenSql sql) {
        if (trim.getTrimSpecification() != null || trim.isUsingFromKeyword()) {
            throw notUnderstood(trim);
        }
        sql.add("TRIM(");
        write(trim.getExpression(), sql);
        if (trim.getFromExpression() != null) {
            sql.add(",");
            write(trim.getFromExpression(), sql);
        }
        sql.add(")");
    }

    private void function(Function function, WrittenSql sql) {
        var name = function.getName();
        requireAllowed(name);
        sql.add(name + "(");
        if (function.isDistinct()) {
            sql.add("DISTINCT");
        }
        var parameters = arguments(function);
        boolean aggregated = rules.functions().isAggregate(name, parameters.size());
        aggregate |= aggregated;
        if (rules.functions().dependsOnOrder(name)) {
            sql.leaveOpen();
        }
        depth += aggregated ? 1 : 0;
        arguments(name, parameters, sql);
        SelectWriter.order(function.getOrderByElements(), this, sql);
        depth -= aggregated ? 1 : 0;
        sql.add(")");
    }

    private void arguments(String function, List<Expression> arguments, WrittenSql sql) {
        sql.list(
                arguments,
                argument -> {
                    switch (argument) {
                        case AllColumns _ -> sql.add("*");
                        case StringValue text when meansNow(function, text) -> clock(text, sql);
                        default -> write(argument, sql);
                    }
                });
        if (rules.functions().isDate(function)
                && arguments.size() == rules.functions().timeArgument(function)) {
            var now = now("", sql);
            sql.add("", now.isEmpty() || arguments.isEmpty() ? now : ", " + now);
        }
    }

    private boolean meansNow(String function, StringValue text) {
        return rules.functions().isDate(function) && rules.mayBeClock(text.getValue());
    }

    /** The data's present as a point in time; what reads the clock instead where it has none. */
    String now(String otherwise, WrittenSql sql) {
        return now(rules::moment, otherwise, sql);
    }

    /** The same as a day. */
    String today(String otherwise, WrittenSql sql) {
        return now(rules::day, otherwise, sql);
    }

    private String now(
            java.util.function.Function<LocalDateTime, String> format,
            String otherwise,
            WrittenSql sql) {
        var now = selects.schema().now();
        if (now == null) {
            sql.readClock();
            return otherwise;
        }
        return format.apply(now);
    }

    private void text(StringValue text, WrittenSql sql) {
        var literal = text.toString();
        boolean clock = rules.mayBeClock(text.getValue());
        if (clock) { // may reach a date function from here
            sql.readClock();
        }
        boolean replaced = clock && selects.schema().now() != null;
        sql.add(literal, replaced ? rules.onlyText(literal) : literal);
    }

    /** The data's present is a point in time; {@code current_time} stands for all of it too. */
    private void timeKey(TimeKeyExpression time, WrittenSql sql) {
        var word = time.getStringValue();
        switch (SqlNames.folded(word)) {
            case "current_date" -> sql.add(word, today(word, sql));
            case "current_time", "current_timestamp" -> sql.add(word, now(rules.clock(word), sql));
            default -> throw notUnderstood(time);
        }
    }

    private void analytic(AnalyticExpression analytic, WrittenSql sql) {
        var name = analytic.getName();
        requireAllowed(name);
        boolean within =
                analytic.getType() == AnalyticType.WITHIN_GROUP
                        && rules.functions().dependsOnOrder(name);
        if (!within
                && analytic.getType() != AnalyticType.OVER
                && analytic.getType() != AnalyticType.FILTER_ONLY) {
            throw notUnderstood(analytic);
        }
        boolean aggregated = within || analytic.getType() == AnalyticType.FILTER_ONLY;
        aggregate |= aggregated;
        if (rules.functions().dependsOnOrder(name) || (!aggregated && isByRows(analytic))) {
            sql.leaveOpen();
        }
        depth += aggregated ? 1 : 0;
        sql.add(name + "(");
        if (analytic.isDistinct()) {
            sql.add("DISTINCT");
        }
        if (analytic.isAllColumns()) {
            sql.add("*");
        }
        if (analytic.getExpression() instanceof AllColumns) {
            sql.add("*");
        } else if (analytic.getExpression() != null) {
            write(analytic.getExpression(), sql);
        }
        if (analytic.getOffset() != null) {
            sql.add(",");
            write(analytic.getOffset(), sql);
        }
        if (analytic.getDefaultValue() != null) {
            sql.add(",");
            write(analytic.getDefaultValue(), sql);
        }
        SelectWriter.order(analytic.getFuncOrderBy(), this, sql);
        sql.add(")");
        if (within) {
            sql.add("WITHIN GROUP");
            window(
                    analytic.getPartitionExpressionList(),
                    analytic.getWindowDefinition(),
                    analytic.getWindowElement(),
                    sql);
        }
        if (analytic.getFilterExpression() != null) {
            sql.add("FILTER (").add("WHERE");
            write(analytic.getFilterExpression(), sql);
            sql.add(")");
        }
        depth -= aggregated ? 1 : 0;
        if (analytic.getType() == AnalyticType.OVER) {
            over(analytic, sql);
        }
    }

    /** Whether a window may part rows that its order holds equal; a frame of its own may. */
    private static boolean isByRows(AnalyticExpression analytic) {
        return analytic.getWindowName() != null || analytic.getWindowElement() != null;
    }

    private void over(AnalyticExpression analytic, WrittenSql sql) {
        sql.add("OVER");
        if (analytic.getWindowName() != null) {
            sql.add(analytic.getWindowName(), rules.declared(analytic.getWindowName()));
        } else {
            window(
                    analytic.getPartitionExpressionList(),
                    analytic.getWindowDefinition(),
                    analytic.getWindowElement(),
                    sql);
        }
    }

    void writeWindows(List<WindowDefinition> windows, WrittenSql sql) {
        sql.add("WINDOW");
        sql.list(
                windows,
                window -> {
                    var name = window.getWindowName();
                    sql.add(name, rules.declared(name)).add("AS");
                    window(
                            window.getPartitionExpressionList(),
                            window,
                            window.getWindowElement(),
                            sql);
                });
    }

    private void window(
            @Nullable ExpressionList<?> partition,
            @Nullable WindowDefinition definition,
            @Nullable WindowElement element,
            WrittenSql sql) {
        sql.add("(");
        if (partition != null && !partition.isEmpty()) {
            sql.add("PARTITION BY");
            writeTerms(partition, sql);
        }
        if (definition != null) {
            SelectWriter.order(definition.getOrderByElements(), this, sql);
        }
        if (element != null) {
            frame(element, sql);
        }
        sql.add(")");
    }

    private void frame(WindowElement element, WrittenSql sql) {
        sql.add(element.getType().name());
        if (element.getRange() != null) {
            sql.add("BETWEEN");
            bound(element.getRange().getStart(), sql);
            sql.add("AND");
            bound(element.getRange().getEnd(), sql);
        } else {
            bound(element.getOffset(), sql);
        }
    }

    private void bound(@Nullable WindowOffset offset, WrittenSql sql) {
        if (offset == null || offset.getType() == null) {
            throw notUnderstood("a window without a bound");
        }
        switch (offset.getType()) {
            case CURRENT -> sql.add("CURRENT ROW");
            case PRECEDING, FOLLOWING -> {
                if (offset.getExpression() == null) {
                    sql.add("UNBOUNDED");
                } else {
                    write(offset.getExpression(), sql);
                }
                sql.add(offset.getType().name());
            }
            case EXPR -> throw notUnderstood(offset);
        }
    }

    private void requireAllowed(String name) {
        if (!rules.functions().isAllowed(name)) {
            throw new RefusalException(
                    UNKNOWN_FUNCTION,
                    name,
                    "The function " + name + " is not on the list of harmless functions.");
        }
    }

    private void column(Column column, boolean mayBeText, WrittenSql sql) {
        if (depth == 0) {
            rowwise.add(column.toString());
        }
        if (column.getSchemaName() != null) {
            throw unknownColumn(column.getFullyQualifiedName());
        }
        var resolved = selects.resolution().of(column);
        if (resolved instanceof OfSource found) {
            selects.count(found);
        }
        if (column.getTable() != null && column.getTableName() != null) {
            qualified(column, resolved, sql);
            return;
        }
        switch (resolved) {
            case OfSource found when isUsable(found) && isNear(found) ->
                    named(column, found.scope(), found.column().name(), sql);
            case OfAlias(var home, var name, _)
                    when selects.isWritten(home) && !Scope.isRowNumber(name) ->
                    named(column, home, name, sql);
            case ResolvedColumn _ -> unresolved(column, mayBeText, sql);
        }
    }

    /** A source that is not the first of its name is refused: it is easily taken for the other. */
    private void qualified(Column column, ResolvedColumn resolved, WrittenSql sql) {
        if (resolved instanceof NoSource
                || (resolved instanceof OfSource(_, var source, _, _)
                        && !selects.isWritten(source))) {
            throw unknownSource(column.getUnquotedTableName());
        }
        if (!(resolved instanceof OfSource found && isUsable(found) && found.rival() == null)) {
            throw unknownColumn(column.getFullyQualifiedName());
        }
        var qualifier = column.getTableName();
        sql.add(qualifier, rules.spelled(qualifier, found.source().name())).add(".");
        named(column, found.scope(), found.column().name(), sql);
    }

    private void named(Column column, Scope home, String name, WrittenSql sql) {
        if (home != scope) {
            sql.leanOut();
        }
        sql.add(column.getColumnName(), rules.spelled(column.getColumnName(), name));
    }

    private boolean isUsable(OfSource found) {
        return selects.isWritten(found.source()) && found.column().isNamed();
    }

    /**
     * What may be a row number must be a column of the first SELECT that reads anything: a row
     * number comes before whatever is further out.
     */
    private boolean isNear(OfSource found) {
        var near = scope;
        while (near != found.scope() && near.sources().isEmpty() && near.outer() != null) {
            near = near.outer();
        }
        return near == found.scope() || !Scope.isRowNumber(found.column().name());
    }

    private void unresolved(Column column, boolean mayBeText, WrittenSql sql) {
        var written = column.getColumnName();
        var name = QuotedName.meant(SqlNames.plain(written));
        if (mayBeText && rules.hasOwnQuotes() && QuotedName.mayBeText(written)) {
            // an engine may read a name in double quotes that names nothing as a text
            sql.add(written, SqlTexts.quoted(name));
            return;
        }
        var constant = selects.schema().constant(name).orElseThrow(() -> unknownColumn(name));
        sql.add(written, constant.toPlainString());
    }

    static RefusalException notUnderstood(Object node) {
        return new RefusalException(
                UNPARSABLE,
                node.toString(),
                "An expression is not part of the SQL that is understood here.");
    }

    static RefusalException unknownSource(String name) {
        return new RefusalException(
                UNKNOWN_TABLE,
                QuotedName.meant(name),
                "The query reads no table named " + QuotedName.meant(name) + ".");
    }

    private static RefusalException unknownColumn(String name) {
        return new RefusalException(
                UNKNOWN_COLUMN,
                QuotedName.meant(name),
                "No table that the query reads shows a column " + name + ".");
    }
}
