package org.demur.detection;

import static org.demur.detection.FindingCode.JOIN_WITHOUT_CONDITION;
import static org.demur.detection.FindingCode.UNKNOWN_TABLE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.WithItem;
import org.demur.detection.Meaning.Computed;
import org.demur.detection.Meaning.OfColumn;
import org.demur.detection.Meaning.OfNumber;
import org.demur.detection.Meaning.OfText;
import org.demur.failure.NearestName;
import org.demur.schema.SqlNames;
import org.jspecify.annotations.Nullable;

/**
 * Binds every name of a statement to what it stands for, by the engine's rules of scope, and
 * reports what cannot be bound or is odd about it. For one statement and one thread.
 */
final class StatementBinder {
    /** A LIMIT may have more digits than a number of Java's. */
    private static final Set<String> SINGLE = Set.of("0", "1");

    /** More are not bound: the engine takes no more, and {@code *} doubles them with each join. */
    private static final int MAX_COLUMNS = 2_000;

    private final IndexedSchema schema;
    private final FindingLog log;
    private final ExpressionBinder expressions;
    private final GroupingCheck grouping;

    StatementBinder(IndexedSchema schema, FindingLog log) {
        this.schema = schema;
        this.log = log;
        this.expressions =
                new ExpressionBinder(
                        new NameBinder(schema, log),
                        new ComparisonCheck(schema, log),
                        log,
                        (select, around) -> bind(select, around, around.commonTables()));
        this.grouping = new GroupingCheck(expressions, log);
    }

    void bind(Select statement) {
        bind(statement, null, Map.of());
    }

    private Relation bind(
            Select select, @Nullable Scope outer, Map<String, Relation> enclosingTables) {
        var commonTables = withItems(select, outer, enclosingTables);
        return switch (select) {
            case PlainSelect plain -> plain(plain, outer, commonTables);
            case ParenthesedSelect inner -> bind(inner.getSelect(), outer, commonTables);
            case SetOperationList operations -> operations(operations, outer, commonTables);
            default -> Relation.OPEN; // VALUES and other dialects' forms
        };
    }

    private Map<String, Relation> withItems(
            Select select, @Nullable Scope outer, Map<String, Relation> enclosingTables) {
        if (select.getWithItemsList() == null) {
            return enclosingTables;
        }
        var commonTables = new HashMap<>(enclosingTables);
        for (var item : select.getWithItemsList()) {
            var name = Names.folded(item.getAliasName());
            if (item.getParenthesedStatement() instanceof ParenthesedSelect body) {
                commonTables.put(
                        name,
                        body.getSelect() instanceof SetOperationList parts
                                ? recursive(item, parts, body, outer, commonTables)
                                : renamed(item, bind(body, outer, commonTables)));
            } else {
                commonTables.put(name, Relation.OPEN);
            }
        }
        return commonTables;
    }

    /** May refer to itself: its first part says which columns it has. */
    private Relation recursive(
            WithItem<?> item,
            SetOperationList parts,
            ParenthesedSelect body,
            @Nullable Scope outer,
            Map<String, Relation> enclosingTables) {
        var ofBody = withItems(body, outer, enclosingTables);
        var ofParts = withItems(parts, outer, ofBody);
        var first = renamed(item, bind(parts.getSelect(0), outer, ofParts));
        var inside = new HashMap<>(ofParts);
        inside.put(Names.folded(item.getAliasName()), first);
        parts.getSelects().stream().skip(1).forEach(part -> bind(part, outer, inside));
        return first;
    }

    private static Relation renamed(WithItem<?> item, Relation relation) {
        var names = item.getWithItemList();
        return names == null || names.isEmpty()
                ? relation
                : relation.renamed(names.stream().map(n -> n.getExpression().toString()).toList());
    }

    /** Its ORDER BY may name an output column of any part only: the dry run sees to that. */
    private Relation operations(
            SetOperationList operations,
            @Nullable Scope outer,
            Map<String, Relation> commonTables) {
        return operations.getSelects().stream()
                .map(s -> bind(s, outer, commonTables))
                .toList()
                .getFirst();
    }

