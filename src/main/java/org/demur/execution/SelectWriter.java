package org.demur.execution;

import static org.demur.detection.FindingCode.EXCEEDS_LIMITS;
import static org.demur.detection.FindingCode.NOT_READ_ONLY;
import static org.demur.detection.FindingCode.UNKNOWN_TABLE;
import static org.demur.detection.FindingCode.UNPARSABLE;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.Distinct;
import net.sf.jsqlparser.statement.select.Fetch;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.GroupByElement;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.LateralSubSelect;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.WithItem;
import org.demur.schema.DatabaseSchema;
import org.demur.sql.GroupingTerms;
import org.demur.sql.QuotedName;
import org.demur.sql.Resolution;
import org.demur.sql.ResolvedColumn.OfSource;
import org.demur.sql.Scope;
import org.demur.sql.Source;
import org.demur.sql.Source.OfCommonTable;
import org.demur.sql.Source.OfQuery;
import org.demur.sql.Source.OfTable;
import org.demur.sql.Source.OfUnknown;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a SELECT from its syntax tree. Every node type that may run is named here or in {@link
 * ExpressionWriter}; any other is refused. A part of a node that is not written is no danger
 * either: the tokens then differ from the draft's.
 */
final class SelectWriter {
    /**
     * A common table expression as it is written.
     *
     * @param name in the statement that is to run; nothing else there has it
     * @param reads how many tables its body reads, those of other such expressions included: the
     *     engine expands each mention anew
     */
    private record Cte(String name, int reads) {}

    /**
     * What is known of a column that a query offers.
     *
     * @param expressions that compute it, as {@link #MAX_EXPRESSIONS} counts them
     * @param length of its values at most, as {@link ValueSizes} has it
     */
    private record Output(long expressions, long length) {
        /** A table's. */
        private static final Output STORED = new Output(1, ValueSizes.STORED);

        /** A common table expression's within itself. */
        private static final Output OF_ITSELF = new Output(1, ValueSizes.UNBOUNDED);

        Output orLarger(Output other) {
            return new Output(
                    Math.max(expressions, other.expressions), Math.max(length, other.length));
        }
    }

    /** As many as the engine allows of a result. */
    private static final int MAX_COLUMNS = 500;

    /** Mentions of tables, those in common table expressions counted each time they are read. */
    private static final int MAX_READS = 500;

    /**
     * Common table expressions: PostgreSQL plans a hundred that read one another in 0.4 s, and
     * eight hundred for longer than it can be told to stop.
     */
    private static final int MAX_CTES = 100;

    /**
     * Expressions, each counted as often as it is mentioned: an engine puts what an inner query
     * computes in the place of its name, so that {@code x + x} doubles the work at each level. A
     * draft of 20,000 characters has 10,000 at most, and those of people mention few of them twice.
     */
    private static final int MAX_EXPRESSIONS = 100_000;

    /** Of a number of rows that is looked at closer. */
    private static final int MOST_DIGITS = 10;

    private final DatabaseSchema schema;
    private final GuardRules rules;
    private final Resolution resolution;
    private final IdentityHashMap<WithItem<?>, Cte> ctes = new IdentityHashMap<>();

    /** Sources, and scopes whose items are written: nothing else can be named yet. */
    private final Set<Object> written = Collections.newSetFromMap(new IdentityHashMap<>());

    private int reads;

    /** As {@link #MAX_EXPRESSIONS} counts them. */
    private long expressions;

    /** In order: of SELECTs, common table expressions and sources. */
    private final IdentityHashMap<Object, List<Output>> outputs = new IdentityHashMap<>();

    private final ValueSizes values = new ValueSizes(this);

    private SelectWriter(Select select, DatabaseSchema schema, GuardRules rules) {
        this.schema = schema;
        this.rules = rules;
        this.resolution = Resolution.of(select, schema);
    }

    static WrittenSql write(Select select, DatabaseSchema schema, GuardRules rules) {
        var sql = new WrittenSql();
        new SelectWriter(select, schema, rules).write(select, sql);
        return sql;
    }

    DatabaseSchema schema() {
        return schema;
    }

    GuardRules rules() {
        return rules;
    }

    Resolution resolution() {
        return resolution;
    }

    /** Counts an expression that is written. */
    void count() {
        count(1);
    }

    /** Counts what the name of a column stands for. */
    void count(OfSource column) {
        count(output(column).expressions());
    }

    /** Of the values of what a column stands for, as {@link ValueSizes} has it. */
    long length(OfSource column) {
        return output(column).length();
    }

