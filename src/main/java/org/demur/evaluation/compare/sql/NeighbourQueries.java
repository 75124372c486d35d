package org.demur.evaluation.compare.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.demur.evaluation.compare.sql.SqlTree.Combination;
import org.demur.evaluation.compare.sql.SqlTree.Expr;
import org.demur.evaluation.compare.sql.SqlTree.Join;
import org.demur.evaluation.compare.sql.SqlTree.JoinKind;
import org.demur.evaluation.compare.sql.SqlTree.Numeral;
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
import org.demur.evaluation.compare.sql.SqlTree.Text;

/**
 * The statements that differ from one by a single change: another number, text, operator, aggregate
 * function or column, or a span less. Whether they execute, and whether they say the same after
 * all, is not known here.
 *
 * @see <a href="https://arxiv.org/abs/2010.02840">Zhong et al. 2020, section 3.1</a>
 */
final class NeighbourQueries {
    private static final List<String> COMPARISONS = List.of("=", "!=", "<", "<=", ">", ">=");
    private static final List<String> ARITHMETIC = List.of("+", "-", "*", "/");
    private static final List<String> FUNCTIONS = List.of("count", "min", "max", "avg", "sum");
    private static final Set<String> PATTERNS = Set.of("like", "glob");

    /** The paper's step beside a number with decimals. */
    private static final BigDecimal STEP = new BigDecimal("0.001");

    /** The published program draws 10; whole numbers next to gold's are always among these. */
    private static final int RANDOM_NUMBERS = 4;

    private static final int RANDOM_LETTERS = 6;

    /** Longer lists are an asterisk written out: each of their columns is replaced but twice. */
    private static final int LONG_LIST = 6;

    private static final int REPLACEMENTS_IN_LONG_LIST = 2;

    private final SplittableRandom random;

    private NeighbourQueries(long seed) {
        random = new SplittableRandom(seed);
    }

    /**
     * All of them, in a fixed order; some may be written alike.
     *
     * @param seed of the random numbers and texts
     */
    static List<Query> of(Query query, long seed) {
        var all = new ArrayList<>(new NeighbourQueries(seed).query(query));
        if (query instanceof Select select) {
            withoutRepetition(select).ifPresent(all::add);
        }
        return all;
    }

    /**
     * Beyond the paper: each row once. Joins where a membership was asked for repeat rows, and no
     * span less shows that; GROUP BY says it where the rules of a data set ignore DISTINCT.
     */
    private static Optional<Query> withoutRepetition(Select select) {
        boolean repeats =
                select.from().size() > 1
                        || select.items().stream()
                                .noneMatch(item -> item instanceof Ref ref && ref.unique());
        boolean plain =
                !select.distinct()
                        && select.groupBy().isEmpty()
                        && select.having().isEmpty()
                        && !select.aggregates();
        return repeats && plain
                ? Optional.of(select.withGroupBy(select.items()))
                : Optional.empty();
    }

    private List<Query> query(Query query) {
        return switch (query) {
            case Select select -> select(select, true);
            case Combination both -> combination(both);
        };
    }

    private List<Query> combination(Combination both) {
        var all = new ArrayList<Query>();
        query(both.left()).forEach(q -> all.add(withArms(both, q, both.right(), both.tail())));
        query(both.right()).forEach(q -> all.add(withArms(both, both.left(), q, both.tail())));
        all.add(both.left());
        all.add(both.right());
        tails(both.tail(), List.of(), both.items().size())
                .forEach(tail -> all.add(withArms(both, both.left(), both.right(), tail)));
        return all;
    }

    private static Query withArms(Combination both, Query left, Query right, Tail tail) {
        return new Combination(both.operation(), left, right, tail);
    }

    /** {@code whole} is whether the select's items may become fewer. */
    private List<Query> select(Select select, boolean whole) {
        List<Source> scope = select.from().stream().map(Join::source).toList();
        var all = new ArrayList<Query>();
        if (select.distinct()) {
            all.add(select.withDistinct(false));
        }
        each(select.items(), items(select, scope), whole && select.items().size() > 1)
                .forEach(items -> all.add(select.withItems(items)));
        from(select, scope).forEach(all::add);
        conditions(select.where(), scope).forEach(where -> all.add(select.withWhere(where)));
        each(select.groupBy(), expr -> expr(expr, scope), true)
                .forEach(keys -> all.add(select.withGroupBy(keys)));
        if (select.groupBy().size() > 1) {
            all.add(select.withGroupBy(List.of()));
        }
        conditions(select.having(), scope).forEach(having -> all.add(select.withHaving(having)));
        tails(select.tail(), scope, 0).forEach(tail -> all.add(select.withTail(tail)));
        return all;
    }

    private Function<Expr, List<Expr>> items(Select select, List<Source> scope) {
        if (select.items().size() <= LONG_LIST) {
            return item -> expr(item, scope);
        }
        return item -> {
            List<Expr> others = expr(item, scope);
            var drawn = new ArrayList<Expr>();
            for (int i = 0; i < REPLACEMENTS_IN_LONG_LIST && !others.isEmpty(); i++) {
                drawn.add(others.get(random.nextInt(others.size())));
            }
            return drawn;
        };
    }

