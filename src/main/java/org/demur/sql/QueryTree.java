package org.demur.sql;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.demur.sql.SqlNode.Subquery;

/**
 * One SELECT with its clauses as node lists; keywords that open a clause are not part of it.
 *
 * @param distinct whether it says SELECT DISTINCT
 * @param select the select list
 * @param from tables, joins and derived tables; possibly none
 * @param where the conjuncts of WHERE, possibly none
 * @param group the GROUP BY list, possibly none
 * @param having the HAVING condition, possibly none
 * @param tail ORDER BY and LIMIT with their keywords, possibly none
 * @param rest a set operation with what follows it, possibly none
 */
public record QueryTree(
        boolean distinct,
        List<SqlNode> select,
        List<SqlNode> from,
        List<List<SqlNode>> where,
        List<SqlNode> group,
        List<SqlNode> having,
        List<SqlNode> tail,
        List<SqlNode> rest) {
    public QueryTree {
        select = List.copyOf(select);
        from = List.copyOf(from);
        where = where.stream().map(List::copyOf).toList();
        group = List.copyOf(group);
        having = List.copyOf(having);
        tail = List.copyOf(tail);
        rest = List.copyOf(rest);
    }

    QueryTree withSelect(boolean newDistinct, List<SqlNode> newSelect) {
        return new QueryTree(newDistinct, newSelect, from, where, group, having, tail, rest);
    }

    /** All nodes of its own clauses. */
    public Stream<SqlNode> nodes() {
        return Stream.of(
                        Stream.of(select, from),
                        where.stream(),
                        Stream.of(group, having, tail, rest))
                .flatMap(clauses -> clauses)
                .flatMap(List::stream);
    }

    /** This query with its nodes changed one by one. */
    public QueryTree withNodes(UnaryOperator<SqlNode> change) {
        return new QueryTree(
                distinct,
                changed(select, change),
                changed(from, change),
                where.stream().map(conjunct -> changed(conjunct, change)).toList(),
                changed(group, change),
                changed(having, change),
                changed(tail, change),
                changed(rest, change));
    }

    private static List<SqlNode> changed(List<SqlNode> nodes, UnaryOperator<SqlNode> change) {
        return nodes.stream().map(change).toList();
    }

    /** This query with the queries directly inside changed. */
    public QueryTree withInner(UnaryOperator<QueryTree> change) {
        return withNodes(node ->
                node instanceof Subquery(QueryTree inner)
                        ? new Subquery(change.apply(inner))
                        : node);
    }

    /** This query with another set operation, or none. */
    public QueryTree withRest(List<SqlNode> newRest) {
        return new QueryTree(distinct, select, from, where, group, having, tail, newRest);
    }

    /** This query with other conjuncts. */
    public QueryTree withWhere(List<List<SqlNode>> newWhere) {
        return new QueryTree(distinct, select, from, newWhere, group, having, tail, rest);
    }
}
