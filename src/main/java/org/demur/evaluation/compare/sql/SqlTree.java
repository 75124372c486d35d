package org.demur.evaluation.compare.sql;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.demur.evaluation.compare.sql.SchemaFacts.ColumnFacts;
import org.demur.evaluation.compare.sql.SchemaFacts.TableFacts;
import org.jspecify.annotations.Nullable;

/**
 * A statement whose names are resolved: a column knows the very source it comes from, so aliases
 * are gone and their scope is right.
 */
final class SqlTree {
    private SqlTree() {}

    sealed interface Expr {}

    /** {@code column} counts from 0 in the table's columns or the sub-query's items. */
    record Ref(Source source, int column) implements Expr {
        /** The facts of a table's column; null for a column out of a sub-query. */
        @Nullable ColumnFacts facts() {
            return source.table() == null ? null : source.table().columns().get(column);
        }

        boolean unique() {
            ColumnFacts facts = facts();
            return facts != null && facts.unique();
        }

        boolean notNull() {
            ColumnFacts facts = facts();
            return facts != null && facts.notNull();
        }

        /** Whether both are known to hold values of one kind, so that equal ones are the same. */
        boolean isAlike(Ref other) {
            ColumnFacts one = facts();
            ColumnFacts another = other.facts();
            return one != null && another != null && one.kind().equals(another.kind());
        }

        /** Whether this column alone is its table's primary key. */
        boolean key() {
            ColumnFacts facts = facts();
            return facts != null && Objects.requireNonNull(source.table()).isKey(facts.name());
        }
    }

    /** A column of a set operation's result, by its place; stands only in ORDER BY. */
    record Output(int column) implements Expr {}

    record Text(String text) implements Expr {}

    /** Trailing zeros are stripped. */
    record Numeral(BigDecimal number) implements Expr {}

    /** The asterisk of {@code count(*)}. */
    record Star() implements Expr {}

    /**
     * An operator or a function by its name in lower case; a keyword such as "null" has no args.
     */
    record Op(String name, List<Expr> args) implements Expr {
        Op {
            args = List.copyOf(args);
        }

        Op(String name, Expr... args) {
            this(name, List.of(args));
        }
    }

    record Sub(Query query) implements Expr {}

    /** {@code nulls} is "first", "last" or empty. */
    record SortKey(Expr expr, boolean descending, String nulls) {}