    private List<Select> from(Select select, List<Source> scope) {
        var all = new ArrayList<Select>();
        for (int i = 0; i < select.from().size(); i++) {
            Join join = select.from().get(i);
            int place = i;
            conditions(join.on(), scope)
                    .forEach(on ->
                            all.add(
                                    withJoin(
                                            select,
                                            place,
                                            new Join(join.kind(), join.source(), on))));
            if (join.kind() != JoinKind.INNER) {
                all.add(
                        withJoin(
                                select, place, new Join(JoinKind.INNER, join.source(), join.on())));
            }
            if (join.source().query() instanceof Select inner) {
                for (Query changed : select(inner, false)) {
                    Source source = new Source(join.source().id(), null, changed);
                    all.add(withJoin(select, place, new Join(join.kind(), source, join.on())));
                }
            }
            withoutJoin(select, join.source()).ifPresent(all::add);
        }
        return all;
    }

    private static Select withJoin(Select select, int place, Join join) {
        var from = new ArrayList<>(select.from());
        from.set(place, join);
        return select.withFrom(from);
    }

    /** Without a source that only its join's conditions name, and without these. */
    private static Optional<Select> withoutJoin(Select select, Source source) {
        if (select.from().size() < 2) {
            return Optional.empty();
        }
        var from = new ArrayList<Join>();
        for (Join join : select.from()) {
            if (!join.source().equals(source)) {
                List<Expr> on = join.on().stream().filter(expr -> !names(expr, source)).toList();
                from.add(
                        new Join(from.isEmpty() ? JoinKind.INNER : join.kind(), join.source(), on));
            }
        }
        if (!from.getFirst().on().isEmpty()) {
            Join first = from.getFirst();
            from.set(0, new Join(JoinKind.INNER, first.source(), List.of()));
        }
        Select without = select.withFrom(from);
        boolean[] named = {false};
        without.map(expr -> {
            named[0] |= names(expr, source);
            return expr;
        });
        return named[0] ? Optional.empty() : Optional.of(without);
    }

    private static boolean names(Expr expr, Source source) {
        boolean[] named = {false};
        SqlTree.replace(
                expr,
                ref -> {
                    named[0] |= ref.source().equals(source);
                    return ref;
                });
        return named[0];
    }

    /** A conjunction with one operand changed or dropped, with none, or with an OR in it. */
    private List<List<Expr>> conditions(List<Expr> conjuncts, List<Source> scope) {
        var all = new ArrayList<>(each(conjuncts, expr -> expr(expr, scope), true));
        if (conjuncts.size() > 1) {
            all.add(List.of());
        }
        for (int i = 0; i + 1 < conjuncts.size(); i++) {
            var changed = new ArrayList<>(conjuncts);
            changed.set(i, SqlExprs.or(conjuncts.subList(i, i + 2)));
            changed.remove(i + 1);
            all.add(changed);
        }
        return all;
    }

    private static List<List<Expr>> each(
            List<Expr> exprs, Function<Expr, List<Expr>> changes, boolean dropping) {
        var all = new ArrayList<List<Expr>>();
        for (int i = 0; i < exprs.size(); i++) {
            for (Expr changed : changes.apply(exprs.get(i))) {
                var list = new ArrayList<>(exprs);
                list.set(i, changed);
                all.add(list);
            }
            if (dropping) {
                var list = new ArrayList<>(exprs);
                list.remove(i);
                all.add(list);
            }
        }
        return all;
    }

    /** {@code outputs} counts the columns of a set operation; 0 after a SELECT. */
    private List<Tail> tails(Tail tail, List<Source> scope, int outputs) {
        var all = new ArrayList<Tail>();
        List<SortKey> keys = tail.orderBy();
        for (int i = 0; i < keys.size(); i++) {
            SortKey key = keys.get(i);
            var others = new ArrayList<SortKey>();
            others.add(new SortKey(key.expr(), !key.descending(), key.nulls()));
            expr(key.expr(), scope)
                    .forEach(expr -> others.add(new SortKey(expr, key.descending(), key.nulls())));
            for (int column = 0; column < outputs; column++) {
                if (!key.expr().equals(new Output(column))) {
                    others.add(new SortKey(new Output(column), key.descending(), key.nulls()));
                }
            }
            for (SortKey other : others) {
                var changed = new ArrayList<>(keys);
                changed.set(i, other);
                all.add(new Tail(changed, tail.limit(), tail.offset()));
            }
            var fewer = new ArrayList<>(keys);
            fewer.remove(i);
            all.add(new Tail(fewer, tail.limit(), tail.offset()));
        }
        if (tail.limit() instanceof Numeral limit) {
            counts(limit).forEach(n -> all.add(new Tail(keys, n, tail.offset())));
            all.add(new Tail(keys, null, null));
            if (!keys.isEmpty()) {
                all.add(Tail.NONE);
            }
        }
        if (tail.offset() instanceof Numeral offset) {
            counts(offset).forEach(n -> all.add(new Tail(keys, tail.limit(), n)));
            all.add(new Tail(keys, tail.limit(), null));
        }
        return all;
    }

