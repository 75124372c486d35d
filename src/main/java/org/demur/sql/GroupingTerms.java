package org.demur.sql;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.statement.select.GroupByElement;
import org.demur.schema.SqlNames;

/** What a GROUP BY groups by: the parser takes ROLLUP and CUBE for functions. */
public final class GroupingTerms {
    private static final Set<String> SEVERAL = Set.of("cube", "rollup");

    private GroupingTerms() {}

    /** Whether a term stands for several groupings, by some of its arguments at a time. */
    public static boolean isSeveral(Expression term) {
        return term instanceof Function function
                && function.getParameters() != null
                && SEVERAL.contains(SqlNames.folded(function.getName()));
    }

    /** All expressions by which any of the groupings groups. */
    public static List<Expression> of(GroupByElement group) {
        var terms = group.getGroupByExpressionList();
        return Stream.concat(
                        terms == null ? Stream.<Expression>empty() : terms.stream(),
                        group.getGroupingSets().stream().flatMap(List::stream))
                .flatMap(GroupingTerms::of)
                .toList();
    }

    private static Stream<Expression> of(Expression term) {
        if (isSeveral(term)) {
            return ((Function) term).getParameters().stream().flatMap(GroupingTerms::of);
        }
        return term instanceof ExpressionList<?> list
                ? list.stream().flatMap(GroupingTerms::of)
                : Stream.of(term);
    }
}
