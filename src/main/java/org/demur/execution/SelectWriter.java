package org.demur.execution;

import static org.demur.detection.FindingCode.EXCEEDS_LIMITS;
import static org.demur.detection.FindingCode.NOT_READ_ONLY;
import static org.demur.detection.FindingCode.UNKNOWN_TABLE;
import static org.demur.detection.FindingCode.UNPARSABLE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.Distinct;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.GroupByElement;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.WithItem;
import org.demur.schema.DatabaseSchema;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a SELECT from its syntax tree. Every node type that may run is named here or in {@link
 * ExpressionWriter}; any other is refused. A part of a node that is not written is no danger
 * either: the tokens then differ from the draft's.
 */
final class SelectWriter {
    /**
     * What a sub-query offers to the query around it.
     *
     * @param columns names of its columns as in {@link NameScope.Source}
     * @param scope the names its own clauses could use
     */
    private record Output(List<String> columns, NameScope scope) {}

    /**
     * A common table expression.
     *
     * @param name in the statement that is to run; nothing else there has it
     * @param columns names of its columns as in {@link NameScope.Source}
     * @param reads how many tables its body reads, those of other such expressions included: the
     *     engine expands each mention anew
     */
    private record Cte(String name, List<String> columns, int reads) {}

    /** The common table expressions of one WITH clause, and behind them those further out. */
    private static final class Ctes {
        private final @Nullable Ctes outer;
        private final Map<String, Cte> byName = new HashMap<>();

        Ctes(@Nullable Ctes outer) {
            this.outer = outer;
        }

        @Nullable Cte find(String name) {
            var found = byName.get(NameScope.key(name));
            return found != null || outer == null ? found : outer.find(name);
        }
    }

    /**
     * The body of a common table expression may refer to itself by the name, once the first of its
     * parts has said which columns it has.
     */
    private record Recursion(Ctes home, String name, String written) {}

    /** As many as the engine allows of a result. */
    private static final int MAX_COLUMNS = 500;

    /** Mentions of tables, those in common table expressions counted each time they are read. */
    private static final int MAX_READS = 500;

    /** Of a number of rows that is looked at closer. */
    private static final int MOST_DIGITS = 10;

    private final DatabaseSchema schema;
    private final GuardRules rules;
    private int ctesWritten;
    private Ctes ctes = new Ctes(null);
    private int reads;

    private SelectWriter(DatabaseSchema schema, GuardRules rules) {
        this.schema = schema;
        this.rules = rules;
    }

    static WrittenSql write(Select select, DatabaseSchema schema, GuardRules rules) {
        var sql = new WrittenSql();
        new SelectWriter(schema, rules).select(select, null, sql, null);
        return sql;
    }

    DatabaseSchema schema() {
        return schema;
    }

    GuardRules rules() {
        return rules;
    }

    /** A SELECT inside of an expression. */
    void subSelect(Select select, NameScope scope, WrittenSql sql) {
        select(select, scope, sql, null);
    }

    /**
     * Writes a SELECT with its WITH clause.
     *
     * @param recursive the common table expression that this is the body of; null elsewhere
     */
    private Output select(
            Select select,
            @Nullable NameScope outer,
            WrittenSql sql,
            @Nullable Recursion recursive) {
        var before = ctes;
        ctes = new Ctes(before);
        try {
            with(select.getWithItemsList(), outer, sql);
            return switch (select) {
                case PlainSelect plain -> plain(plain, outer, sql);
                case SetOperationList list -> compound(list, outer, sql, recursive);
                case ParenthesedSelect inner -> parenthesed(inner, outer, sql, recursive);
                default -> throw notAllowed(select);
            };
        } finally {
            ctes = before;
        }
    }