    /** The same of a SELECT that gives one value, once it is written. */
    long length(Select select) {
        return outputs.getOrDefault(select, List.of()).stream()
                .mapToLong(Output::length)
                .max()
                .orElse(ValueSizes.UNBOUNDED);
    }

    private long length(Expression expression) {
        return rules.boundsValues() ? ValueSizes.STORED : values.of(expression);
    }

    /**
     * Counts the work that an expression is by itself, once it is written: what it reads is known.
     */
    void countWork(Expression expression) {
        if (!rules.boundsValues()) {
            values.count(expression);
        }
    }

    /** Where the names are the same, that of the largest. */
    private Output output(OfSource column) {
        var columns = column.source().relation().columns();
        var known = outputs(column.source());
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).equals(column.column()))
                .mapToObj(known::get)
                .reduce(Output::orLarger)
                .orElse(Output.STORED);
    }

    private void count(long more) {
        expressions += more;
        if (expressions > MAX_EXPRESSIONS) {
            throw new RefusalException(
                    EXCEEDS_LIMITS,
                    MAX_EXPRESSIONS + " expressions",
                    "The statement has more than %,d expressions, counted each time."
                            .formatted(MAX_EXPRESSIONS));
        }
    }

    /** Of each column that a source offers. */
    private List<Output> outputs(Source source) {
        var unknown = Output.STORED;
        var known = outputs.get(source);
        if (source.read() instanceof OfCommonTable(var definition)) {
            known = outputs.get(definition);
            unknown = known == null ? Output.OF_ITSELF : unknown;
        }
        var fitted = new ArrayList<>(known == null ? List.<Output>of() : known);
        while (fitted.size() < source.relation().columns().size()) {
            fitted.add(unknown);
        }
        return fitted;
    }

    /** Of each place in SELECTs that are put together, that of the largest. */
    private List<Output> largest(List<Select> parts) {
        var largest = new ArrayList<Output>();
        for (var part : parts) {
            var ofPart = outputs.getOrDefault(part, List.of());
            for (int i = 0; i < ofPart.size(); i++) {
                if (i == largest.size()) {
                    largest.add(ofPart.get(i));
                }
                largest.set(i, largest.get(i).orLarger(ofPart.get(i)));
            }
        }
        return largest;
    }

    /** Of a source, and of the items of the SELECT with a scope. */
    boolean isWritten(Object sourceOrScope) {
        return written.contains(sourceOrScope);
    }

    /** Fails once nobody waits for what is written: the guard interrupts its thread then. */
    static void requireTime() {
        if (Thread.currentThread().isInterrupted()) {
            throw new RefusalException(
                    EXCEEDS_LIMITS, "", "The statement takes too long to check.");
        }
    }

    /** Writes a SELECT with its WITH clause. */
    void write(Select select, WrittenSql sql) {
        requireTime();
        var scope = resolution.scope(select);
        if (scope == null) {
            throw notAllowed(select);
        }
        with(select.getWithItemsList(), sql);
        switch (select) {
            case PlainSelect plain -> plain(plain, scope, sql);
            case SetOperationList list -> compound(list, sql);
            case ParenthesedSelect inner -> {
                sql.add("(");
                write(inner.getSelect(), sql);
                sql.add(")");
                outputs.put(inner, largest(List.of(inner.getSelect())));
            }
            default -> throw notAllowed(select);
        }
        if (!(select instanceof PlainSelect)) {
            order(select.getOrderByElements(), new ExpressionWriter(this, scope), sql);
            limit(select, sql);
            if (isCut(select)) {
                sql.leaveOpen();
            }
        }
    }

    private void with(@Nullable List<WithItem<?>> items, WrittenSql sql) {
        if (items == null || items.isEmpty()) {
            return;
        }
        sql.add("WITH");
        sql.list(
                items,
                item -> {
                    if (item.isRecursive()) {
                        sql.add("RECURSIVE");
                        sql.leaveOpen();
                    }
                    cte(item, sql);
                });
    }

    private void cte(WithItem<?> item, WrittenSql sql) {
        if (!(item.getParenthesedStatement() instanceof ParenthesedSelect body)) {
            throw new RefusalException(
                    NOT_READ_ONLY,
                    item.getUnquotedAliasName(),
                    "A common table expression changes data.");
        }
        if (ctes.size() == MAX_CTES) {
            throw new RefusalException(
                    EXCEEDS_LIMITS,
                    MAX_CTES + " common table expressions",
                    "The statement has more than %d common table expressions.".formatted(MAX_CTES));
        }
        var name = rules.cteName(item.getAliasName(), ctes.size());
        sql.add(item.getAliasName(), name);
        ctes.put(item, new Cte(name, 1));
        if (item.getWithItemList() != null && !item.getWithItemList().isEmpty()) {
            sql.add("(");
            sql.list(item.getWithItemList(), column -> declared(column.getExpression(), sql));
            sql.add(")");
        }
        sql.add("AS");
        if (item.isMaterialized()) {
            sql.add(item.isUsingNot() ? "NOT MATERIALIZED" : "MATERIALIZED");
        }
        int before = reads;
        reads = 0;
        write(body, sql);
        ctes.put(item, new Cte(name, Math.max(1, reads)));
        outputs.put(item, largest(List.of(body)));
        reads = before;
    }

    private void declared(Expression column, WrittenSql sql) {
        if (!(column instanceof Column named)) {
            throw notAllowed(column);
        }
        sql.add(named.getColumnName(), rules.declared(named.getColumnName()));
    }

    private void compound(SetOperationList list, WrittenSql sql) {
        for (int i = 0; i < list.getSelects().size(); i++) {
            if (i > 0) {
                sql.add(list.getOperations().get(i - 1).toString());
            }
            write(list.getSelects().get(i), sql);
        }
        outputs.put(list, largest(list.getSelects()));
    }

    private void plain(PlainSelect select, Scope scope, WrittenSql sql) {
        var from = new WrittenSql();
        from(select, scope, from);
        var expressions = new ExpressionWriter(this, scope);
        var returned = new ExpressionWriter(this, scope);
        var ordered = new ExpressionWriter(this, scope);

        sql.add("SELECT");
        if (select.getDistinct() != null) {
            distinct(select.getDistinct(), expressions, sql);
        }
        outputs.put(select, items(select.getSelectItems(), scope, returned, sql));
        written.add(scope); // only now: an item cannot refer to another item's alias
        var rest = new WrittenSql();
        rest.add(from);
        if (select.getWhere() != null) {
            rest.add("WHERE");
            expressions.write(select.getWhere(), rest);
        }
        if (select.getGroupBy() != null) {
            rest.add("GROUP BY");
            group(select.getGroupBy(), expressions, rest);
        }
        if (select.getHaving() != null) {
            rest.add("HAVING");
            returned.write(select.getHaving(), rest);
        }
        if (select.getWindowDefinitions() != null) {
            returned.writeWindows(select.getWindowDefinitions(), rest);
        }
        order(select.getOrderByElements(), ordered, rest);
        sql.add(rest);
        limit(select, sql);
        if (isLeftOpen(select, returned, ordered)) {
            sql.leaveOpen();
        }
        if (isCut(select)) {
            cut(select, ordered, scope, rest, sql);
        }
    }

    private void group(GroupByElement group, ExpressionWriter expressions, WrittenSql sql) {
        var terms = group.getGroupByExpressionList();
        if (terms == null) {
            throw notAllowed(group);
        }
        if (!rules.hasGroupingSets() || terms instanceof ParenthesedExpressionList) {
            expressions.writeTerms(terms, sql);
        } else if (group.getGroupingSets().isEmpty()) {
            groupings(terms, expressions, sql);
        } else if (terms.isEmpty()) {
            sql.add("GROUPING SETS (");
            sql.list(group.getGroupingSets(), set -> groupings(set, expressions, sql));
            sql.add(")");
        } else {
            throw notAllowed(group);
        }
    }

    /** Terms of which one may stand for several groupings. */
    private void groupings(ExpressionList<?> terms, ExpressionWriter expressions, WrittenSql sql) {
        if (terms instanceof ParenthesedExpressionList) {
            expressions.writeTerms(terms, sql);
            return;
        }
        sql.list(
                terms,
                term -> {
                    if (term instanceof Function several && GroupingTerms.isSeveral(several)) {
                        sql.add(several.getName() + "(");
                        expressions.writeTerms(several.getParameters(), sql);
                        sql.add(")");
                    } else {
                        expressions.writeTerm(term, sql);
                    }
                });
    }

    private void distinct(Distinct distinct, ExpressionWriter expressions, WrittenSql sql) {
        sql.add("DISTINCT");
        if (distinct.getOnSelectItems() == null || !rules.hasDistinctOn()) {
            return;
        }
        sql.leaveOpen();
        sql.add("ON (");
        sql.list(
                distinct.getOnSelectItems(),
                item -> expressions.writeTerm(item.getExpression(), sql));
        sql.add(")");
    }

    /**
     * Whether a group of rows has to stand for a column that differs among them: an engine may then
     * take the value of any row. A sub-query may hide such a column.
     */
    private static boolean isLeftOpen(
            PlainSelect select, ExpressionWriter returned, ExpressionWriter ordered) {
        if (select.getFromItem() == null) {
            return false;
        }
        if (returned.hasSubSelect() || ordered.hasSubSelect()) {
            return true;
        }
        var group = select.getGroupBy();
        boolean grouped =
                group != null
                        || select.getHaving() != null
                        || returned.hasAggregate()
                        || ordered.hasAggregate();
        return grouped && !terms(group).containsAll(returned.rowwise());
    }

    private static boolean isCut(Select select) {
        return select.getLimit() != null || select.getOffset() != null || select.getFetch() != null;
    }

    /** Notes whether SQL alone determines which rows a LIMIT leaves, or what that depends on. */
    private void cut(
            PlainSelect select,
            ExpressionWriter ordered,
            Scope scope,
            WrittenSql rest,
            WrittenSql sql) {
        boolean distinct = select.getDistinct() != null;
        long rows = firstRows(select);
        if (!isOrderedByKeys(select, ordered)) {
            sql.leaveOpen();
        } else if (!isOrderedAsAWhole(select, distinct)) {
            if (distinct || rows == 0) {
                sql.leaveOpen();
            } else {
                sql.takeFirstOf(rest, keys(select, scope), rows);
            }
        }
    }

    /** Whether rows that the order holds equal are the same. */
    private static boolean isOrderedAsAWhole(PlainSelect select, boolean distinct) {
        var keys =
                select.getOrderByElements().stream()
                        .map(element -> element.getExpression().toString())
                        .collect(Collectors.toSet());
        var items =
                select.getSelectItems().stream()
                        .map(item -> item.getExpression().toString())
                        .collect(Collectors.toSet());
        // of rows that are shown as one, another column has any one's value
        return distinct ? keys.equals(items) : keys.containsAll(items);
    }

    private List<WrittenSql> keys(PlainSelect select, Scope scope) {
        var keys = new ArrayList<WrittenSql>();
        for (var element : select.getOrderByElements()) {
            var key = new WrittenSql();
            new ExpressionWriter(this, scope).writeTerm(element.getExpression(), key);
            keys.add(key);
        }
        return keys;
    }

    /** How many rows a SELECT takes from the first on; 0 if it is another part of them. */
    private static long firstRows(PlainSelect select) {
        return select.getOffset() == null
                        && select.getLimit() != null
                        && select.getLimit().getOffset() == null
                        && select.getLimit().getRowCount() instanceof LongValue number
                        && number.getStringValue().length() < MOST_DIGITS
                ? number.getValue()
                : 0;
    }

    /** Whether rows are ordered by what means the same elsewhere, and is one value of each row. */
    private boolean isOrderedByKeys(PlainSelect select, ExpressionWriter ordered) {
        return select.getOrderByElements() != null
                && select.getOrderByElements().stream()
                        .allMatch(element -> isKey(element.getExpression()))
                && select.getSelectItems().stream().allMatch(item -> item.getAlias() == null)
                && (select.getGroupBy() == null
                        || terms(select.getGroupBy()).containsAll(ordered.rowwise()));
    }

    /** A column or what is counted or picked of one; a sum's last digits depend on the plan. */
    private boolean isKey(Expression term) {
        return term instanceof Column
                || (term instanceof Function function
                        && rules.functions().isExact(function.getName())
                        && function.getParameters() != null
                        && function.getParameters().size() == 1
                        && (function.getParameters().getFirst() instanceof AllColumns
                                || function.getParameters().getFirst() instanceof Column));
    }

    private static Set<String> terms(@Nullable GroupByElement group) {
        return group == null || group.getGroupByExpressionList() == null
                ? Set.of()
                : Stream.of(group.getGroupByExpressionList().toArray())
                        .map(Object::toString)
                        .collect(Collectors.toSet());
    }

    /** Writes them; gives what is known of each column. */
    private List<Output> items(
            List<SelectItem<?>> items, Scope scope, ExpressionWriter writer, WrittenSql sql) {
        var returned = new ArrayList<Output>();
        String separator = "";
        for (var item : items) {
            sql.add(separator);
            separator = ",";
            var expression = item.getExpression();
            switch (expression) {
                case AllTableColumns all -> {
                    var sources = resolution.of(all);
                    if (sources.isEmpty()) {
                        throw ExpressionWriter.unknownSource(all.getTable().getUnquotedName());
                    }
                    writer.addRowwise("*");
                    var name = all.getTable().getName();
                    sql.add(name, rules.spelled(name, sources.getFirst().name())).add(".").add("*");
                    sources.forEach(source -> returned.addAll(outputs(source)));
                }
                case AllColumns all -> {
                    writer.addRowwise("*");
                    sql.add("*");
                    scope.sources().forEach(source -> returned.addAll(outputs(source)));
                }
                default -> {
                    long before = expressions;
                    writer.writeTerm(expression, sql);
                    returned.add(new Output(Math.max(1, expressions - before), length(expression)));
                }
            }
            alias(item.getAlias(), sql);
            if (returned.size() > MAX_COLUMNS) {
                throw new RefusalException(
                        EXCEEDS_LIMITS,
                        expression.toString(),
                        "A part of the statement has more than %d columns.".formatted(MAX_COLUMNS));
            }
        }
        return returned;
    }

    private void alias(@Nullable Alias alias, WrittenSql sql) {
        if (alias == null) {
            return;
        }
        var name = alias.getName();
        sql.add(alias.isUseAs() ? "AS " + name : name, rules.alias(alias.isUseAs(), name));
    }

    /** The new names that an alias gives to the columns of a query, which the resolver knows. */
    private void renamed(Alias alias, WrittenSql sql) {
        var columns = alias.getAliasColumns();
        if (columns == null || columns.isEmpty()) {
            return;
        }
        sql.add("(");
        sql.list(
                columns,
                column -> {
                    if (column.colDataType != null) {
                        throw notAllowed(alias);
                    }
                    sql.add(column.name, rules.declared(column.name));
                });
        sql.add(")");
    }

    private void from(PlainSelect select, Scope scope, WrittenSql sql) {
        if (select.getFromItem() == null) {
            return;
        }
        sql.add("FROM");
        fromItem(select.getFromItem(), scope, sql);
        joins(select.getJoins(), scope, sql);
    }

    private void joins(@Nullable List<Join> joins, Scope scope, WrittenSql sql) {
        if (joins == null) {
            return;
        }
        var expressions = new ExpressionWriter(this, scope);
        for (var join : joins) {
            sql.add(joinWords(join));
            fromItem(join.getFromItem(), scope, sql);
            for (var on : join.getOnExpressions()) {
                sql.add("ON");
                expressions.write(on, sql);
            }
            if (!join.getUsingColumns().isEmpty()) {
                sql.add("USING (");
                sql.list(join.getUsingColumns(), column -> expressions.write(column, sql));
                sql.add(")");
            }
        }
    }

    private static String joinWords(Join join) {
        if (join.isSimple()) {
            return ",";
        }
        var words = new ArrayList<String>();
        if (join.isNatural()) {
            words.add("NATURAL");
        }
        if (join.isLeft()) {
            words.add("LEFT");
        } else if (join.isRight()) {
            words.add("RIGHT");
        } else if (join.isFull()) {
            words.add("FULL");
        }
        if (join.isOuter()) {
            words.add("OUTER");
        } else if (join.isInner()) {
            words.add("INNER");
        } else if (join.isCross()) {
            words.add("CROSS");
        }
        words.add("JOIN");
        return String.join(" ", words);
    }

    private void fromItem(FromItem item, Scope scope, WrittenSql sql) {
        switch (item) {
            case Table table -> table(table, sql);
            case ParenthesedSelect select -> {
                var source = source(select);
                if (select instanceof LateralSubSelect) {
                    if (!rules.hasLateral()) {
                        throw notAllowed(select);
                    }
                    sql.add("LATERAL");
                }
                write(select, sql);
                outputs.put(source, largest(List.of(select)));
                written.add(source);
                alias(select.getAlias(), sql);
                if (select.getAlias() != null && rules.hasLateral()) {
                    renamed(select.getAlias(), sql);
                }
            }
            case ParenthesedFromItem parenthesed -> {
                sql.add("(");
                fromItem(parenthesed.getFromItem(), scope, sql);
                joins(parenthesed.getJoins(), scope, sql);
                sql.add(")");
            }
            default -> throw notAllowed(item);
        }
    }

    private Source source(FromItem item) {
        var source = resolution.of(item);
        if (source == null) {
            throw notAllowed(item);
        }
        return source;
    }

    private void table(Table table, WrittenSql sql) {
        var name = table.getUnquotedName();
        boolean isText = name.startsWith("'");
        if (isText || !isOfNamespace(table)) {
            throw unknownTable(table.getFullyQualifiedName());
        }
        if (table.getSchemaName() != null) {
            sql.add(table.getSchemaName() + ".", ""); // what runs has it anyway
        }
        var source = source(table);
        switch (source.read()) {
            case OfCommonTable(var definition) -> {
                var cte = ctes.get(definition);
                if (cte == null) {
                    throw unknownTable(name);
                }
                sql.leanOut();
                countReads(cte.reads());
                sql.add(table.getName(), rules.cte(table.getName(), cte.name()));
                if (table.getAlias() == null) {
                    sql.add("", rules.cteAlias(source.name()));
                }
            }
            case OfTable(var known) -> {
                countReads(1);
                sql.add(table.getName(), rules.table(table.getName(), known));
                if (table.getAlias() == null) {
                    sql.add("", rules.addedAlias(known));
                }
            }
            case OfQuery _, OfUnknown _ -> {
                countReads(1);
                throw unknownTable(name);
            }
        }
        written.add(source);
        alias(table.getAlias(), sql);
    }

    /** Whether no schema stands before the table's name, or the one that is shown. */
    private boolean isOfNamespace(Table table) {
        return switch (table.getNameParts().size()) {
            case 1 -> true;
            case 2 -> table.getSchemaName() != null && rules.isNamespace(table.getSchemaName());
            default -> false;
        };
    }

    private void countReads(int more) {
        reads += more;
        if (reads > MAX_READS) {
            throw new RefusalException(
                    EXCEEDS_LIMITS,
                    MAX_READS + " tables",
                    "The statement reads more than %d tables, counted each time."
                            .formatted(MAX_READS));
        }
    }

    static void order(
            @Nullable List<OrderByElement> elements, ExpressionWriter expressions, WrittenSql sql) {
        if (elements == null || elements.isEmpty()) {
            return;
        }
        sql.add("ORDER BY");
        sql.list(elements, element -> element(element, expressions, sql));
    }

    private static void element(
            OrderByElement element, ExpressionWriter expressions, WrittenSql sql) {
        expressions.writeTerm(element.getExpression(), sql);
        if (!element.isAsc()) {
            sql.add("DESC");
        } else if (element.isAscDescPresent()) {
            sql.add("ASC");
        }
        if (element.getNullOrdering() != null) {
            sql.add(element.getNullOrdering().name().replace('_', ' '));
        }
    }

    private static void limit(Select select, WrittenSql sql) {
        var limit = select.getLimit();
        if (limit != null) {
            sql.add("LIMIT");
            if (limit.getOffset() != null) {
                sql.add(wholeNumber(limit.getOffset())).add(",");
            }
            sql.add(wholeNumber(limit.getRowCount()));
        }
        if (select.getOffset() != null) {
            sql.add("OFFSET").add(wholeNumber(select.getOffset().getOffset()));
            if (select.getOffset().getOffsetParam() != null) {
                sql.add(select.getOffset().getOffsetParam());
            }
        }
        if (select.getFetch() != null) {
            fetch(select.getFetch(), sql);
        }
    }

    private static void fetch(Fetch fetch, WrittenSql sql) {
        var words = String.join(" ", fetch.getFetchParameters());
        if (!words.equals("ROWS ONLY") && !words.equals("ROW ONLY")) {
            throw notAllowed(fetch);
        }
        sql.add(fetch.isFetchParamFirst() ? "FETCH FIRST" : "FETCH NEXT");
        if (fetch.getExpression() != null) {
            sql.add(wholeNumber(fetch.getExpression()));
        }
        sql.add(words);
    }

    private static String wholeNumber(@Nullable Expression expression) {
        if (expression instanceof LongValue number) {
            return number.getStringValue();
        }
        throw new RefusalException(
                UNPARSABLE,
                String.valueOf(expression),
                "LIMIT, OFFSET and FETCH take whole numbers only.");
    }

    private static RefusalException unknownTable(String name) {
        return new RefusalException(
                UNKNOWN_TABLE,
                QuotedName.meant(name),
                "The database shows no table " + QuotedName.meant(name) + ".");
    }

    static RefusalException notAllowed(Object node) {
        return new RefusalException(
                NOT_READ_ONLY,
                node.toString(),
                "%s is not on the list of constructs that are known to be harmless."
                        .formatted(node.getClass().getSimpleName()));
    }
}
