package org.demur.evaluation.compare.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.demur.evaluation.compare.sql.SchemaFacts.TableFacts;
import org.demur.evaluation.compare.sql.SqlTree.Combination;
import org.demur.evaluation.compare.sql.SqlTree.Expr;
import org.demur.evaluation.compare.sql.SqlTree.Join;
import org.demur.evaluation.compare.sql.SqlTree.JoinKind;
import org.demur.evaluation.compare.sql.SqlTree.Numeral;
import org.demur.evaluation.compare.sql.SqlTree.Op;
import org.demur.evaluation.compare.sql.SqlTree.Query;
import org.demur.evaluation.compare.sql.SqlTree.Ref;
import org.demur.evaluation.compare.sql.SqlTree.Select;
import org.demur.evaluation.compare.sql.SqlTree.SortKey;
import org.demur.evaluation.compare.sql.SqlTree.Source;
import org.demur.evaluation.compare.sql.SqlTree.Star;
import org.demur.evaluation.compare.sql.SqlTree.Sub;
import org.demur.evaluation.compare.sql.SqlTree.Tail;
import org.demur.evaluation.compare.sql.SqlTree.Text;
import org.jspecify.annotations.Nullable;

/**
 * Other ways to say a statement: what the rules of ESM+ turn it into, and the rules read from their
 * other side, each where it holds whatever the rows are. What ESM+ does not show to be equal is
 * left out.
 */
public final class EquivalentStatements {
    private static final int SOURCES = 100;

    private final SchemaFacts schema;

    private EquivalentStatements(SchemaFacts schema) {
        this.schema = schema;
    }

    /** Statements equal to one by ESM+, each by one rule; none for what cannot be read. */
    public static List<String> of(String sql, SchemaFacts schema) {
        Query query;
        try {
            query = SqlReader.read(sql, schema);
        } catch (UnreadableSql e) {
            return List.of();
        }
        String same = SqlWriter.write(query);
        var forms = ExactSetMatchPlus.Forms.of(sql, schema);
        return new EquivalentStatements(schema)
                .of(query)
                .flatMap(EquivalentStatements::written)
                .filter(text -> !text.equals(same))
                .distinct()
                .filter(text -> ExactSetMatchPlus.compare(forms, text, schema) == SqlVerdict.EQUAL)
                .toList();
    }

    private static Stream<String> written(Query query) {
        try {
            return Stream.of(SqlWriter.write(query));
        } catch (UnreadableSql e) {
            return Stream.empty();
        }
    }

    private Stream<Query> of(Query query) {
        return switch (query) {
            case Combination both -> Stream.concat(applied(both), turned(both).stream());
            case Select select ->
                    Stream.concat(
                            applied(select),
                            Stream.<Function<Select, Optional<Query>>>of(
                                            this::negated,
                                            this::inList,
                                            this::countedKey,
                                            this::withIdleNullTest,
                                            this::withKeyOnlyJoin,
                                            this::joinedTheOtherWay,
                                            this::membership,
                                            this::outOfSubQuery,
                                            this::twice,
                                            this::inTwoArms,
                                            this::orderedExtreme,
                                            this::groupedByMore)
                                    .flatMap(rule -> rule.apply(select).stream()));
        };
    }

    /** What the rules turn it into, in both of their orders. */
    private Stream<Query> applied(Query query) {
        return Stream.of(true, false)
                .map(countsFirst -> new EquivalenceRules(schema, countsFirst).applied(query));
    }

    /** UNION and INTERSECT have no order. */
    private static Optional<Query> turned(Combination both) {
        return Set.of("union", "intersect").contains(both.operation()) && both.tail().isEmpty()
                ? Optional.of(
                        new Combination(
                                both.operation(),
                                /* left= */ both.right(),
                                /* right= */ both.left(),
                                Tail.NONE))
                : Optional.empty();
    }

    /** Rule 20. */
    private Optional<Query> negated(Select select) {
        var opposites = List.of("=", "!=", "!=", "=", ">", "<=", ">=", "<");
        return firstCondition(
                select,
                condition -> {
                    int place =
                            condition instanceof Op op && op.args().size() == 2
                                    ? opposites.indexOf(op.name())
                                    : -1;
                    return place < 0
                            ? Optional.empty()
                            : Optional.of(
                                    new Op(
                                            "not",
                                            new Op(opposites.get(place ^ 1), args(condition))));
                });
    }

    /** Rule 15. */
    private Optional<Query> inList(Select select) {
        return firstCondition(
                select,
                condition ->
                        condition instanceof Op op
                                        && op.name().equals("=")
                                        && op.args().getFirst() instanceof Ref
                                        && (op.args().getLast() instanceof Text
                                                || op.args().getLast() instanceof Numeral)
                                ? Optional.of(
                                        new Op(
                                                "in",
                                                op.args().getFirst(),
                                                new Op("row", op.args().getLast())))
                                : Optional.empty());
    }

