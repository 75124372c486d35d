package org.demur.evaluation.compare.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.demur.evaluation.compare.sql.SqlTree.Combination;
import org.demur.evaluation.compare.sql.SqlTree.Expr;
import org.demur.evaluation.compare.sql.SqlTree.Join;
import org.demur.evaluation.compare.sql.SqlTree.Op;
import org.demur.evaluation.compare.sql.SqlTree.Output;
import org.demur.evaluation.compare.sql.SqlTree.Query;
import org.demur.evaluation.compare.sql.SqlTree.Ref;
import org.demur.evaluation.compare.sql.SqlTree.Select;
import org.demur.evaluation.compare.sql.SqlTree.SortKey;
import org.demur.evaluation.compare.sql.SqlTree.Source;
import org.demur.evaluation.compare.sql.SqlTree.Sub;
import org.demur.evaluation.compare.sql.SqlTree.Tail;

/**
 * What a statement leaves to the engine, decided one way or the opposite one: which of the rows
 * that an ORDER BY holds equal comes first, which rows a LIMIT without order takes, from which row
 * of a group a column comes that is neither grouped by nor aggregated. Where both ways give the
 * same result, the statement says by itself what its result is.
 */
final class TieBreaking {
    private final boolean descending;

    private TieBreaking(boolean descending) {
        this.descending = descending;
    }

    /** Equal rows in ascending or descending order of what is selected. */
    static Query of(Query query, boolean descending) {
        return new TieBreaking(descending).query(query);
    }

    private Query query(Query query) {
        return switch (query) {
            case Select select -> select(select);
            case Combination both -> {
                var outputs = new ArrayList<Expr>();
                for (int i = 0; i < both.items().size(); i++) {
                    outputs.add(new Output(i));
                }
                yield new Combination(
                        both.operation(),
                        query(both.left()),
                        query(both.right()),
                        tail(both.tail(), outputs));
            }
        };
    }

    private Query select(Select original) {
        var from = new ArrayList<Join>();
        var own = new HashSet<Source>();
        for (Join join : original.from()) {
            Source source = join.source();
            Source broken =
                    source.query() == null
                            ? source
                            : new Source(source.id(), null, query(source.query()));
            own.add(broken);
            from.add(new Join(join.kind(), broken, join.on()));
        }
        Select select = original.withFrom(from).map(this::nested);
        boolean extreme = takesExtremeRow(select);
        if (extreme && isOneRow(select) && hasBareColumn(select, own)) {
            return ofExtremeRow(select, own);
        }
        if ((select.aggregates() || !select.groupBy().isEmpty()) && !extreme) {
            Set<Expr> keys = new HashSet<>(select.groupBy());
            select =
                    select.withItems(each(select.items(), own, keys))
                            .withHaving(each(select.having(), own, keys))
                            .withTail(select.tail().map(expr -> ofGroup(expr, own, keys)));
        }
        return select.withTail(tail(select.tail(), select.items()));
    }

    private Expr nested(Expr expr) {
        return switch (expr) {
            case Sub sub -> new Sub(query(sub.query()));
            case Op op ->
                    SqlExprs.rebuilt(op.name(), op.args().stream().map(this::nested).toList());
            default -> expr;
        };
    }

    /**
     * With a single min or max, SQLite takes other columns from the row that has it.
     *
     * @see <a href="https://www.sqlite.org/lang_select.html#bareagg">SQLite, bare columns</a>
     */
    private static boolean takesExtremeRow(Select select) {
        var aggregates = new ArrayList<String>();
        select.items().forEach(item -> collect(item, aggregates));
        select.having().forEach(condition -> collect(condition, aggregates));
        select.tail().orderBy().forEach(key -> collect(key.expr(), aggregates));
        return aggregates.size() == 1 && Set.of("min", "max").contains(aggregates.getFirst());
    }

    private static boolean isOneRow(Select select) {
        return select.groupBy().isEmpty() && select.having().isEmpty() && select.tail().isEmpty();
    }

    private static boolean hasBareColumn(Select select, Set<Source> own) {
        return select.items().stream()
                .anyMatch(item -> item instanceof Ref ref && own.contains(ref.source()));
    }

    /** The row with the least or greatest value; of several, one or the other. */
    private Query ofExtremeRow(Select select, Set<Source> own) {
        var keys = new ArrayList<SortKey>();
        var items = new ArrayList<Expr>();
        for (Expr item : select.items()) {
            boolean isExtreme = item instanceof Op op && Set.of("min", "max").contains(op.name());
            if (isExtreme) {
                Op op = (Op) item;
                boolean greatest = op.name().equals("max");
                keys.addFirst(new SortKey(op.args().getFirst(), greatest, greatest ? "" : "last"));
                items.add(op.args().getFirst());
            } else {
                if (item instanceof Ref ref && own.contains(ref.source())) {
                    keys.add(new SortKey(item, descending, ""));
                }
                items.add(item);
            }
        }
        return select.withItems(items)
                .withTail(new Tail(keys, SqlExprs.number(BigDecimal.ONE), null));
    }

    private static void collect(Expr expr, List<String> aggregates) {
        if (expr instanceof Op op) {
            if (SqlExprs.AGGREGATES.contains(op.name())) {
                aggregates.add(op.name());
            }
            op.args().forEach(arg -> collect(arg, aggregates));
        }
    }

    private List<Expr> each(List<Expr> exprs, Set<Source> own, Set<Expr> keys) {
        return exprs.stream().map(expr -> ofGroup(expr, own, keys)).toList();
    }

    /** A column of the group's rows becomes its least or greatest value there. */
    private Expr ofGroup(Expr expr, Set<Source> own, Set<Expr> keys) {
        if (keys.contains(expr)) {
            return expr;
        }
        return switch (expr) {
            case Ref ref when own.contains(ref.source()) -> new Op(descending ? "max" : "min", ref);
            case Op op when !SqlExprs.AGGREGATES.contains(op.name()) ->
                    SqlExprs.rebuilt(op.name(), each(op.args(), own, keys));
            default -> expr;
        };
    }

    private Tail tail(Tail tail, List<Expr> items) {
        if (tail.isEmpty()) {
            return tail;
        }
        var keys = new ArrayList<>(tail.orderBy());
        for (Expr item : items) {
            boolean isColumn = item instanceof Ref || item instanceof Op || item instanceof Output;
            if (isColumn) {
                keys.add(new SortKey(item, descending, ""));
            }
        }
        return new Tail(keys, tail.limit(), tail.offset());
    }
}