    /** Other numbers of rows: a negative one would stand for no limit at all. */
    private List<Expr> counts(Numeral count) {
        return numbers(count.number()).stream()
                .filter(n -> n instanceof Numeral other && other.number().signum() >= 0)
                .toList();
    }

    private List<Expr> expr(Expr expr, List<Source> scope) {
        return switch (expr) {
            case Ref ref -> columns(ref, scope);
            case Numeral number -> numbers(number.number());
            case Text text -> texts(text.text(), false);
            case Sub sub -> query(sub.query()).stream().<Expr>map(Sub::new).toList();
            case Op op -> operation(op, scope);
            case Output output -> List.of();
            case Star star -> List.of();
        };
    }

    private List<Expr> operation(Op op, List<Source> scope) {
        var all = new ArrayList<Expr>();
        List<Expr> args = op.args();
        boolean pattern = PATTERNS.contains(op.name());
        for (int i = 0; i < args.size(); i++) {
            List<Expr> others =
                    pattern && i == 1 && args.get(i) instanceof Text text
                            ? texts(text.text(), true)
                            : expr(args.get(i), scope);
            for (Expr other : others) {
                var changed = new ArrayList<>(args);
                changed.set(i, other);
                all.add(SqlExprs.rebuilt(op.name(), changed));
            }
        }
        others(COMPARISONS, op).forEach(all::add);
        others(ARITHMETIC, op).forEach(all::add);
        others(FUNCTIONS, op).forEach(all::add);
        switch (op.name()) {
            case "and", "or" -> {
                all.add(SqlExprs.rebuilt(op.name().equals("and") ? "or" : "and", args));
                each(args, arg -> List.of(), true)
                        .forEach(fewer -> all.add(SqlExprs.rebuilt(op.name(), fewer)));
            }
            case "+", "-", "*", "/", "%", "||" -> all.addAll(args);
            case "not" -> all.add(args.getFirst());
            case "like", "glob", "in", "is null", "exists" -> all.add(SqlExprs.not(op));
            default -> {
                if (SqlExprs.AGGREGATES.contains(op.name())) {
                    all.add(args.getFirst());
                    if (op.name().endsWith(" distinct")) {
                        all.add(new Op(op.name().replace(" distinct", ""), args));
                    }
                }
            }
        }
        all.removeIf(changed -> changed instanceof Star);
        return all;
    }

    private static List<Expr> others(List<String> family, Op op) {
        if (!family.contains(op.name()) || op.args().isEmpty()) {
            return List.of();
        }
        boolean ofRows = op.args().getFirst() instanceof Star;
        return family.stream()
                .filter(name -> !name.equals(op.name()) && !ofRows)
                .<Expr>map(name -> new Op(name, op.args()))
                .toList();
    }

    private static List<Expr> columns(Ref ref, List<Source> scope) {
        var all = new ArrayList<Expr>();
        var sources = new LinkedHashSet<Source>();
        sources.add(ref.source());
        sources.addAll(scope);
        for (Source source : sources) {
            int width =
                    source.table() != null
                            ? source.table().columns().size()
                            : Objects.requireNonNull(source.query()).items().size();
            for (int column = 0; column < width; column++) {
                Ref other = new Ref(source, column);
                if (!other.equals(ref)) {
                    all.add(other);
                }
            }
        }
        return all;
    }

    private List<Expr> numbers(BigDecimal number) {
        var all = new LinkedHashSet<BigDecimal>();
        boolean whole = number.scale() <= 0;
        BigDecimal step = whole ? BigDecimal.ONE : STEP;
        all.add(number.add(step));
        all.add(number.subtract(step));
        double reach = number.abs().doubleValue() + 1;
        for (int i = 0; i < RANDOM_NUMBERS; i++) {
            double drawn = random.nextDouble(-reach, reach);
            all.add(
                    whole
                            ? BigDecimal.valueOf(Math.round(drawn))
                            : BigDecimal.valueOf(Math.round(drawn * 1000), 3));
        }
        all.removeIf(other -> other.compareTo(number) == 0);
        return all.stream().<Expr>map(SqlExprs::number).distinct().toList();
    }

    private List<Expr> texts(String text, boolean pattern) {
        var all = new LinkedHashSet<String>();
        int length = text.length();
        int middle = length / 2;
        all.add("");
        all.add(letters());
        all.add(text + letters());
        all.add(letters() + text);
        if (length > 1) {
            all.add(text.substring(1));
            all.add(text.substring(0, length - 1));
            all.add(text.substring(0, middle));
            all.add(text.substring(middle));
            all.add(text.substring(0, middle) + text.substring(middle + 1));
        }
        if (pattern) {
            String word = text.replace("%", "");
            all.addAll(List.of(word, word + "%", "%" + word, "%" + word + "%"));
        }
        all.remove(text);
        return all.stream().<Expr>map(Text::new).toList();
    }

    private String letters() {
        var letters = new StringBuilder();
        for (int i = 0; i < RANDOM_LETTERS; i++) {
            letters.append((char) ('a' + random.nextInt(26)));
        }
        return letters.toString();
    }
}
