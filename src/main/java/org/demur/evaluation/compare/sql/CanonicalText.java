package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.demur.evaluation.compare.sql.SqlTree.Combination;
import org.demur.evaluation.compare.sql.SqlTree.Expr;
import org.demur.evaluation.compare.sql.SqlTree.Join;
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
import org.demur.schema.SqlTexts;

/**
 * One text for all statements that differ only in the order of what has no order: conditions, the
 * operands of = and of AND, inner joins, grouping keys, select items, the arms of a commutative set
 * operation. Sources go by their table; those of one table in one FROM are numbered in the order
 * that gives the least text, so that self-joins compare whatever their aliases were.
 */
final class CanonicalText {
    /** Orders of like sources that are tried; beyond, the text's own order stands. */
    private static final int MAX_ORDERS = 120;

    private static final Set<String> COMMUTATIVE = Set.of("=", "!=", "and", "or", "is");
    private static final Set<String> COMMUTATIVE_SETS = Set.of("union", "union all", "intersect");

    /** Prints of expressions; only a statement made for it needs more. */
    private static final int MAX_PRINTS = 300_000;

    private final int[] printsLeft;
    private final int level;
    private final Map<Source, String> labels;
    private final Map<Ref, String> representatives;

    private CanonicalText(
            int[] printsLeft,
            int level,
            Map<Source, String> labels,
            Map<Ref, String> representatives) {
        this.printsLeft = printsLeft;
        this.level = level;
        this.labels = labels;
        this.representatives = representatives;
    }

    /**
     * @throws UnreadableSql if the text would be too large
     */
    static String of(Query query) {
        return new CanonicalText(new int[] {MAX_PRINTS}, 0, Map.of(), Map.of()).query(query);
    }

    private String query(Query query) {
        return switch (query) {
            case Select select -> select(select, items -> sorted(items));
            case Combination both -> combination(both);
        };
    }

    /** Columns of the arms belong together by place, so they are sorted together. */
    private String combination(Combination both) {
        List<Query> arms = List.of(both.left(), both.right());
        List<List<String>> columns = arms.stream().map(this::columns).toList();
        List<String> joined =
                IntStream.range(0, both.items().size())
                        .mapToObj(i ->
                                sortedIf(
                                                COMMUTATIVE_SETS.contains(both.operation()),
                                                columns.stream().map(c -> c.get(i)).toList())
                                        .toString())
                        .toList();
        List<Integer> order =
                IntStream.range(0, joined.size())
                        .boxed()
                        .sorted(Comparator.comparing(joined::get))
                        .toList();
        List<String> texts = arms.stream().map(arm -> ordered(arm, order)).toList();
        Function<Expr, String> key =
                expr -> expr instanceof Output output ? joined.get(output.column()) : expr(expr);
        return both.operation()
                + sortedIf(COMMUTATIVE_SETS.contains(both.operation()), texts)
                + tail(both.tail(), key);
    }

    private List<String> columns(Query arm) {
        return switch (arm) {
            case Select select -> {
                CanonicalText inner = within(select, labels(select).getFirst());
                yield select.items().stream().map(inner::expr).toList();
            }
            case Combination both -> columns(both.left());
        };
    }

    private String ordered(Query arm, List<Integer> order) {
        return switch (arm) {
            case Select select -> select(select, items -> order.stream().map(items::get).toList());
            case Combination both ->
                    both.operation()
                            + List.of(ordered(both.left(), order), ordered(both.right(), order))
                            + tail(both.tail(), this::expr);
        };
    }

    private String select(Select select, Function<List<String>, List<String>> arranged) {
        String least = null;
        for (Map<Source, String> candidate : labels(select)) {
            String text = within(select, candidate).body(select, arranged);
            if (least == null || text.compareTo(least) < 0) {
                least = text;
            }
        }
        return Objects.requireNonNull(least);
    }

    private CanonicalText within(Select select, Map<Source, String> own) {
        Map<Source, String> all = new HashMap<>(labels);
        all.putAll(own);
        Map<Ref, String> names = new HashMap<>(representatives);
        CanonicalText plain = new CanonicalText(printsLeft, level + 1, all, names);
        if (select.onlyInnerJoins()) {
            for (Set<Ref> equal : Equalities.of(select.on())) {
                String least = equal.stream().map(plain::ref).min(String::compareTo).orElseThrow();
                equal.forEach(ref -> names.put(ref, least));
            }
        }
        return plain;
    }

    private String body(Select select, Function<List<String>, List<String>> arranged) {
        StringBuilder text = new StringBuilder("(select");
        text.append(select.distinct() ? " distinct " : " ");
        text.append(arranged.apply(select.items().stream().map(this::expr).toList()));
        text.append(" from ").append(from(select));
        append(text, " where ", select.where());
        append(text, " group by ", select.groupBy());
        append(text, " having ", select.having());
        return text.append(tail(select.tail(), this::expr)).append(')').toString();
    }