    /**
     * One occurrence of a table or sub-query in a FROM.
     *
     * @param id unique within the statement, ascending in the order of the text
     */
    record Source(int id, @Nullable TableFacts table, @Nullable Query query) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Source source && source.id == id;
        }

        @Override
        public int hashCode() {
            return id;
        }
    }

    enum JoinKind {
        INNER,
        LEFT,
        RIGHT,
        FULL
    }

    /** {@code on} is a conjunction; the first source of a FROM has kind INNER and no condition. */
    record Join(JoinKind kind, Source source, List<Expr> on) {
        Join {
            on = List.copyOf(on);
        }
    }

    sealed interface Query {
        List<Expr> items();
    }

    /** {@code where} and {@code having} are conjunctions, empty if absent. */
    record Select(
            boolean distinct,
            List<Expr> items,
            List<Join> from,
            List<Expr> where,
            List<Expr> groupBy,
            List<Expr> having,
            Tail tail)
            implements Query {
        Select {
            items = List.copyOf(items);
            from = List.copyOf(from);
            where = List.copyOf(where);
            groupBy = List.copyOf(groupBy);
            having = List.copyOf(having);
        }

        /** Whether sources and conditions are a plain product, in no order. */
        boolean onlyInnerJoins() {
            return from.stream().allMatch(join -> join.kind() == JoinKind.INNER);
        }

        /** The conditions of all joins; of use only where all are inner. */
        List<Expr> on() {
            return from.stream().flatMap(join -> join.on().stream()).toList();
        }

        /** The only source if it is a table, else null. */
        @Nullable Source onlyTable() {
            return from.size() == 1 && from.getFirst().source().table() != null
                    ? from.getFirst().source()
                    : null;
        }

        boolean aggregates() {
            return items.stream().anyMatch(SqlTree::aggregates)
                    || having.stream().anyMatch(SqlTree::aggregates)
                    || tail.orderBy().stream().anyMatch(key -> SqlTree.aggregates(key.expr()));
        }

        /** Whether this is no more than FROM and WHERE. */
        boolean plain() {
            return !distinct
                    && groupBy.isEmpty()
                    && having.isEmpty()
                    && tail.isEmpty()
                    && !aggregates();
        }

        Select withDistinct(boolean value) {
            return new Select(value, items, from, where, groupBy, having, tail);
        }

        Select withItems(List<Expr> value) {
            return new Select(distinct, value, from, where, groupBy, having, tail);
        }

        Select withFrom(List<Join> value) {
            return new Select(distinct, items, value, where, groupBy, having, tail);
        }

        Select withWhere(List<Expr> value) {
            return new Select(distinct, items, from, value, groupBy, having, tail);
        }

        Select withGroupBy(List<Expr> value) {
            return new Select(distinct, items, from, where, value, having, tail);
        }

        Select withHaving(List<Expr> value) {
            return new Select(distinct, items, from, where, groupBy, value, tail);
        }

        Select withTail(Tail value) {
            return new Select(distinct, items, from, where, groupBy, having, value);
        }

        /** Every expression replaced; the sources stay. */
        Select map(Function<Expr, Expr> change) {
            return new Select(
                    distinct,
                    items.stream().map(change).toList(),
                    from.stream()
                            .map(j -> new Join(j.kind(), j.source(), each(j.on(), change)))
                            .toList(),
                    each(where, change),
                    each(groupBy, change),
                    each(having, change),
                    tail.map(change));
        }
    }

    /** {@code operation} is "union", "union all", "intersect" or "except". */
    record Combination(String operation, Query left, Query right, Tail tail) implements Query {
        @Override
        public List<Expr> items() {
            return left.items();
        }
    }

    record Tail(List<SortKey> orderBy, @Nullable Expr limit, @Nullable Expr offset) {
        static final Tail NONE = new Tail(List.of(), null, null);

        Tail {
            orderBy = List.copyOf(orderBy);
        }

        boolean isEmpty() {
            return orderBy.isEmpty() && limit == null && offset == null;
        }

        Tail map(Function<Expr, Expr> change) {
            return new Tail(
                    orderBy.stream()
                            .map(k ->
                                    new SortKey(change.apply(k.expr()), k.descending(), k.nulls()))
                            .toList(),
                    limit,
                    offset);
        }
    }

    private static List<Expr> each(List<Expr> exprs, Function<Expr, Expr> change) {
        return exprs.stream().map(change).toList();
    }

    /** The expression with its columns replaced, also those within nested statements. */
    static Expr replace(Expr expr, Function<Ref, Expr> change) {
        return switch (expr) {
            case Ref ref -> change.apply(ref);
            case Op op ->
                    SqlExprs.rebuilt(
                            op.name(), op.args().stream().map(a -> replace(a, change)).toList());
            case Sub sub -> new Sub(replace(sub.query(), change));
            case Output output -> output;
            case Text text -> text;
            case Numeral number -> number;
            case Star star -> star;
        };
    }

    static Query replace(Query query, Function<Ref, Expr> change) {
        return switch (query) {
            case Select select -> select.map(expr -> replace(expr, change));
            case Combination both ->
                    new Combination(
                            both.operation(),
                            replace(both.left(), change),
                            replace(both.right(), change),
                            both.tail().map(expr -> replace(expr, change)));
        };
    }

    /** Expressions in the query, counted no further than the limit. */
    static int size(Query query, int limit) {
        int[] left = {limit};
        count(query, left);
        return limit - Math.max(0, left[0]);
    }

    private static void count(Query query, int[] left) {
        switch (query) {
            case Select select -> {
                for (Join join : select.from()) {
                    join.on().forEach(expr -> count(expr, left));
                    if (join.source().query() != null) {
                        count(join.source().query(), left);
                    }
                }
                select.items().forEach(expr -> count(expr, left));
                select.where().forEach(expr -> count(expr, left));
                select.groupBy().forEach(expr -> count(expr, left));
                select.having().forEach(expr -> count(expr, left));
                select.tail().orderBy().forEach(key -> count(key.expr(), left));
            }
            case Combination both -> {
                count(both.left(), left);
                count(both.right(), left);
            }
        }
    }

    private static void count(Expr expr, int[] left) {
        if (--left[0] <= 0) {
            return;
        }
        if (expr instanceof Op op) {
            op.args().forEach(arg -> count(arg, left));
        } else if (expr instanceof Sub sub) {
            count(sub.query(), left);
        }
    }

    private static boolean aggregates(Expr expr) {
        return expr instanceof Op op
                && (SqlExprs.AGGREGATES.contains(op.name())
                        || op.args().stream().anyMatch(SqlTree::aggregates));
    }
}
