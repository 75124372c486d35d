package org.demur.evaluation.compare.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.demur.evaluation.compare.sql.SchemaFacts.TableFacts;
import org.demur.evaluation.compare.sql.SqlTree.Combination;
import org.demur.evaluation.compare.sql.SqlTree.Expr;
import org.demur.evaluation.compare.sql.SqlTree.Join;
import org.demur.evaluation.compare.sql.SqlTree.JoinKind;
import org.demur.evaluation.compare.sql.SqlTree.Op;
import org.demur.evaluation.compare.sql.SqlTree.Output;
import org.demur.evaluation.compare.sql.SqlTree.Query;
import org.demur.evaluation.compare.sql.SqlTree.Ref;
import org.demur.evaluation.compare.sql.SqlTree.Select;
import org.demur.evaluation.compare.sql.SqlTree.SortKey;
import org.demur.evaluation.compare.sql.SqlTree.Source;
import org.demur.evaluation.compare.sql.SqlTree.Star;
import org.demur.evaluation.compare.sql.SqlTree.Sub;
import org.demur.evaluation.compare.sql.SqlTree.Tail;
import org.jspecify.annotations.Nullable;

/**
 * The equivalence rules of ESM+ (Table 1) that need the schema, each as a rewriting of one of its
 * two sides into the other, applied until none applies. Rules 10 and 14 are met by reading, 11, 15,
 * 19 and 20 by building expressions, 16 here and in {@link CanonicalText}.
 *
 * <p>The assumptions are the table's own. Where they promise less than the equivalence needs, that
 * is said at the rule.
 */
final class EquivalenceRules {
    /** More rounds than any statement needs; a bound against rules that chase each other. */
    private static final int MAX_ROUNDS = 20;

    /** Expressions in a statement; those of data sets have some hundred. */
    static final int MAX_SIZE = 20_000;

    private static final Expr ONE = SqlExprs.number(BigDecimal.ONE);

    private final SchemaFacts schema;
    private final List<UnaryOperator<Select>> rules;

    /**
     * The rules in one of two orders, of which neither finds all that the other does: COUNT of a
     * key over a join that adds nothing is COUNT(*) by rule 7 and COUNT of the foreign key by rule
     * 13.
     *
     * @param countsFirst whether rule 7 comes before rule 13
     */
    EquivalenceRules(SchemaFacts schema, boolean countsFirst) {
        this.schema = schema;
        UnaryOperator<Select> first = countsFirst ? this::countOfRows : UnaryOperator.identity();
        rules =
                List.of(
                        first,
                        this::subQueryMerged,
                        this::joinForSelfMembership,
                        this::joinForMembership,
                        this::withoutKeyOnlyJoin,
                        this::oneColumnPerEquality,
                        this::withoutIdleNullTest,
                        this::countOfRows,
                        this::groupedByKey,
                        this::orderedForExtreme,
                        this::extremeForOrdered,
                        this::withoutIdleDistinct);
    }

    Query applied(Query query) {
        return switch (query) {
            case Select select -> select(select);
            case Combination both -> combination(both);
        };
    }