    private void with(
            @Nullable List<WithItem<?>> items, @Nullable NameScope outer, WrittenSql sql) {
        if (items == null || items.isEmpty()) {
            return;
        }
        sql.add("WITH");
        boolean first = true;
        for (var item : items) {
            if (!first) {
                sql.add(",");
            }
            if (item.isRecursive()) {
                sql.add("RECURSIVE");
                sql.leaveOpen();
            }
            cte(item, outer, sql);
            first = false;
        }
    }

    private void cte(WithItem<?> item, @Nullable NameScope outer, WrittenSql sql) {
        if (!(item.getParenthesedStatement() instanceof ParenthesedSelect body)) {
            throw new RefusalException(
                    NOT_READ_ONLY,
                    item.getUnquotedAliasName(),
                    "A common table expression changes data.");
        }
        var name = NameScope.key(item.getUnquotedAliasName());
        var written = rules.cteName(item.getAliasName(), ctesWritten++);
        sql.add(item.getAliasName(), written);
        var declared = new ArrayList<String>();
        if (item.getWithItemList() != null && !item.getWithItemList().isEmpty()) {
            sql.add("(");
            String separator = "";
            for (var column : item.getWithItemList()) {
                if (!(column.getExpression() instanceof net.sf.jsqlparser.schema.Column c)) {
                    throw notAllowed(column.getExpression());
                }
                var named = rules.named(c.getColumnName(), c.getUnquotedColumnName());
                sql.add(separator).add(c.getColumnName(), rules.spelled(c.getColumnName(), named));
                declared.add(named);
                separator = ",";
            }
            sql.add(")");
            ctes.byName.put(name, new Cte(written, declared, 1));
        }
        sql.add("AS");
        if (item.isMaterialized()) {
            sql.add(item.isUsingNot() ? "NOT MATERIALIZED" : "MATERIALIZED");
        }
        int before = reads;
        reads = 0;
        var output =
                select(
                        body,
                        outer,
                        sql,
                        declared.isEmpty() ? new Recursion(ctes, name, written) : null);
        var columns = declared.isEmpty() ? output.columns() : declared;
        ctes.byName.put(name, new Cte(written, columns, Math.max(1, reads)));
        reads = before;
    }

    private Output parenthesed(
            ParenthesedSelect parenthesed,
            @Nullable NameScope outer,
            WrittenSql sql,
            @Nullable Recursion recursive) {
        sql.add("(");
        var output = select(parenthesed.getSelect(), outer, sql, recursive);
        sql.add(")");
        orderAndLimit(parenthesed, new ExpressionWriter(this, output.scope()), sql);
        return output;
    }

    private Output compound(
            SetOperationList list,
            @Nullable NameScope outer,
            WrittenSql sql,
            @Nullable Recursion recursive) {
        Output first = null;
        for (int i = 0; i < list.getSelects().size(); i++) {
            if (i > 0) {
                sql.add(list.getOperations().get(i - 1).toString());
            }
            var arm = select(list.getSelects().get(i), outer, sql, null);
            if (first == null) {
                first = arm;
                if (recursive != null) {
                    recursive
                            .home()
                            .byName
                            .put(recursive.name(), new Cte(recursive.written(), arm.columns(), 1));
                }
            } else {
                arm.columns().forEach(first.scope()::addAlias); // ORDER BY may use any arm's names
            }
        }
        if (first == null) {
            throw notAllowed(list);
        }
        orderAndLimit(list, new ExpressionWriter(this, first.scope()), sql);
        return first;
    }