    private Relation plain(
            PlainSelect select, @Nullable Scope outer, Map<String, Relation> commonTables) {
        var scope = new Scope(outer, commonTables);
        select.getSelectItems().forEach(item -> nameAlias(item, Computed.UNKNOWN, scope));
        from(select, scope);
        if (select.getWhere() != null) {
            conditions(select.getWhere(), scope);
        }
        checkJoined(scope);
        scope.takeBareColumns();

        if (select.getWindowDefinitions() != null) {
            select.getWindowDefinitions().forEach(window -> expressions.window(window, scope));
            scope.takeBareColumns();
        }
        var groups = grouping.bind(select.getGroupBy(), select.getSelectItems(), scope);
        var columns = selectItems(select.getSelectItems(), groups, scope);
        if (select.getHaving() != null) {
            scope.allowAggregates(true);
            groups.bare(select.getHaving(), expressions.meaning(select.getHaving(), scope));
        }
        grouping.order(select.getOrderByElements(), groups, scope);
        grouping.check(groups, scope);
        return columns.size() > MAX_COLUMNS
                ? Relation.OPEN
                : Relation.of(columns, hasOneRow(select, scope));
    }

    // FROM

    private void from(PlainSelect select, Scope scope) {
        if (select.getFromItem() == null) {
            return;
        }
        add(select.getFromItem(), scope);
        joins(select.getJoins(), scope);
    }

    private void joins(@Nullable List<Join> joins, Scope scope) {
        if (joins == null) {
            return;
        }
        for (var join : joins) {
            int before = scope.sources().size();
            add(join.getFromItem(), scope);
            var added = scope.sources().subList(before, scope.sources().size());
            if (join.isNatural()) {
                added.forEach(s -> mergeNatural(s, before, scope));
            }
            if (join.getUsingColumns() != null) {
                join.getUsingColumns().forEach(c -> mergeUsing(c, before, scope));
            }
        }
        // a condition may refer to any table of the clause
        joins.forEach(j -> j.getOnExpressions().forEach(on -> conditions(on, scope)));
    }

    private void add(FromItem item, Scope scope) {
        switch (item) {
            case Table table -> addTable(table, scope);
            case ParenthesedFromItem inner -> {
                add(inner.getFromItem(), scope);
                joins(inner.getJoins(), scope);
            }
            case Select derived -> {
                // sees what the statement around it sees, not its own neighbours
                var relation = bind(derived, scope.outer(), scope.commonTables());
                scope.add(new Source(aliasOf(item, ""), relation, null));
            }
            default -> scope.add(new Source(aliasOf(item, ""), Relation.OPEN, null));
        }
    }

    private void addTable(Table table, Scope scope) {
        var name = Names.folded(table.getName());
        var alias = aliasOf(table, table.getName());
        var common = scope.commonTables().get(name);
        if (common != null) {
            scope.add(new Source(alias, common, null));
            return;
        }
        var known = schema.table(name);
        if (known.isPresent()) {
            scope.add(new Source(alias, known.get().relation(), known.get().table()));
            return;
        }
        var written = SqlNames.plain(table.getName());
        var hint =
                NearestName.of(written, schema.tableNames())
                        .map(n -> "; did you mean " + n + "?")
                        .orElse(".");
        log.report(UNKNOWN_TABLE, written, "There is no table %s%s".formatted(written, hint));
        scope.add(new Source(alias, Relation.OPEN, null));
    }

    private static String aliasOf(FromItem item, String otherwise) {
        return item.getAlias() == null ? otherwise : item.getAlias().getName();
    }

    private static void mergeUsing(Column column, int before, Scope scope) {
        var name = Names.folded(column.getColumnName());
        scope.merge(name);
        var joined = scope.sources().get(before);
        scope.sources().subList(0, before).stream()
                .filter(s -> s.relation().column(name).isPresent() || s.relation().open())
                .forEach(s -> scope.join(s, joined));
    }

    private static void mergeNatural(Source joined, int before, Scope scope) {
        for (var earlier : scope.sources().subList(0, before)) {
            for (var name : joined.relation().byName().keySet()) {
                if (earlier.relation().column(name).isPresent()) {
                    scope.merge(name);
                    scope.join(earlier, joined);
                }
            }
        }
    }

    // WHERE and ON

