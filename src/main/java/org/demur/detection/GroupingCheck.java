package org.demur.detection;

import static org.demur.detection.FindingCode.AGGREGATE_WITHOUT_GROUPING;
import static org.demur.detection.FindingCode.COLUMN_NOT_GROUPED;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.GroupByElement;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.demur.detection.Meaning.Computed;
import org.demur.detection.Meaning.OfColumn;
import org.jspecify.annotations.Nullable;

/** Looks for columns that have several values where a statement shows one. */
final class GroupingCheck {
    /** The columns beside a lone one of these may come from the row that it picks. */
    private static final Set<String> PICKING_AGGREGATES = Set.of("min", "max");

    private final ExpressionBinder expressions;
    private final FindingLog log;

    GroupingCheck(ExpressionBinder expressions, FindingLog log) {
        this.expressions = expressions;
        this.log = log;
    }

    /** What a SELECT groups by, and the columns that it shows outside of aggregates. */
    static final class Groups {
        private final Scope scope;
        private final boolean grouped;
        private final Set<String> texts = new HashSet<>();
        private final List<SourcedColumn> columns = new ArrayList<>();
        private final List<SourcedColumn> bare = new ArrayList<>();

        private Groups(Scope scope, boolean grouped) {
            this.scope = scope;
            this.grouped = grouped;
        }

        private void add(Expression expression, Meaning meaning) {
            texts.add(text(expression));
            if (meaning instanceof OfColumn(var sourced)) {
                columns.add(sourced);
            }
        }

        /** Takes the columns that were just bound as shown, unless they are grouped by. */
        void bare(Expression expression, Meaning meaning) {
            var used = scope.takeBareColumns();
            boolean groupedBy =
                    texts.contains(text(expression))
                            || (meaning instanceof OfColumn(var sourced)
                                    && columns.contains(sourced));
            if (!groupedBy) {
                bare.addAll(used);
            }
        }

        private static String text(Expression expression) {
            return expression.toString().toLowerCase(Locale.ROOT);
        }
    }

    Groups bind(@Nullable GroupByElement groupBy, List<SelectItem<?>> items, Scope scope) {
        var groups = new Groups(scope, groupBy != null);
        if (groupBy == null || groupBy.getGroupByExpressionList() == null) {
            return groups;
        }
        for (var expression : groupBy.getGroupByExpressionList()) {
            var meant = item(expression, items);
            groups.add(expression, Computed.UNKNOWN);
            groups.add(meant, expressions.meaning(meant, scope));
        }
        scope.takeBareColumns();
        return groups;
    }

    void order(@Nullable List<OrderByElement> elements, Groups groups, Scope scope) {
        if (elements == null) {
            return;
        }
        scope.allowAggregates(true);
        for (var element : elements) {
            var expression = element.getExpression();
            if (!isAlias(expression, scope)) {
                var meaning = expressions.meaning(expression, scope);
                if (groups.grouped) {
                    groups.bare(expression, meaning);
                }
            }
        }
        scope.takeBareColumns(); // the order of a single row does not matter
    }

    void check(Groups groups, Scope scope) {
        var aggregates = scope.aggregates();
        if (groups.bare.isEmpty() || (!groups.grouped && aggregates.isEmpty())) {
            return;
        }
        boolean picking = aggregates.size() == 1 && PICKING_AGGREGATES.containsAll(aggregates);
        if (picking) {
            return;
        }
        for (var loose : scope.dependencies().undetermined(groups.bare, groups.columns)) {
            var name = loose.column().name();
            if (groups.grouped) {
                log.report(
                        COLUMN_NOT_GROUPED,
                        name,
                        "%s may have several values in a group, and one of them is shown."
                                .formatted(name));
            } else {
                log.report(
                        AGGREGATE_WITHOUT_GROUPING,
                        name,
                        "%s stands beside %s without GROUP BY: one of its values is shown."
                                .formatted(name, aggregates.getFirst()));
            }
        }
    }

    /** GROUP BY 2 means the second item; GROUP BY alias the item so named. */
    private static Expression item(Expression expression, List<SelectItem<?>> items) {
        if (expression instanceof LongValue number) {
            var index = number.getBigIntegerValue();
            return index.signum() > 0 && index.compareTo(BigInteger.valueOf(items.size())) <= 0
                    ? items.get(index.intValue() - 1).getExpression()
                    : expression;
        }
        if (expression instanceof Column column && column.getTable() == null) {
            var name = Names.folded(column.getColumnName());
            return items.stream()
                    .filter(i -> i.getAlias() != null)
                    .filter(i -> Names.folded(i.getAlias().getName()).equals(name))
                    .findFirst()
                    .<Expression>map(SelectItem::getExpression)
                    .orElse(expression);
        }
        return expression;
    }

    private static boolean isAlias(Expression expression, Scope scope) {
        return expression instanceof Column column
                && column.getTable() == null
                && scope.aliased(Names.folded(column.getColumnName())) != null;
    }
}
