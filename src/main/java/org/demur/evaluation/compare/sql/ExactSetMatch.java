package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
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
public final class ExactSetMatch implements SqlComparator {
    @Override
    public SqlVerdict compare(String gold, String prediction, SchemaFacts schema) {
        SpiderQuery goldQuery;
        try {
            goldQuery = SpiderParser.parse(gold, schema);
        } catch (UnreadableSql e) {
            return SqlVerdict.UNSCORED;
        }
        SpiderQuery predictedQuery;
        try {
            // Some models write a placeholder for values; the original makes it a number.
            predictedQuery = SpiderParser.parse(prediction.replace(" value ", " 1 "), schema);
        } catch (UnreadableSql e) {
            return SqlVerdict.DIFFERENT;
        }
        Map<String, String> keys = ForeignKeyClasses.of(schema);
        boolean equal =
                match(
                        columnsMerged(withoutValues(predictedQuery), keys),
                        columnsMerged(withoutValues(goldQuery), keys));
        return equal ? SqlVerdict.EQUAL : SqlVerdict.DIFFERENT;
    }

    /** The level that Spider gives to a statement; empty if the original cannot read it. */
    public static Optional<SpiderHardness> hardness(String gold, SchemaFacts schema) {
        try {
            return Optional.of(SpiderHardness.of(SpiderParser.parse(gold, schema)));
        } catch (UnreadableSql e) {
            return Optional.empty();
        }
    }

    private static boolean match(SpiderQuery prediction, SpiderQuery gold) {
        return sameInAnyOrder(prediction.items(), gold.items())
                && sameInAnyOrder(prediction.where().units(), gold.where().units())
                && sameGrouping(prediction, gold)
                && sameOrder(prediction, gold)
                && Set.copyOf(prediction.where().connectors())
                        .equals(Set.copyOf(gold.where().connectors()))
                && sameNext(prediction.next(), gold.next())
                && keywords(prediction).equals(keywords(gold))
                && sameInAnyOrder(prediction.sources(), gold.sources());
    }

    private static boolean sameInAnyOrder(List<?> one, List<?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        List<?> left = new ArrayList<>(other);
        return one.stream().allMatch(left::remove);
    }

    /** HAVING is looked at only beside GROUP BY. */
    private static boolean sameGrouping(SpiderQuery prediction, SpiderQuery gold) {
        if (prediction.groupBy().isEmpty() || gold.groupBy().isEmpty()) {
            return prediction.groupBy().isEmpty() && gold.groupBy().isEmpty();
        }
        return columns(prediction.groupBy()).equals(columns(gold.groupBy()))
                && prediction.having().equals(gold.having());
    }

    private static List<String> columns(List<ColumnUnit> units) {
        return units.stream().map(ColumnUnit::column).toList();
    }

    private static boolean sameOrder(SpiderQuery prediction, SpiderQuery gold) {
        if (gold.orderBy() == null) {
            return prediction.orderBy() == null;
        }
        return gold.orderBy().equals(prediction.orderBy())
                && (gold.limit() == null) == (prediction.limit() == null);
    }

    private static boolean sameNext(@Nullable Combined prediction, @Nullable Combined gold) {
        if (prediction == null || gold == null) {
            return prediction == null && gold == null;
        }
        return prediction.operation() == gold.operation()
                && match(prediction.query(), gold.query());
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
