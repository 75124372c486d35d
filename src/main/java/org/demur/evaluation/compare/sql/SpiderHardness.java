package org.demur.evaluation.compare.sql;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.demur.evaluation.compare.sql.SpiderQuery.Aggregate;
import org.demur.evaluation.compare.sql.SpiderQuery.Condition;
import org.demur.evaluation.compare.sql.SpiderQuery.Conditions;
import org.demur.evaluation.compare.sql.SpiderQuery.Operator;
import org.demur.evaluation.compare.sql.SpiderQuery.Value;

/** How hard Spider takes a statement to be, by counting its parts; as scored. */
public enum SpiderHardness {
    EASY,
    MEDIUM,
    HARD,
    EXTRA;

    static SpiderHardness of(SpiderQuery query) {
        int clauses = clauses(query);
        int nested = nested(query);
        int others = others(query);
        if (clauses <= 1 && others == 0 && nested == 0) {
            return EASY;
        }
        if (nested == 0 && ((others <= 2 && clauses <= 1) || (clauses <= 2 && others < 2))) {
            return MEDIUM;
        }
        boolean hard =
                (others > 2 && clauses <= 2 && nested == 0)
                        || (clauses == 3 && others <= 2 && nested == 0)
                        || (clauses <= 1 && others == 0 && nested <= 1);
        return hard ? HARD : EXTRA;
    }

    private static int clauses(SpiderQuery query) {
        int count = Math.max(0, query.sources().size() - 1);
        count += query.where().isEmpty() ? 0 : 1;
        count += query.groupBy().isEmpty() ? 0 : 1;
        count += query.orderBy() == null ? 0 : 1;
        count += query.limit() == null ? 0 : 1;
        for (Conditions conditions : conditions(query)) {
            count += (int) conditions.connectors().stream().filter("or"::equals).count();
            count +=
                    (int)
                            conditions.units().stream()
                                    .filter(c -> c.operator() == Operator.LIKE)
                                    .count();
        }
        return count;
    }

    private static int nested(SpiderQuery query) {
        long inConditions =
                conditions(query).stream()
                        .flatMap(c -> c.units().stream())
                        .flatMap(c ->
                                Stream.of(
                                        c.first() instanceof Value.OfQuery,
                                        c.second() instanceof Value.OfQuery))
                        .filter(isQuery -> isQuery)
                        .count();
        return (int) inConditions + (query.next() == null ? 0 : 1);
    }

    private static List<Conditions> conditions(SpiderQuery query) {
        return List.of(query.on(), query.where(), query.having());
    }

    private static int others(SpiderQuery query) {
        int count = aggregates(query) > 1 ? 1 : 0;
        count += query.items().size() > 1 ? 1 : 0;
        count += query.where().units().size() > 1 ? 1 : 0;
        count += query.groupBy().size() > 1 ? 1 : 0;
        return count;
    }

    /**
     * The original looks for an aggregate in the first field of whatever it is given, which for a
     * condition is its NOT, and in HAVING also takes every AND and OR for one.
     */
    private static long aggregates(SpiderQuery query) {
        long count =
                query.items().stream().filter(i -> i.aggregate() != Aggregate.NONE).count()
                        + query.where().units().stream().filter(Condition::not).count()
                        + query.groupBy().stream()
                                .filter(u -> u.aggregate() != Aggregate.NONE)
                                .count()
                        + query.having().units().stream().filter(Condition::not).count()
                        + query.having().connectors().size();
        if (query.orderBy() != null) {
            count +=
                    query.orderBy().keys().stream()
                            .flatMap(key -> Stream.of(key.left(), key.right()))
                            .filter(Objects::nonNull)
                            .filter(unit -> unit.aggregate() != Aggregate.NONE)
                            .count();
        }
        return count;
    }
}