    private Select select(Select select) {
        Select current = nestedApplied(select);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Select before = current;
            for (UnaryOperator<Select> rule : rules) {
                current = rule.apply(current);
            }
            if (current.equals(before)) {
                break;
            }
        }
        return current;
    }

    /** The rules within sub-queries, whether they are sources or parts of conditions. */
    private Select nestedApplied(Select select) {
        Map<Source, Source> changed = new HashMap<>();
        List<Join> from = new ArrayList<>();
        for (Join join : select.from()) {
            Source source = join.source();
            if (source.query() != null) {
                source = new Source(source.id(), null, applied(source.query()));
                changed.put(join.source(), source);
            }
            from.add(new Join(join.kind(), source, join.on()));
        }
        Function<Ref, Expr> toChanged =
                ref -> new Ref(changed.getOrDefault(ref.source(), ref.source()), ref.column());
        return select.withFrom(from).map(expr -> nested(SqlTree.replace(expr, toChanged)));
    }

    private Expr nested(Expr expr) {
        return switch (expr) {
            case Sub sub -> new Sub(applied(sub.query()));
            case Op op ->
                    SqlExprs.rebuilt(op.name(), op.args().stream().map(this::nested).toList());
            default -> expr;
        };
    }

    private Query combination(Combination both) {
        Query left = applied(both.left());
        Query right = applied(both.right());
        Optional<Query> merged = Optional.empty();
        switch (both.operation()) {
            case "union", "intersect" -> {
                merged = sameTwice(left, right);
                if (merged.isEmpty()) {
                    merged = oneCondition(both.operation(), left, right);
                }
            }
            case "except" -> merged = notAmong(left, right);
            default -> {}
        }
        if (merged.isPresent()
                && merged.get() instanceof Select select
                && select.tail().isEmpty()) {
            Tail tail =
                    both.tail()
                            .map(expr ->
                                    expr instanceof Output output
                                            ? select.items().get(output.column())
                                            : expr);
            return select(select.withTail(tail));
        }
        if (merged.isPresent() && both.tail().isEmpty()) {
            return merged.get();
        }
        return new Combination(both.operation(), left, right, both.tail());
    }

    /** Rule 18. The rows of a UNION are distinct, those of a single query need not be. */
    private static Optional<Query> sameTwice(Query left, Query right) {
        return CanonicalText.of(left).equals(CanonicalText.of(right))
                ? Optional.of(left)
                : Optional.empty();
    }

    /** Rules 3 and 4: INTERSECT is AND, UNION is OR, for rows of one table with a unique column. */
    private static Optional<Query> oneCondition(String operation, Query left, Query right) {
        if (!(left instanceof Select one) || !(right instanceof Select other)) {
            return Optional.empty();
        }
        Source table = one.onlyTable();
        Source otherTable = other.onlyTable();
        if (table == null
                || otherTable == null
                || !Objects.equals(table.table(), otherTable.table())
                || !filtersOnly(one)
                || !filtersOnly(other)) {
            return Optional.empty();
        }
        Select same = (Select) SqlTree.replace(other, moved(otherTable, table));
        if (!one.items().equals(same.items())
                || one.items().stream().noneMatch(EquivalenceRules::unique)) {
            return Optional.empty();
        }
        if (operation.equals("intersect")) {
            return Optional.of(one.withWhere(SqlExprs.all(one.where(), same.where())));
        }
        if (one.where().isEmpty() || same.where().isEmpty()) {
            return Optional.of(one.withWhere(List.of()));
        }
        Expr either = SqlExprs.or(List.of(SqlExprs.and(one.where()), SqlExprs.and(same.where())));
        return Optional.of(one.withWhere(SqlExprs.conjuncts(either)));
    }

    /** FROM, WHERE and perhaps a DISTINCT. */
    private static boolean filtersOnly(Select select) {
        return select.withDistinct(false).plain();
    }

    private static boolean unique(Expr expr) {
        return expr instanceof Ref ref && ref.unique();
    }

    private static Function<Ref, Expr> moved(Source from, Source to) {
        return ref -> ref.source().equals(from) ? new Ref(to, ref.column()) : ref;
    }

    /**
     * Rule 6. With a NULL among the right rows NOT IN holds for none, EXCEPT may for some. NOT IN
     * reads a text as a number where the other side is one, EXCEPT does not.
     */
    private static Optional<Query> notAmong(Query left, Query right) {
        if (left instanceof Select select
                && select.onlyTable() != null
                && filtersOnly(select)
                && select.items().size() == 1
                && select.items().getFirst() instanceof Ref column
                && column.unique()
                && column.notNull()
                && right.items().getFirst() instanceof Ref other
                && column.isAlike(other)) {
            Expr condition = SqlExprs.not(new Op("in", column, new Sub(right)));
            return Optional.of(select.withWhere(SqlExprs.all(select.where(), List.of(condition))));
        }
        return Optional.empty();
    }

    /** A column out of a sub-query that only selects is the column it was made of. */
    private Select subQueryMerged(Select select) {
        if (!select.onlyInnerJoins()) {
            return select;
        }
        for (int i = 0; i < select.from().size(); i++) {
            Join join = select.from().get(i);
            if (join.source().query() instanceof Select inner
                    && inner.plain()
                    && inner.onlyInnerJoins()
                    && !inner.from().isEmpty()) {
                List<Join> from = new ArrayList<>(select.from());
                from.remove(i);
                List<Join> moved = new ArrayList<>(inner.from());
                Join last = moved.removeLast();
                moved.add(new Join(last.kind(), last.source(), SqlExprs.all(last.on(), join.on())));
                from.addAll(i, moved);
                Select merged =
                        select.withFrom(from)
                                .withWhere(SqlExprs.all(select.where(), inner.where()));
                Select replaced =
                        (Select)
                                SqlTree.replace(
                                        merged,
                                        ref ->
                                                ref.source().equals(join.source())
                                                        ? inner.items().get(ref.column())
                                                        : ref);
                // Columns made of columns can double with every level.
                return SqlTree.size(replaced, MAX_SIZE) < MAX_SIZE ? replaced : select;
            }
        }
        return select;
    }

    /** The sub-query of {@code column IN (SELECT item FROM table WHERE ...)}. */
    private record Membership(Ref column, Select among, Source table, Ref item) {
        static Optional<Membership> of(Expr condition) {
            if (condition instanceof Op op
                    && op.name().equals("in")
                    && op.args().getFirst() instanceof Ref column
                    && op.args().getLast() instanceof Sub sub
                    && sub.query() instanceof Select among
                    && filtersOnly(among)
                    && among.items().size() == 1
                    && among.items().getFirst() instanceof Ref item) {
                Source table = among.onlyTable();
                if (table != null && item.source().equals(table)) {
                    return Optional.of(new Membership(column, among, table, item));
                }
            }
            return Optional.empty();
        }
    }

    /**
     * Rule 17. Of a column that is not unique the sub-query also admits the rows that share a value
     * with a row that meets the condition; beside other tables we therefore ask for uniqueness.
     */
    private Select joinForSelfMembership(Select select) {
        for (Expr condition : select.where()) {
            Membership in = Membership.of(condition).orElse(null);
            if (in != null
                    && in.column().column() == in.item().column()
                    && Objects.equals(in.column().source().table(), in.table().table())
                    && !in.among().where().isEmpty()
                    && select.from().stream().anyMatch(j -> j.source().equals(in.column().source()))
                    && (select.onlyTable() != null || in.column().unique())) {
                List<Expr> inner =
                        in.among().where().stream()
                                .map(e ->
                                        SqlTree.replace(e, moved(in.table(), in.column().source())))
                                .toList();
                return select.withWhere(SqlExprs.all(without(select.where(), condition), inner));
            }
        }
        return select;
    }

    private static List<Expr> without(List<Expr> conditions, Expr condition) {
        return conditions.stream().filter(c -> !c.equals(condition)).toList();
    }

    /** Rule 12: a foreign key among the keys it refers to is a join. */
    private Select joinForMembership(Select select) {
        if (!select.onlyInnerJoins()) {
            return select;
        }
        for (Expr condition : select.where()) {
            Membership in = Membership.of(condition).orElse(null);
            if (in != null
                    && select.from().stream().anyMatch(j -> j.source().equals(in.column().source()))
                    && refers(in.column(), in.item())) {
                List<Join> from = new ArrayList<>(select.from());
                Expr on = SqlExprs.compare("=", in.column(), in.item());
                from.add(new Join(JoinKind.INNER, in.table(), List.of(on)));
                return select.withFrom(from)
                        .withWhere(
                                SqlExprs.all(
                                        without(select.where(), condition), in.among().where()));
            }
        }
        return select;
    }

    /** Whether the first column is a foreign key to the second, a key of one column. */
    private boolean refers(Ref from, Ref to) {
        TableFacts fromTable = from.source().table();
        TableFacts toTable = to.source().table();
        return fromTable != null
                && toTable != null
                && to.key()
                && schema.refers(
                        fromTable.name(),
                        fromTable.columns().get(from.column()).name(),
                        toTable.name(),
                        toTable.columns().get(to.column()).name());
    }

    /**
     * Rule 13: a join to a table of which only the key is used adds nothing. Rows whose foreign key
     * is NULL are lost in the join, which the rule does not ask about.
     */
    private Select withoutKeyOnlyJoin(Select select) {
        if (!select.onlyInnerJoins()) {
            return select;
        }
        for (Expr condition : select.on()) {
            Link link = link(condition);
            if (link != null
                    && !link.key().source().equals(link.foreign().source())
                    && usesOnly(select, link.key())
                    && (link.key().isAlike(link.foreign())
                            || isOnlyCondition(select, link.key(), condition))) {
                List<Join> from = new ArrayList<>();
                List<Expr> on = new ArrayList<>(without(select.on(), condition));
                for (Join join : select.from()) {
                    if (!join.source().equals(link.key().source())) {
                        from.add(new Join(JoinKind.INNER, join.source(), List.of()));
                    }
                }
                Join last = from.removeLast();
                from.add(new Join(last.kind(), last.source(), on));
                return (Select)
                        SqlTree.replace(
                                select.withFrom(from),
                                ref -> ref.equals(link.key()) ? link.foreign() : ref);
            }
        }
        return select;
    }

    private record Link(Ref foreign, Ref key) {}

    private @Nullable Link link(Expr condition) {
        if (condition instanceof Op op
                && op.name().equals("=")
                && op.args().getFirst() instanceof Ref one
                && op.args().getLast() instanceof Ref other) {
            if (refers(one, other)) {
                return new Link(one, other);
            }
            if (refers(other, one)) {
                return new Link(other, one);
            }
        }
        return null;
    }

    /** Whether the key stands nowhere but in this condition: nothing has to take its place. */
    private static boolean isOnlyCondition(Select select, Ref key, Expr condition) {
        List<Expr> used = new ArrayList<>();
        select.withFrom(
                        List.of(
                                new Join(
                                        JoinKind.INNER,
                                        select.from().getFirst().source(),
                                        without(select.on(), condition))))
                .map(expr ->
                        SqlTree.replace(
                                expr,
                                ref -> {
                                    if (ref.equals(key)) {
                                        used.add(ref);
                                    }
                                    return ref;
                                }));
        return used.isEmpty();
    }

    /** Whether the statement uses no column of the key's table but the key. */
    private static boolean usesOnly(Select select, Ref key) {
        boolean[] other = {false};
        SqlTree.replace(
                select,
                ref -> {
                    other[0] |= ref.source().equals(key.source()) && !ref.equals(key);
                    return ref;
                });
        return !other[0];
    }

    /**
     * Rule 16: of columns of one kind that an inner join makes equal one stands for all, the one of
     * which the schema promises most, outside of the join conditions.
     */
    private Select oneColumnPerEquality(Select select) {
        if (!select.onlyInnerJoins()) {
            return select;
        }
        Map<Ref, Ref> chosen = new HashMap<>();
        for (Set<Ref> equal : Equalities.of(select.on())) {
            for (Ref column : equal) {
                equal.stream()
                        .filter(other -> other.isAlike(column))
                        .max(
                                Comparator.comparingInt(EquivalenceRules::promises)
                                        .thenComparingInt(ref -> -ref.source().id())
                                        .thenComparingInt(ref -> -ref.column()))
                        .ifPresent(best -> chosen.put(column, best));
            }
        }
        if (chosen.isEmpty()) {
            return select;
        }
        Select replaced =
                (Select)
                        SqlTree.replace(
                                select, ref -> Objects.requireNonNullElse(chosen.get(ref), ref));
        return replaced.withFrom(select.from());
    }

    private static int promises(Ref ref) {
        return (ref.notNull() ? 2 : 0) + (ref.unique() ? 1 : 0);
    }

    /** Rule 8. */
    private Select withoutIdleNullTest(Select select) {
        Set<Source> padded = padded(select);
        List<Expr> where =
                select.where().stream()
                        .filter(condition ->
                                !(condition instanceof Op not
                                        && not.name().equals("not")
                                        && not.args().getFirst() instanceof Op test
                                        && test.name().equals("is null")
                                        && test.args().getFirst() instanceof Ref ref
                                        && neverNull(ref, padded)))
                        .toList();
        return select.withWhere(where);
    }

    private static boolean neverNull(Ref ref, Set<Source> padded) {
        return ref.notNull() && !padded.contains(ref.source());
    }

    /** The sources whose columns an outer join may fill with NULL. */
    private static Set<Source> padded(Select select) {
        Set<Source> padded = new LinkedHashSet<>();
        List<Source> before = new ArrayList<>();
        for (Join join : select.from()) {
            if (join.kind() == JoinKind.LEFT || join.kind() == JoinKind.FULL) {
                padded.add(join.source());
            }
            if (join.kind() == JoinKind.RIGHT || join.kind() == JoinKind.FULL) {
                padded.addAll(before);
            }
            before.add(join.source());
        }
        return padded;
    }

    /** Rule 7. */
    private Select countOfRows(Select select) {
        Set<Source> padded = padded(select);
        Set<Source> own = new LinkedHashSet<>();
        select.from().forEach(join -> own.add(join.source()));
        return select.map(expr -> countOfRows(expr, own, padded));
    }

    private static Expr countOfRows(Expr expr, Set<Source> own, Set<Source> padded) {
        if (!(expr instanceof Op op)) {
            return expr;
        }
        if (op.name().equals("count")
                && op.args().size() == 1
                && op.args().getFirst() instanceof Ref ref
                && own.contains(ref.source())
                && neverNull(ref, padded)) {
            return new Op("count", new Star());
        }
        return SqlExprs.rebuilt(
                op.name(), op.args().stream().map(a -> countOfRows(a, own, padded)).toList());
    }

    /** Rule 5: what a unique column determines need not be grouped by. */
    private Select groupedByKey(Select select) {
        for (Expr key : select.groupBy()) {
            if (key instanceof Ref ref && ref.unique()) {
                List<Expr> kept =
                        select.groupBy().stream()
                                .filter(other ->
                                        other.equals(ref)
                                                || !(other instanceof Ref determined)
                                                || !determined.source().equals(ref.source()))
                                .toList();
                if (kept.size() < select.groupBy().size()) {
                    return select.withGroupBy(kept);
                }
            }
        }
        return select;
    }

    /**
     * Rule 1: the row with the least or greatest value of a unique column. With ASC a NULL in the
     * column would come first, which the rule does not ask about.
     */
    private Select orderedForExtreme(Select select) {
        Source table = select.onlyTable();
        if (table == null
                || !filtersOnly(select)
                || select.where().size() != 1
                || !(select.where().getFirst() instanceof Op equal)
                || !equal.name().equals("=")) {
            return select;
        }
        for (List<Expr> sides : List.of(equal.args(), equal.args().reversed())) {
            if (sides.getFirst() instanceof Ref column
                    && column.source().equals(table)
                    && column.unique()
                    && sides.getLast() instanceof Sub sub) {
                for (String function : List.of("min", "max")) {
                    if (isExtreme(sub.query(), function, column)) {
                        SortKey key = new SortKey(column, function.equals("max"), "");
                        return select.withDistinct(false)
                                .withWhere(List.of())
                                .withTail(new Tail(List.of(key), ONE, null));
                    }
                }
            }
        }
        return select;
    }

    /** Whether the query is MIN or MAX of the column over all rows of its table. */
    private static boolean isExtreme(Query query, String function, Ref column) {
        if (!(query instanceof Select select)) {
            return false;
        }
        Source table = select.onlyTable();
        return table != null
                && Objects.equals(table.table(), column.source().table())
                && select.where().isEmpty()
                && select.groupBy().isEmpty()
                && select.having().isEmpty()
                && select.tail().isEmpty()
                && select.items()
                        .equals(List.of(new Op(function, new Ref(table, column.column()))));
    }

    /** Rule 9. Of no row MIN and MAX are one NULL and LIMIT 1 is nothing, hence non-empty. */
    private Select extremeForOrdered(Select select) {
        Source table = select.onlyTable();
        Tail tail = select.tail();
        if (table != null
                && Objects.requireNonNull(table.table()).nonEmpty()
                && select.where().isEmpty()
                && select.groupBy().isEmpty()
                && select.having().isEmpty()
                && select.items().size() == 1
                && select.items().getFirst() instanceof Ref column
                && tail.orderBy().size() == 1
                && tail.orderBy().getFirst().expr().equals(column)
                && tail.orderBy().getFirst().nulls().isEmpty()
                && ONE.equals(tail.limit())
                && tail.offset() == null) {
            String function = tail.orderBy().getFirst().descending() ? "max" : "min";
            return select.withDistinct(false)
                    .withItems(List.of(new Op(function, column)))
                    .withTail(Tail.NONE);
        }
        return select;
    }

    /** Rule 2, also for a DISTINCT within COUNT, SUM and AVG. */
    private Select withoutIdleDistinct(Select select) {
        Source table = select.onlyTable();
        if (table == null) {
            return select;
        }
        boolean idle = select.items().stream().anyMatch(EquivalenceRules::unique);
        return select.withDistinct(select.distinct() && !idle)
                .map(expr -> withoutIdleDistinct(expr, table));
    }

    private static Expr withoutIdleDistinct(Expr expr, Source table) {
        if (!(expr instanceof Op op)) {
            return expr;
        }
        if (op.name().endsWith(" distinct")
                && op.args().size() == 1
                && op.args().getFirst() instanceof Ref ref
                && ref.source().equals(table)
                && ref.unique()) {
            return new Op(op.name().substring(0, op.name().indexOf(' ')), ref);
        }
        return SqlExprs.rebuilt(
                op.name(), op.args().stream().map(a -> withoutIdleDistinct(a, table)).toList());
    }
}