    private Output plain(PlainSelect select, @Nullable NameScope outer, WrittenSql sql) {
        var scope = new NameScope(outer);
        var from = new WrittenSql();
        from(select, scope, from);
        var expressions = new ExpressionWriter(this, scope);
        var returned = new ExpressionWriter(this, scope);
        var ordered = new ExpressionWriter(this, scope);

        sql.add("SELECT");
        if (select.getDistinct() != null) {
            distinct(select.getDistinct(), expressions, sql);
        }
        var columns = items(select.getSelectItems(), scope, returned, sql);
        var rest = new WrittenSql();
        rest.add(from);
        if (select.getWhere() != null) {
            rest.add("WHERE");
            expressions.write(select.getWhere(), rest);
        }
        if (select.getGroupBy() != null) {
            rest.add("GROUP BY");
            var group = select.getGroupBy().getGroupByExpressionList();
            if (group == null) {
                throw notAllowed(select.getGroupBy());
            }
            expressions.writeTerms(group, rest);
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
        return new Output(columns, scope);
    }

    private void distinct(Distinct distinct, ExpressionWriter expressions, WrittenSql sql) {
        sql.add("DISTINCT");
        if (distinct.getOnSelectItems() == null || !rules.hasDistinctOn()) {
            return;
        }
        sql.leaveOpen();
        sql.add("ON (");
        String separator = "";
        for (var item : distinct.getOnSelectItems()) {
            sql.add(separator);
            expressions.writeTerm(item.getExpression(), sql);
            separator = ",";
        }
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
        return select.getLimit() != null || select.getOffset() != null;
    }

    /** Notes whether SQL alone determines which rows a LIMIT leaves, or what that depends on. */
    private void cut(
            PlainSelect select,
            ExpressionWriter ordered,
            NameScope scope,
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

    private List<WrittenSql> keys(PlainSelect select, NameScope scope) {
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
        return term instanceof net.sf.jsqlparser.schema.Column
                || (term instanceof Function function
                        && rules.functions().isExact(function.getName())
                        && function.getParameters() != null
                        && function.getParameters().size() == 1
                        && (function.getParameters().getFirst() instanceof AllColumns
                                || function.getParameters().getFirst()
                                        instanceof net.sf.jsqlparser.schema.Column));
    }

    private static Set<String> terms(@Nullable GroupByElement group) {
        return group == null || group.getGroupByExpressionList() == null
                ? Set.of()
                : Stream.of(group.getGroupByExpressionList().toArray())
                        .map(Object::toString)
                        .collect(Collectors.toSet());
    }

    private List<String> items(
            List<SelectItem<?>> items,
            NameScope scope,
            ExpressionWriter expressions,
            WrittenSql sql) {
        var columns = new ArrayList<String>();
        String separator = "";
        for (var item : items) {
            sql.add(separator);
            separator = ",";
            var expression = item.getExpression();
            switch (expression) {
                case AllTableColumns all -> {
                    var name = all.getTable().getName();
                    var source = expressions.sourceOf(all.getTable().getUnquotedName());
                    expressions.addRowwise("*");
                    sql.add(name, rules.spelled(name, source.name())).add(".").add("*");
                    columns.addAll(source.columns());
                }
                case AllColumns all -> {
                    expressions.addRowwise("*");
                    sql.add("*");
                    scope.sources().forEach(source -> columns.addAll(source.columns()));
                }
                default -> {
                    expressions.writeTerm(expression, sql);
                    columns.add(nameOf(item, scope));
                }
            }
            alias(item.getAlias(), sql);
            if (columns.size() > MAX_COLUMNS) {
                throw new RefusalException(
                        EXCEEDS_LIMITS,
                        expression.toString(),
                        "A part of the statement has more than %d columns.".formatted(MAX_COLUMNS));
            }
        }
        // only now: an item cannot refer to another item's alias
        items.stream()
                .filter(item -> item.getAlias() != null)
                .forEach(item ->
                        scope.addAlias(
                                rules.named(item.getAliasName(), item.getUnquotedAliasName())));
        return columns;
    }

    private String nameOf(SelectItem<?> item, NameScope scope) {
        if (item.getAlias() != null) {
            return rules.named(item.getAliasName(), item.getUnquotedAliasName());
        }
        if (!(item.getExpression() instanceof net.sf.jsqlparser.schema.Column column)) {
            return "";
        }
        var source =
                column.getTable() == null || column.getTableName() == null
                        ? null
                        : scope.source(column.getUnquotedTableName());
        var named = source == null ? null : source.column(column.getUnquotedColumnName());
        return named == null ? scope.spelled(column.getUnquotedColumnName()) : named;
    }

    private void alias(@Nullable Alias alias, WrittenSql sql) {
        if (alias == null) {
            return;
        }
        var name = alias.getName();
        sql.add(
                alias.isUseAs() ? "AS " + name : name,
                rules.alias(alias.isUseAs(), name, alias.getUnquotedName()));
    }

    private void from(PlainSelect select, NameScope scope, WrittenSql sql) {
        if (select.getFromItem() == null) {
            return;
        }
        sql.add("FROM");
        fromItem(select.getFromItem(), scope, sql);
        joins(select.getJoins(), scope, sql);
    }

    private void joins(@Nullable List<Join> joins, NameScope scope, WrittenSql sql) {
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
                String separator = "";
                for (var column : join.getUsingColumns()) {
                    sql.add(separator);
                    expressions.write(column, sql);
                    separator = ",";
                }
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

    private void fromItem(FromItem item, NameScope scope, WrittenSql sql) {
        switch (item) {
            case Table table -> table(table, scope, sql);
            case ParenthesedSelect select -> {
                // a sub-query in FROM sees the queries around this one, not its neighbours
                var columns = select(select, scope.outer(), sql, null).columns();
                scope.add(new NameScope.Source(nameOf(select.getAlias()), columns));
                alias(select.getAlias(), sql);
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

    private String nameOf(@Nullable Alias alias) {
        return alias == null ? "" : rules.named(alias.getName(), alias.getUnquotedName());
    }

    private void table(Table table, NameScope scope, WrittenSql sql) {
        var name = table.getUnquotedName();
        if (table.getSchemaName() != null || table.getNameParts().size() > 1) {
            throw unknownTable(table.getFullyQualifiedName());
        }
        var cte = ctes.find(name);
        if (cte != null) {
            sql.leanOut();
            countReads(cte.reads());
            var alias =
                    table.getAlias() == null
                            ? rules.named(table.getName(), name)
                            : nameOf(table.getAlias());
            scope.add(new NameScope.Source(alias, cte.columns()));
            sql.add(table.getName(), rules.cte(table.getName(), cte.name()));
            if (table.getAlias() == null) {
                sql.add("", rules.cteAlias(alias));
            }
            alias(table.getAlias(), sql);
            return;
        }
        countReads(1);
        var known = schema.table(QuotedName.meant(name)).orElseThrow(() -> unknownTable(name));
        scope.add(
                new NameScope.Source(
                        table.getAlias() == null
                                ? rules.tableAlias(known, name)
                                : nameOf(table.getAlias()),
                        known.columns().stream().map(c -> rules.column(c.name())).toList()));
        sql.add(table.getName(), rules.table(table.getName(), known));
        if (table.getAlias() == null) {
            sql.add("", rules.addedAlias(known));
        }
        alias(table.getAlias(), sql);
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

    private static void orderAndLimit(Select select, ExpressionWriter expressions, WrittenSql sql) {
        order(select.getOrderByElements(), expressions, sql);
        limit(select, sql);
        if (isCut(select)) {
            sql.leaveOpen();
        }
    }

    static void order(
            @Nullable List<OrderByElement> elements, ExpressionWriter expressions, WrittenSql sql) {
        if (elements == null || elements.isEmpty()) {
            return;
        }
        sql.add("ORDER BY");
        String separator = "";
        for (var element : elements) {
            sql.add(separator);
            separator = ",";
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
        }
    }

    private static String wholeNumber(@Nullable Expression expression) {
        if (expression instanceof LongValue number) {
            return number.getStringValue();
        }
        throw new RefusalException(
                UNPARSABLE,
                String.valueOf(expression),
                "LIMIT and OFFSET take whole numbers only.");
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