    private void append(StringBuilder text, String word, List<Expr> exprs) {
        if (!exprs.isEmpty()) {
            // Two conditions may have become one text through a join's equalities.
            text.append(word).append(new TreeSet<>(exprs.stream().map(this::expr).toList()));
        }
    }

    private String from(Select select) {
        if (!select.onlyInnerJoins()) {
            return select.from().stream()
                    .map(join ->
                            join.kind()
                                    + " "
                                    + label(join.source())
                                    + " on "
                                    + sorted(join.on().stream().map(this::expr).toList()))
                    .toList()
                    .toString();
        }
        Set<String> on = new TreeSet<>();
        for (Set<Ref> equal : Equalities.of(select.on())) {
            on.add("=" + sorted(equal.stream().map(this::plainRef).toList()));
        }
        for (Expr condition : select.on()) {
            if (!Equalities.isEquality(condition)) {
                on.add(expr(condition));
            }
        }
        return sorted(select.from().stream().map(join -> label(join.source())).toList())
                + " on "
                + on;
    }

    private String tail(Tail tail, Function<Expr, String> text) {
        StringBuilder all = new StringBuilder();
        if (!tail.orderBy().isEmpty()) {
            all.append(" order by ");
            for (SortKey key : tail.orderBy()) {
                all.append(text.apply(key.expr()))
                        .append(key.descending() ? " desc " : " asc ")
                        .append(key.nulls())
                        .append(';');
            }
        }
        if (tail.limit() != null) {
            all.append(" limit ").append(expr(tail.limit()));
        }
        if (tail.offset() != null) {
            all.append(" offset ").append(expr(tail.offset()));
        }
        return all.toString();
    }

    private String expr(Expr expr) {
        if (--printsLeft[0] < 0) {
            throw new UnreadableSql("too large");
        }
        return switch (expr) {
            case Ref ref -> ref(ref);
            case Output output -> "#" + output.column();
            case Text text -> SqlTexts.quoted(text.text());
            case Numeral number -> number.number().toString();
            case Star star -> "*";
            case Sub sub -> query(sub.query());
            case Op op -> {
                List<String> args = op.args().stream().map(this::expr).toList();
                yield op.name() + sortedIf(COMMUTATIVE.contains(op.name()), args);
            }
        };
    }

    private String ref(Ref ref) {
        String representative = representatives.get(ref);
        return representative != null ? representative : plainRef(ref);
    }

    private String plainRef(Ref ref) {
        Source source = ref.source();
        if (source.table() != null) {
            String column = source.table().columns().get(ref.column()).name();
            return label(source) + "." + column.toLowerCase(Locale.ROOT);
        }
        // Within a sub-query the order of items does not count, so a place says nothing.
        Query query = Objects.requireNonNull(source.query());
        return label(source) + "." + columns(query).get(ref.column());
    }

    private String label(Source source) {
        return Objects.requireNonNullElse(labels.get(source), "?");
    }

    /** Every way to number the sources that are alike. */
    private List<Map<Source, String>> labels(Select select) {
        Map<String, List<Source>> alike = new LinkedHashMap<>();
        for (Join join : select.from()) {
            Source source = join.source();
            String name =
                    source.table() != null
                            ? source.table().name().toLowerCase(Locale.ROOT)
                            : query(Objects.requireNonNull(source.query()));
            alike.computeIfAbsent(name + "@" + level, n -> new ArrayList<>()).add(source);
        }
        List<Map<Source, String>> ways = List.of(Map.of());
        for (Map.Entry<String, List<Source>> entry : alike.entrySet()) {
            List<Map<Source, String>> longer = new ArrayList<>();
            List<List<Source>> orders = orders(entry.getValue(), MAX_ORDERS / ways.size());
            for (Map<Source, String> way : ways) {
                for (List<Source> order : orders) {
                    Map<Source, String> next = new HashMap<>(way);
                    for (int i = 0; i < order.size(); i++) {
                        next.put(order.get(i), entry.getKey() + (i == 0 ? "" : "#" + i));
                    }
                    longer.add(next);
                }
            }
            ways = longer;
        }
        return ways;
    }

    private static List<List<Source>> orders(List<Source> sources, int atMost) {
        List<List<Source>> orders = new ArrayList<>();
        orders.add(List.of());
        for (Source source : sources) {
            List<List<Source>> longer = new ArrayList<>();
            for (List<Source> order : orders) {
                for (int i = order.size(); i >= 0; i--) {
                    List<Source> next = new ArrayList<>(order);
                    next.add(i, source);
                    longer.add(next);
                }
            }
            orders = longer;
            if (orders.size() > Math.max(1, atMost)) {
                return List.of(List.copyOf(sources));
            }
        }
        return orders;
    }

    private static List<String> sorted(List<String> texts) {
        return texts.stream().sorted().toList();
    }

    private static List<String> sortedIf(boolean anyOrder, List<String> texts) {
        return anyOrder ? sorted(texts) : texts;
    }
}
