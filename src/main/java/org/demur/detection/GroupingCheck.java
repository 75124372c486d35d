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
import org.demur.sql.GroupingTerms;
import org.demur.sql.Resolution;
import org.demur.sql.ResolvedColumn.OfAlias;
import org.jspecify.annotations.Nullable;

/** Looks for columns that have several values where a statement shows one. */
record GroupingCheck(Resolution resolution, ExpressionBinder expressions, FindingLog log) {
    /** The columns beside a lone one of these may come from the row that it picks. */
    private static final Set<String> PICKING_AGGREGATES = Set.of("min", "max");

    /** What a SELECT groups by, and the columns that it shows outside of aggregates. */
    static final class Groups {
        private final Usage usage;
        private final boolean grouped;
        private final Set<String> texts = new HashSet<>();
        private final List<OfColumn> columns = new ArrayList<>();
        private final List<OfColumn> bare = new ArrayList<>();

        private Groups(Usage usage, boolean grouped) {
            this.usage = usage;
            this.grouped = grouped;
        }

        private void add(Expression expression, Meaning meaning) {
            texts.add(text(expression));
            if (meaning instanceof OfColumn column) {
                columns.add(column);
            }
        }

        /** Takes the columns that were just bound as shown, unless they are grouped by. */
        void bare(Expression expression, Meaning meaning) {
            var used = usage.takeBareColumns();
            boolean groupedBy =
                    texts.contains(text(expression))
                            || (meaning instanceof OfColumn column && columns.contains(column));
            if (!groupedBy) {
                bare.addAll(used);
            }
        }

        private static String text(Expression expression) {
            return expression.toString().toLowerCase(Locale.ROOT);
        }
    }

    Groups bind(@Nullable GroupByElement groupBy, List<SelectItem<?>> items, Usage usage) {
        var groups = new Groups(usage, groupBy != null);
        if (groupBy == null || groupBy.getGroupByExpressionList() == null) {
            return groups;
        }
        for (var expression : GroupingTerms.of(groupBy)) {
            var meant = item(expression, items, usage);
            groups.add(expression, Computed.UNKNOWN);
            groups.add(meant, expressions.meaning(meant, usage));
        }
        usage.takeBareColumns();
        return groups;
    }

    void order(@Nullable List<OrderByElement> elements, Groups groups, Usage usage) {
        if (elements == null) {
            return;
        }
        usage.allowAggregates(true);
        for (var element : elements) {
            var expression = element.getExpression();
            if (aliased(expression, usage) == null) {
                var meaning = expressions.meaning(expression, usage);
                if (groups.grouped) {
                    groups.bare(expression, meaning);
                }
            }
        }
        usage.takeBareColumns(); // the order of a single row does not matter
    }

    void check(Groups groups, Usage usage) {
        var aggregates = usage.aggregates();
        if (groups.bare.isEmpty() || (!groups.grouped && aggregates.isEmpty())) {
            return;
        }
        boolean picking = aggregates.size() == 1 && PICKING_AGGREGATES.containsAll(aggregates);
        if (picking) {
            return;
        }
        for (var loose : usage.dependencies().undetermined(groups.bare, groups.columns)) {
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
    private Expression item(Expression expression, List<SelectItem<?>> items, Usage usage) {
        if (expression instanceof LongValue number) {
            var index = number.getBigIntegerValue();
            return index.signum() > 0 && index.compareTo(BigInteger.valueOf(items.size())) <= 0
                    ? items.get(index.intValue() - 1).getExpression()
                    : expression;
        }
        var alias = aliased(expression, usage);
        return alias == null || alias.item() == null ? expression : alias.item().getExpression();
    }

    private @Nullable OfAlias aliased(Expression expression, Usage usage) {
        return expression instanceof Column column
                        && resolution.of(column) instanceof OfAlias alias
                        && alias.scope() == usage.scope()
                ? alias
                : null;
    }
}
