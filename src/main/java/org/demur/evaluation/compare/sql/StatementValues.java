package org.demur.evaluation.compare.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.demur.evaluation.compare.sql.SqlTree.Combination;
import org.demur.evaluation.compare.sql.SqlTree.Expr;
import org.demur.evaluation.compare.sql.SqlTree.Join;
import org.demur.evaluation.compare.sql.SqlTree.Numeral;
import org.demur.evaluation.compare.sql.SqlTree.Op;
import org.demur.evaluation.compare.sql.SqlTree.Query;
import org.demur.evaluation.compare.sql.SqlTree.Ref;
import org.demur.evaluation.compare.sql.SqlTree.Select;
import org.demur.evaluation.compare.sql.SqlTree.Sub;
import org.demur.evaluation.compare.sql.SqlTree.Text;
import org.demur.schema.ColumnRef;
import org.jspecify.annotations.Nullable;

/**
 * What rows have to hold so that a statement has something to find: constants in the columns that
 * they are compared with, equal values in columns that are compared with each other, groups of the
 * size that it asks for.
 *
 * @param constants in the order of the statement
 * @param links pairs of columns
 * @param groupSizes numbers that a count is compared with, ascending
 */
public record StatementValues(List<Constant> constants, List<Link> links, Set<Integer> groupSizes) {
    /** Larger groups than a database of a suite has rows. */
    private static final BigDecimal LARGEST_GROUP = new BigDecimal(1_000);

    public StatementValues {
        constants = List.copyOf(constants);
        links = List.copyOf(links);
        groupSizes = new TreeSet<>(groupSizes);
    }

    /**
     * A constant and the column beside it.
     *
     * @param isPattern whether it is the right side of LIKE
     */
    public record Constant(ColumnRef column, String value, boolean isPattern) {}

    /** Two columns whose values are compared. */
    public record Link(ColumnRef one, ColumnRef other) {}

    static StatementValues of(Query query) {
        var collected = new Collector();
        collected.query(query);
        return new StatementValues(collected.constants, collected.links, collected.sizes);
    }

    private static final class Collector {
        private final List<Constant> constants = new ArrayList<>();
        private final List<Link> links = new ArrayList<>();
        private final Set<Integer> sizes = new TreeSet<>();

        void query(Query query) {
            switch (query) {
                case Combination both -> {
                    query(both.left());
                    query(both.right());
                    for (int i = 0; i < both.items().size(); i++) {
                        link(both.left().items().get(i), both.right().items().get(i));
                    }
                }
                case Select select -> {
                    for (Join join : select.from()) {
                        if (join.source().query() != null) {
                            query(join.source().query());
                        }
                    }
                    select.map(expr -> {
                        expr(expr);
                        return expr;
                    });
                }
            }
        }

        private void expr(Expr expr) {
            switch (expr) {
                case Sub sub -> query(sub.query());
                case Op op -> {
                    for (int i = 0; i < op.args().size(); i++) {
                        for (int j = 0; j < op.args().size(); j++) {
                            if (i != j) {
                                compared(op, op.args().get(i), op.args().get(j));
                            }
                        }
                        expr(op.args().get(i));
                    }
                }
                default -> {}
            }
        }

        private void compared(Op op, Expr one, Expr other) {
            ColumnRef column = column(one);
            switch (other) {
                case Text text when column != null ->
                        constants.add(new Constant(column, text.text(), op.name().equals("like")));
                case Numeral number when column != null ->
                        constants.add(new Constant(column, number.number().toPlainString(), false));
                case Numeral number
                        when one instanceof Op call
                                && SqlExprs.AGGREGATES.contains(call.name()) -> {
                    ColumnRef aggregated =
                            call.args().isEmpty() ? null : column(call.args().getFirst());
                    if (call.name().startsWith("count")) {
                        size(number.number());
                    } else if (aggregated != null) {
                        String value = number.number().toPlainString();
                        constants.add(new Constant(aggregated, value, false));
                    }
                }
                case Ref ref -> link(one, ref);
                case Sub sub when sub.query().items().size() == 1 ->
                        link(one, sub.query().items().getFirst());
                default -> {}
            }
        }

        private void size(BigDecimal number) {
            if (number.signum() >= 0 && number.compareTo(LARGEST_GROUP) <= 0) {
                sizes.add(number.intValue());
            }
        }

        private void link(Expr one, Expr other) {
            ColumnRef first = column(one);
            ColumnRef second = column(other);
            if (first != null && second != null && !first.equals(second)) {
                links.add(new Link(first, second));
            }
        }

        /** The table's column that an expression is, also through sub-queries; null if none. */
        private static @Nullable ColumnRef column(Expr expr) {
            if (!(expr instanceof Ref ref)) {
                return null;
            }
            if (ref.source().table() != null) {
                String name = ref.source().table().columns().get(ref.column()).name();
                return new ColumnRef(ref.source().table().name(), name);
            }
            Query query = ref.source().query();
            return query == null ? null : column(query.items().get(ref.column()));
        }
    }
}