    private static List<Expr> args(Expr condition) {
        return ((Op) condition).args();
    }

    /** With the first condition of WHERE replaced that can be. */
    private static Optional<Query> firstCondition(
            Select select, Function<Expr, Optional<Op>> change) {
        var where = new ArrayList<>(select.where());
        for (int i = 0; i < where.size(); i++) {
            Optional<Op> changed = change.apply(where.get(i));
            if (changed.isPresent()) {
                where.set(i, changed.get());
                return Optional.of(select.withWhere(where));
            }
        }
        return Optional.empty();
    }

    /** Rule 7. */
    private Optional<Query> countedKey(Select select) {
        if (!select.onlyInnerJoins()) {
            return Optional.empty();
        }
        Op rows = new Op("count", new Star());
        return notNull(select)
                .map(column ->
                        select.map(expr -> expr.equals(rows) ? new Op("count", column) : expr));
    }

    /** Rule 8. */
    private Optional<Query> withIdleNullTest(Select select) {
        if (!select.onlyInnerJoins()) {
            return Optional.empty();
        }
        return notNull(select)
                .map(column ->
                        select.withWhere(
                                SqlExprs.all(
                                        select.where(),
                                        List.of(new Op("not", new Op("is null", column))))));
    }

    private static Optional<Ref> notNull(Select select) {
        return select.from().stream()
                .limit(1)
                .flatMap(join -> columns(join.source()))
                .filter(Ref::notNull)
                .findFirst();
    }

    private static Stream<Ref> columns(@Nullable Source source) {
        return source == null || source.table() == null
                ? Stream.empty()
                : IntStream.range(0, source.table().columns().size())
                        .mapToObj(i -> new Ref(source, i));
    }

    /** Rule 13, for a foreign key that is never NULL. */
    private Optional<Query> withKeyOnlyJoin(Select select) {
        Source table = select.onlyTable();
        if (table == null) {
            return Optional.empty();
        }
        return columns(table)
                .filter(Ref::notNull)
                .flatMap(foreign ->
                        schema.foreignKeys().stream()
                                .filter(key ->
                                        key.table().equalsIgnoreCase(name(table))
                                                && key.column()
                                                        .equalsIgnoreCase(
                                                                Objects.requireNonNull(
                                                                                foreign.facts())
                                                                        .name()))
                                .flatMap(key -> schema.table(key.toTable()).stream())
                                .map(to -> withJoin(select, foreign, to)))
                .findFirst();
    }

    private static String name(Source source) {
        return Objects.requireNonNull(source.table()).name();
    }

    private Query withJoin(Select select, Ref foreign, TableFacts to) {
        var joined = new Source(SOURCES, to, null);
        var key =
                columns(joined)
                        .filter(ref ->
                                schema.refers(
                                        name(foreign.source()),
                                        Objects.requireNonNull(foreign.facts()).name(),
                                        to.name(),
                                        Objects.requireNonNull(ref.facts()).name()))
                        .findFirst()
                        .orElseThrow();
        var from = new ArrayList<>(select.from());
        from.add(new Join(JoinKind.INNER, joined, List.of(new Op("=", foreign, key))));
        return select.withFrom(from);
    }

    /** An inner join has no order. */
    private Optional<Query> joinedTheOtherWay(Select select) {
        if (!select.onlyInnerJoins() || select.from().size() < 2) {
            return Optional.empty();
        }
        var from = new ArrayList<Join>();
        for (Join join : select.from().reversed()) {
            from.add(new Join(JoinKind.INNER, join.source(), List.of()));
        }
        from.set(from.size() - 1, new Join(JoinKind.INNER, from.getLast().source(), select.on()));
        return Optional.of(select.withFrom(from));
    }

    /** Rule 12: a table that is joined to meet a condition, as a membership. */
    private Optional<Query> membership(Select select) {
        if (!select.onlyInnerJoins()
                || select.from().size() != 2
                || select.on().size() != 1
                || !(select.on().getFirst() instanceof Op on)
                || !on.name().equals("=")) {
            return Optional.empty();
        }
        for (Expr side : on.args()) {
            Expr other = side.equals(on.args().getFirst()) ? on.args().getLast() : on.args().get(0);
            if (side instanceof Ref key && key.key() && other instanceof Ref foreign) {
                var inner = new ArrayList<Expr>();
                var outer = new ArrayList<Expr>();
                for (Expr condition : select.where()) {
                    Set<Source> used = sources(condition);
                    (used.equals(Set.of(key.source())) ? inner : outer).add(condition);
                }
                var sub =
                        new Select(
                                false,
                                List.of(key),
                                from(key),
                                inner,
                                List.of(),
                                List.of(),
                                Tail.NONE);
                outer.add(new Op("in", foreign, new Sub(sub)));
                Select rest = select.withWhere(outer).withFrom(from(foreign));
                if (!inner.isEmpty() && !uses(rest, key.source())) {
                    return Optional.of(rest);
                }
            }
        }
        return Optional.empty();
    }

