package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.demur.evaluation.compare.sql.SpiderQuery.ColumnUnit;
import org.demur.evaluation.compare.sql.SpiderQuery.Combined;
import org.demur.evaluation.compare.sql.SpiderQuery.Condition;
import org.demur.evaluation.compare.sql.SpiderQuery.Conditions;
import org.demur.evaluation.compare.sql.SpiderQuery.Item;
import org.demur.evaluation.compare.sql.SpiderQuery.Operator;
import org.demur.evaluation.compare.sql.SpiderQuery.Order;
import org.demur.evaluation.compare.sql.SpiderQuery.Source;
import org.demur.evaluation.compare.sql.SpiderQuery.Value;
import org.demur.evaluation.compare.sql.SpiderQuery.ValueUnit;
import org.jspecify.annotations.Nullable;

/**
 * ESM: Spider's exact set match, clause by clause, as scored: values, DISTINCT, join conditions and
 * the number after LIMIT do not count, the ends of a foreign key are one column, brackets round
 * conditions do not exist. A prediction outside of the fragment that the original reads is
 * different; such a gold leaves the item unscored.
 *
 * <p>A statement nested in a condition is compared more strictly, also as scored: its DISTINCT and
 * LIMIT count and its foreign keys stay what they are. Stateless, so threads may share one.
 *
 * @see <a href="https://arxiv.org/abs/1809.08887">Spider, Yu et al. 2018</a>
 */
public final class ExactSetMatch {
    private ExactSetMatch() {}

    /**
     * Gold as it is compared.
     *
     * @param level that Spider gives to it
     */
    public record ReadGold(SpiderHardness level, SpiderQuery query) {}

    /**
     * What comparing says.
     *
     * @param clauses how each compares with gold's; that which the original cannot read has none
     */
    public record Compared(SqlVerdict verdict, Map<SpiderClause, SpiderClause.Match> clauses) {}

    private static final SpiderQuery NOTHING =
            new SpiderQuery(
                    false,
                    List.of(),
                    List.of(),
                    Conditions.NONE,
                    Conditions.NONE,
                    List.of(),
                    Conditions.NONE,
                    null,
                    null,
                    null);

    /** Gold, to be compared with; empty if the original cannot read it. */
    public static Optional<ReadGold> read(String gold, SchemaFacts schema) {
        try {
            SpiderQuery query = SpiderParser.parse(gold, schema);
            return Optional.of(new ReadGold(SpiderHardness.of(query), compared(query, schema)));
        } catch (UnreadableSql e) {
            return Optional.empty();
        }
    }

    private static SpiderQuery compared(SpiderQuery query, SchemaFacts schema) {
        return columnsMerged(withoutValues(query), ForeignKeyClasses.of(schema));
    }

    /** A prediction with gold. */
    public static Compared compare(ReadGold gold, String prediction, SchemaFacts schema) {
        try {
            // Some models write a placeholder for values; the original makes it a number.
            SpiderQuery query =
                    compared(
                            SpiderParser.parse(prediction.replace(" value ", " 1 "), schema),
                            schema);
            var clauses = clauses(query, gold.query());
            return new Compared(
                    match(clauses, query, gold.query()) ? SqlVerdict.EQUAL : SqlVerdict.DIFFERENT,
                    clauses);
        } catch (UnreadableSql e) {
            return new Compared(SqlVerdict.DIFFERENT, clauses(NOTHING, gold.query()));
        }
    }

    private static boolean match(
            Map<SpiderClause, SpiderClause.Match> clauses,
            SpiderQuery prediction,
            SpiderQuery gold) {
        return clauses.values().stream().allMatch(SpiderClause.Match::isSame)
                && gold.sources().size() == prediction.sources().size()
                && common(prediction.sources(), gold.sources()) == gold.sources().size();
    }

    private static boolean match(SpiderQuery prediction, SpiderQuery gold) {
        return match(clauses(prediction, gold), prediction, gold);
    }