    private void conditions(Expression condition, Scope scope) {
        switch (condition) {
            case AndExpression and -> {
                conditions(and.getLeftExpression(), scope);
                conditions(and.getRightExpression(), scope);
            }
            case ParenthesedExpressionList<?> list when list.size() == 1 ->
                    conditions(list.getFirst(), scope);
            case EqualsTo equality -> {
                scope.beginCondition();
                var left = expressions.meaning(equality.getLeftExpression(), scope);
                var right = expressions.meaning(equality.getRightExpression(), scope);
                expressions.compare(left, right);
                scope.endCondition();
                learn(left, right, scope.dependencies());
            }
            default -> {
                scope.beginCondition();
                expressions.meaning(condition, scope);
                scope.endCondition();
            }
        }
    }

    private static void learn(Meaning left, Meaning right, Dependencies dependencies) {
        if (left instanceof OfColumn(var one) && right instanceof OfColumn(var other)) {
            dependencies.addEqual(one, other);
        } else if (left instanceof OfColumn(var column) && isLiteral(right)) {
            dependencies.addConstant(column);
        } else if (right instanceof OfColumn(var column) && isLiteral(left)) {
            dependencies.addConstant(column);
        }
    }

    private static boolean isLiteral(Meaning meaning) {
        return meaning instanceof OfText || meaning instanceof OfNumber;
    }

    private void checkJoined(Scope scope) {
        var many = scope.sources().stream().filter(s -> !s.relation().singleRow()).toList();
        for (var source : many) {
            if (!scope.areJoined(many.getFirst(), source)) {
                log.report(
                        JOIN_WITHOUT_CONDITION,
                        source.name(),
                        "%s and %s are joined without a condition: every row meets every row."
                                .formatted(many.getFirst().name(), source.name()));
            }
        }
    }

    // SELECT list

    private List<BoundColumn> selectItems(
            List<SelectItem<?>> items, GroupingCheck.Groups groups, Scope scope) {
        scope.allowAggregates(true);
        scope.showAliases(false);
        var columns = new ArrayList<BoundColumn>();
        var meanings = new ArrayList<Meaning>();
        for (var item : items) {
            if (item.getExpression() instanceof AllColumns all) {
                columns.addAll(star(all, groups, scope));
                meanings.add(Computed.UNKNOWN);
            } else {
                var meaning = expressions.meaning(item.getExpression(), scope);
                groups.bare(item.getExpression(), meaning);
                columns.add(output(item, meaning));
                meanings.add(meaning);
            }
        }
        for (int i = 0; i < items.size(); i++) {
            nameAlias(items.get(i), meanings.get(i), scope);
        }
        scope.showAliases(true);
        return columns;
    }

    private List<BoundColumn> star(AllColumns all, GroupingCheck.Groups groups, Scope scope) {
        var sources =
                all instanceof AllTableColumns ofTable
                        ? expressions.names().sources(ofTable, scope)
                        : scope.sources();
        for (var source : sources) {
            source.relation().columns().forEach(c -> scope.use(new SourcedColumn(source, c)));
        }
        groups.bare(all, Computed.UNKNOWN);
        return sources.stream().flatMap(s -> s.relation().columns().stream()).toList();
    }

    private static BoundColumn output(SelectItem<?> item, Meaning meaning) {
        var expression = item.getExpression();
        if (meaning instanceof OfColumn(var sourced)) {
            var name =
                    expression instanceof Column c
                            ? SqlNames.plain(c.getColumnName())
                            : sourced.column().name();
            return sourced.column().named(aliasOf(item, name));
        }
        return new BoundColumn(aliasOf(item, expression.toString()), meaning.kind(), null);
    }

    private static String aliasOf(SelectItem<?> item, String otherwise) {
        return item.getAlias() == null ? otherwise : SqlNames.plain(item.getAlias().getName());
    }

    private static void nameAlias(SelectItem<?> item, Meaning meaning, Scope scope) {
        if (item.getAlias() != null) {
            scope.name(item.getAlias().getName(), meaning);
        }
    }

    private static boolean hasOneRow(PlainSelect select, Scope scope) {
        boolean oneGroup = select.getGroupBy() == null && !scope.aggregates().isEmpty();
        boolean limited =
                select.getLimit() != null
                        && select.getLimit().getRowCount() instanceof LongValue rows
                        && SINGLE.contains(rows.getStringValue());
        return oneGroup || limited || select.getFromItem() == null;
    }
}