    private static List<Join> from(Ref column) {
        return List.of(new Join(JoinKind.INNER, column.source(), List.of()));
    }

    private static Set<Source> sources(Expr expr) {
        var used = new HashSet<Source>();
        SqlTree.replace(
                expr,
                ref -> {
                    used.add(ref.source());
                    return ref;
                });
        return used;
    }

    /** Whether a statement uses the source outside of its last condition, a membership. */
    private static boolean uses(Select select, Source source) {
        var used = new HashSet<Source>();
        var where = select.where().subList(0, select.where().size() - 1);
        SqlTree.replace(
                select.withWhere(where),
                ref -> {
                    used.add(ref.source());
                    return ref;
                });
        return used.contains(source);
    }

    /** Columns out of a sub-query. */
    private Optional<Query> outOfSubQuery(Select select) {
        Source table = select.onlyTable();
        if (table == null) {
            return Optional.empty();
        }
        List<Expr> all = columns(table).map(ref -> (Expr) ref).toList();
        var rows =
                new Select(false, all, select.from(), List.of(), List.of(), List.of(), Tail.NONE);
        var source = new Source(SOURCES, null, rows);
        Select moved =
                (Select)
                        SqlTree.replace(
                                select,
                                ref ->
                                        ref.source().equals(table)
                                                ? new Ref(source, ref.column())
                                                : ref);
        return Optional.of(moved.withFrom(List.of(new Join(JoinKind.INNER, source, List.of()))));
    }

    /** Rule 18, for rows that differ. */
    private Optional<Query> twice(Select select) {
        boolean oneRow =
                select.aggregates() && select.groupBy().isEmpty() && select.having().isEmpty();
        return select.tail().isEmpty() && (oneRow || selectsKey(select))
                ? Optional.of(new Combination("intersect", select, select, Tail.NONE))
                : Optional.empty();
    }

    private static boolean selectsKey(Select select) {
        return select.onlyTable() != null
                && select.plain()
                && select.items().stream()
                        .anyMatch(item -> item instanceof Ref ref && ref.unique() && ref.notNull());
    }

    /** Rules 3 and 4. */
    private Optional<Query> inTwoArms(Select select) {
        if (!selectsKey(select)) {
            return Optional.empty();
        }
        boolean isEither =
                select.where().size() == 1
                        && select.where().getFirst() instanceof Op op
                        && op.name().equals("or");
        List<Expr> conditions = isEither ? args(select.where().getFirst()) : select.where();
        if (conditions.size() < 2) {
            return Optional.empty();
        }
        List<Expr> others = conditions.subList(1, conditions.size());
        return Optional.of(
                new Combination(
                        isEither ? "union" : "intersect",
                        select.withWhere(List.of(conditions.getFirst())),
                        select.withWhere(isEither ? List.of(SqlExprs.or(others)) : others),
                        Tail.NONE));
    }

    /** Rule 9, for a column that is never NULL. */
    private Optional<Query> orderedExtreme(Select select) {
        if (select.onlyTable() != null
                && select.where().isEmpty()
                && select.groupBy().isEmpty()
                && select.having().isEmpty()
                && select.tail().isEmpty()
                && select.items().size() == 1
                && select.items().getFirst() instanceof Op extreme
                && Set.of("min", "max").contains(extreme.name())
                && extreme.args().size() == 1
                && extreme.args().getFirst() instanceof Ref column
                && column.notNull()) {
            var key = new SortKey(column, extreme.name().equals("max"), "");
            return Optional.of(
                    select.withItems(List.of(column))
                            .withTail(
                                    new Tail(List.of(key), SqlExprs.number(BigDecimal.ONE), null)));
        }
        return Optional.empty();
    }

    /** Rule 5. */
    private Optional<Query> groupedByMore(Select select) {
        return select.groupBy().stream()
                .filter(key -> key instanceof Ref ref && ref.unique() && ref.notNull())
                .map(key -> ((Ref) key).source())
                .flatMap(EquivalentStatements::columns)
                .filter(column -> !select.groupBy().contains(column))
                .findFirst()
                .map(column ->
                        select.withGroupBy(
                                Stream.concat(select.groupBy().stream(), Stream.of(column))
                                        .toList()));
    }
}