    private static Map<SpiderClause, SpiderClause.Match> clauses(
            SpiderQuery prediction, SpiderQuery gold) {
        var clauses = new EnumMap<SpiderClause, SpiderClause.Match>(SpiderClause.class);
        clauses.put(SpiderClause.SELECT, bags(prediction.items(), gold.items()));
        clauses.put(
                SpiderClause.SELECT_NO_AGG,
                bags(
                        prediction.items().stream().map(Item::unit).toList(),
                        gold.items().stream().map(Item::unit).toList()));
        clauses.put(SpiderClause.WHERE, bags(prediction.where().units(), gold.where().units()));
        clauses.put(
                SpiderClause.WHERE_NO_OP,
                bags(
                        prediction.where().units().stream().map(Condition::unit).toList(),
                        gold.where().units().stream().map(Condition::unit).toList()));
        clauses.put(
                SpiderClause.GROUP_NO_HAVING,
                bags(names(prediction.groupBy()), names(gold.groupBy())));
        clauses.put(SpiderClause.GROUP, grouping(prediction, gold));
        clauses.put(SpiderClause.ORDER, order(prediction, gold));
        clauses.put(SpiderClause.AND_OR, connectors(prediction, gold));
        clauses.put(SpiderClause.IUEN, next(prediction.next(), gold.next()));
        clauses.put(SpiderClause.KEYWORDS, bags(keywords(prediction), keywords(gold)));
        return clauses;
    }

    private static SpiderClause.Match bags(Collection<?> prediction, Collection<?> gold) {
        return SpiderClause.Match.of(gold.size(), prediction.size(), common(prediction, gold));
    }

    private static int common(Collection<?> one, Collection<?> other) {
        List<?> left = new ArrayList<>(other);
        return (int) one.stream().filter(left::remove).count();
    }

    private static List<String> columns(List<ColumnUnit> units) {
        return units.stream().map(ColumnUnit::column).toList();
    }

    /** The columns without their tables. */
    private static List<String> names(List<ColumnUnit> units) {
        return columns(units).stream()
                .map(column -> column.substring(column.indexOf('.') + 1))
                .toList();
    }

    /** HAVING is looked at only beside GROUP BY. */
    private static SpiderClause.Match grouping(SpiderQuery prediction, SpiderQuery gold) {
        boolean same =
                columns(prediction.groupBy()).equals(columns(gold.groupBy()))
                        && prediction.having().equals(gold.having());
        return single(!prediction.groupBy().isEmpty(), !gold.groupBy().isEmpty(), same);
    }

    private static SpiderClause.Match order(SpiderQuery prediction, SpiderQuery gold) {
        boolean same =
                Objects.equals(gold.orderBy(), prediction.orderBy())
                        && (gold.limit() == null) == (prediction.limit() == null);
        return single(prediction.orderBy() != null, gold.orderBy() != null, same);
    }

    /** As scored, each side's count stands for the other's where they differ. */
    private static SpiderClause.Match connectors(SpiderQuery prediction, SpiderQuery gold) {
        Set<String> predicted = Set.copyOf(prediction.where().connectors());
        Set<String> expected = Set.copyOf(gold.where().connectors());
        return predicted.equals(expected)
                ? SpiderClause.Match.EQUAL
                : SpiderClause.Match.of(predicted.size(), expected.size(), 0);
    }

    private static SpiderClause.Match next(@Nullable Combined prediction, @Nullable Combined gold) {
        boolean same =
                prediction != null
                        && gold != null
                        && prediction.operation() == gold.operation()
                        && match(prediction.query(), gold.query());
        return single(prediction != null, gold != null, same);
    }

    private static SpiderClause.Match single(boolean predicted, boolean expected, boolean same) {
        return SpiderClause.Match.of(expected ? 1 : 0, predicted ? 1 : 0, same ? 1 : 0);
    }

