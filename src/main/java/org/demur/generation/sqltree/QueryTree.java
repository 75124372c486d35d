package org.demur.generation.sqltree;

import java.util.List;

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

    /** This query with other conjuncts. */
    public QueryTree withWhere(List<List<SqlNode>> newWhere) {
        return new QueryTree(distinct, select, from, newWhere, group, having, tail, rest);
    }
}
