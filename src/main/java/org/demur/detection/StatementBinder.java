package org.demur.detection;

import static org.demur.detection.FindingCode.JOIN_WITHOUT_CONDITION;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.LateralSubSelect;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import org.demur.detection.Meaning.Computed;
import org.demur.detection.Meaning.OfColumn;
import org.demur.detection.Meaning.OfNumber;
import org.demur.detection.Meaning.OfText;
import org.demur.schema.SqlNames;
import org.demur.sql.Resolution;
import org.demur.sql.Source;
import org.demur.sql.Source.OfUnknown;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a statement whose names are resolved, and reports what is unknown or odd about it. For
 * one statement and one thread.
 */
final class StatementBinder {
    /** A LIMIT may have more digits than a number of Java's. */
    private static final Set<String> SINGLE = Set.of("0", "1");

    private final Select statement;
    private final Resolution resolution;
    private final FindingLog log;
    private final NameBinder names;
    private final ExpressionBinder expressions;
    private final GroupingCheck grouping;

    /** Those that never have more than one row. */
    private final Set<PlainSelect> singleRows = Collections.newSetFromMap(new IdentityHashMap<>());

    /** What LATERAL queries give: the conditions that join them stand inside. */
    private final Set<Source> laterals = new HashSet<>();

    StatementBinder(Select statement, KeyGraph keys, FindingLog log) {
        this.statement = statement;
        this.resolution = Resolution.of(statement, keys.schema());
        this.log = log;
        this.names = new NameBinder(keys.schema(), resolution, log);
        this.expressions =
                new ExpressionBinder(names, new ComparisonCheck(keys, log), log, this::bind);
        this.grouping = new GroupingCheck(resolution, expressions, log);
    }

    void bind() {
        bind(statement);
    }

    private void bind(Select select) {
        if (select.getWithItemsList() != null) {
            for (var item : select.getWithItemsList()) {
                if (item.getParenthesedStatement() instanceof ParenthesedSelect body) {
                    bind(body);
                }
            }
        }
        switch (select) {
            case PlainSelect plain -> plain(plain);
            case ParenthesedSelect inner -> bind(inner.getSelect());
            // its ORDER BY may name an output column of any part only: the dry run sees to that
            case SetOperationList operations -> operations.getSelects().forEach(this::bind);
            default -> {} // VALUES and other dialects' forms
        }
    }

    private void plain(PlainSelect select) {
        var scope = resolution.scope(select);
        if (scope == null) {
            return; // where the resolver did not look either
        }
        var usage = new Usage(scope);
        names.add(usage);
        if (select.getFromItem() != null) {
            from(select.getFromItem(), usage);
            joins(select.getJoins(), usage);
        }
        if (select.getWhere() != null) {
            conditions(select.getWhere(), usage);
        }
        checkJoined(usage);
        usage.takeBareColumns();

        if (select.getWindowDefinitions() != null) {
            for (var window : select.getWindowDefinitions()) {
                window.getAllExpressions().forEach(e -> expressions.meaning(e, usage));
            }
            usage.takeBareColumns();
        }
        var groups = grouping.bind(select.getGroupBy(), select.getSelectItems(), usage);
        selectItems(select.getSelectItems(), groups, usage);
        if (select.getHaving() != null) {
            usage.allowAggregates(true);
            groups.bare(select.getHaving(), expressions.meaning(select.getHaving(), usage));
        }
        grouping.order(select.getOrderByElements(), groups, usage);
        grouping.check(groups, usage);
        if (hasOneRow(select, usage)) {
            singleRows.add(select);
        }
    }

    // FROM

    private void joins(@Nullable List<Join> joins, Usage usage) {
        if (joins == null) {
            return;
        }
        joins.forEach(join -> from(join.getFromItem(), usage));
        joins.forEach(join -> join.getOnExpressions().forEach(on -> conditions(on, usage)));
    }

    private void from(FromItem item, Usage usage) {
        switch (item) {
            case Table table -> {
                var source = resolution.of(table);
                if (source != null && source.read() instanceof OfUnknown) {
                    names.reportUnknown(table);
                }
            }
            case ParenthesedFromItem inner -> {
                from(inner.getFromItem(), usage);
                joins(inner.getJoins(), usage);
            }
            case LateralSubSelect lateral -> {
                bind(lateral);
                var source = resolution.of(lateral);
                if (source != null) {
                    laterals.add(source);
                }
            }
            case Select derived -> bind(derived);
            default -> {}
        }
    }

    // WHERE and ON

    private void conditions(Expression condition, Usage usage) {
        switch (condition) {
            case AndExpression and -> {
                conditions(and.getLeftExpression(), usage);
                conditions(and.getRightExpression(), usage);
            }
            case ParenthesedExpressionList<?> list when list.size() == 1 ->
                    conditions(list.getFirst(), usage);
            case EqualsTo equality -> {
                usage.beginCondition();
                var left = expressions.meaning(equality.getLeftExpression(), usage);
                var right = expressions.meaning(equality.getRightExpression(), usage);
                expressions.compare(left, right);
                usage.endCondition();
                learn(left, right, usage.dependencies());
            }
            default -> {
                usage.beginCondition();
                expressions.meaning(condition, usage);
                usage.endCondition();
            }
        }
    }

    private static void learn(Meaning left, Meaning right, Dependencies dependencies) {
        if (left instanceof OfColumn one && right instanceof OfColumn other) {
            dependencies.addEqual(one, other);
        } else if (left instanceof OfColumn column && isLiteral(right)) {
            dependencies.addConstant(column);
        } else if (right instanceof OfColumn column && isLiteral(left)) {
            dependencies.addConstant(column);
        }
    }

    private static boolean isLiteral(Meaning meaning) {
        return meaning instanceof OfText || meaning instanceof OfNumber;
    }

    private void checkJoined(Usage usage) {
        var many =
                usage.scope().sources().stream()
                        .filter(source -> !singleRows.contains(source.relation().query()))
                        .filter(source -> !laterals.contains(source))
                        .toList();
        for (var source : many) {
            if (!usage.areJoined(many.getFirst(), source)) {
                var one = SqlNames.folded(many.getFirst().name());
                var other = SqlNames.folded(source.name());
                log.report(
                        JOIN_WITHOUT_CONDITION,
                        other,
                        "%s and %s are joined without a condition: every row meets every row."
                                .formatted(one, other));
            }
        }
    }

    // SELECT list

    private void selectItems(List<SelectItem<?>> items, GroupingCheck.Groups groups, Usage usage) {
        usage.allowAggregates(true);
        var meanings = new ArrayList<Meaning>();
        for (var item : items) {
            Meaning meaning = Computed.UNKNOWN;
            switch (item.getExpression()) {
                case AllTableColumns star -> names.useAll(names.sources(star), usage);
                case AllColumns _ -> names.useAll(usage.scope().sources(), usage);
                default -> meaning = expressions.meaning(item.getExpression(), usage);
            }
            groups.bare(item.getExpression(), meaning);
            meanings.add(meaning);
        }
        for (int i = 0; i < items.size(); i++) {
            names.add(items.get(i), meanings.get(i)); // from now on aliases mean their items
        }
    }

    private static boolean hasOneRow(PlainSelect select, Usage usage) {
        boolean oneGroup = select.getGroupBy() == null && !usage.aggregates().isEmpty();
        boolean limited =
                select.getLimit() != null
                        && select.getLimit().getRowCount() instanceof LongValue rows
                        && SINGLE.contains(rows.getStringValue());
        return oneGroup || limited || select.getFromItem() == null;
    }
}