    private static Set<String> keywords(SpiderQuery query) {
        Set<String> words = new TreeSet<>();
        addIf(words, !query.where().isEmpty(), "where");
        addIf(words, !query.groupBy().isEmpty(), "group");
        addIf(words, !query.having().isEmpty(), "having");
        addIf(words, query.limit() != null, "limit");
        if (query.orderBy() != null) {
            words.add(query.orderBy().direction());
            words.add("order");
        }
        if (query.next() != null) {
            words.add(query.next().operation().word());
        }
        for (Conditions conditions : List.of(query.on(), query.where(), query.having())) {
            addIf(words, conditions.connectors().contains("or"), "or");
            for (Condition condition : conditions.units()) {
                addIf(words, condition.not(), "not");
                addIf(words, condition.operator() == Operator.IN, "in");
                addIf(words, condition.operator() == Operator.LIKE, "like");
            }
        }
        return words;
    }

    private static void addIf(Set<String> words, boolean present, String word) {
        if (present) {
            words.add(word);
        }
    }

    private static SpiderQuery withoutValues(SpiderQuery query) {
        return new SpiderQuery(
                query.distinct(),
                query.items(),
                query.sources(),
                withoutValues(query.on()),
                withoutValues(query.where()),
                query.groupBy(),
                withoutValues(query.having()),
                query.orderBy(),
                query.limit(),
                query.next() == null
                        ? null
                        : new Combined(
                                query.next().operation(), withoutValues(query.next().query())));
    }

    private static Conditions withoutValues(Conditions conditions) {
        List<Condition> units =
                conditions.units().stream()
                        .map(c ->
                                new Condition(
                                        c.not(),
                                        c.operator(),
                                        c.unit(),
                                        onlyQuery(c.first()),
                                        onlyQuery(c.second())))
                        .toList();
        return new Conditions(units, conditions.connectors());
    }

    private static @Nullable Value onlyQuery(@Nullable Value value) {
        return value instanceof Value.OfQuery nested
                ? new Value.OfQuery(withoutValues(nested.query()))
                : null;
    }

    /** Foreign keys become one column and DISTINCT is dropped, but not in nested statements. */
    private static SpiderQuery columnsMerged(SpiderQuery query, Map<String, String> keys) {
        Set<String> tables = new HashSet<>();
        for (Source source : query.sources()) {
            if (source instanceof Source.OfTable table) {
                tables.add(table.table());
            }
        }
        return new ColumnMerge(tables, keys).query(query);
    }

    /** {@code tables} are those of the first statement, also within what is combined with it. */
    private record ColumnMerge(Set<String> tables, Map<String, String> keys) {
        SpiderQuery query(SpiderQuery query) {
            Order order = query.orderBy();
            Combined next = query.next();
            return new SpiderQuery(
                    false,
                    query.items().stream()
                            .map(item -> new Item(item.aggregate(), unit(item.unit())))
                            .toList(),
                    query.sources(),
                    conditions(query.on()),
                    conditions(query.where()),
                    query.groupBy().stream().map(this::column).toList(),
                    conditions(query.having()),
                    order == null
                            ? null
                            : new Order(
                                    order.direction(),
                                    order.keys().stream().map(this::unit).toList()),
                    query.limit(),
                    next == null ? null : new Combined(next.operation(), query(next.query())));
        }

        private Conditions conditions(Conditions conditions) {
            return new Conditions(
                    conditions.units().stream()
                            .map(c ->
                                    new Condition(
                                            c.not(),
                                            c.operator(),
                                            unit(c.unit()),
                                            c.first(),
                                            c.second()))
                            .toList(),
                    conditions.connectors());
        }

        private ValueUnit unit(ValueUnit unit) {
            ColumnUnit right = unit.right();
            return new ValueUnit(
                    unit.operator(), column(unit.left()), right == null ? null : column(right));
        }

        private ColumnUnit column(ColumnUnit unit) {
            String column = unit.column();
            int dot = column.indexOf('.');
            String merged =
                    dot >= 0 && tables.contains(column.substring(0, dot))
                            ? Objects.requireNonNullElse(keys.get(column), column)
                            : column;
            return new ColumnUnit(unit.aggregate(), merged, false);
        }
    }
}
