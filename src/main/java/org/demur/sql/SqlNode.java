package org.demur.sql;

import java.util.List;
import org.demur.schema.ColumnRef;

/** A piece of a statement. */
public sealed interface SqlNode {
    /**
     * A keyword, operator, function, bracket, or a name that binds to no column; keywords are in
     * upper case.
     */
    record Word(String text) implements SqlNode {}

    /**
     * A literal of the statement.
     *
     * @param text without quotes
     * @param quoted whether it is a string
     */
    record Literal(String text, boolean quoted) implements SqlNode {}

    /** A table in FROM, under the name that columns are qualified with. */
    record TableUse(String table, String alias) implements SqlNode {}

    /** A sub-query in brackets. */
    record Subquery(QueryTree query) implements SqlNode {}

    /**
     * A column, possibly reached from another one along keys.
     *
     * @param qualifier the alias that the root is qualified with; empty where the statement has
     *     none
     * @param root the column in the scope of the statement
     * @param hops look-ups from the root on, possibly none
     */
    record ColumnPath(String qualifier, ColumnRef root, List<Hop> hops) implements SqlNode {
        public ColumnPath {
            hops = List.copyOf(hops);
        }

        /** The column whose values this expression has. */
        public ColumnRef end() {
            return hops.isEmpty() ? root : hops.getLast().column();
        }

        /** The same column qualified with another alias. */
        public ColumnPath in(String alias) {
            return new ColumnPath(alias, root, hops);
        }

        ColumnPath then(Hop hop) {
            var longer = new java.util.ArrayList<>(hops);
            longer.add(hop);
            return new ColumnPath(qualifier, root, longer);
        }
    }

    /**
     * A look-up along a key: {@code root operator (SELECT key FROM table WHERE column … AND
     * conditions tail)}.
     *
     * @param operator {@code IN} or {@code =}
     * @param distinct whether the sub-query says DISTINCT
     * @param key the unique column of the table looked into
     * @param conditions further conditions on that table, each without a hole
     * @param tail ORDER BY and LIMIT, possibly none
     * @param column the column that the look-up ends in
     */
    record Hop(
            String operator,
            boolean distinct,
            ColumnRef key,
            List<List<SqlNode>> conditions,
            List<SqlNode> tail,
            ColumnRef column) {
        public Hop {
            conditions = conditions.stream().map(List::copyOf).toList();
            tail = List.copyOf(tail);
        }

        /** The same look-up without conditions and order. */
        public Hop bare() {
            return new Hop(operator, distinct, key, List.of(), List.of(), column);
        }

        /** The same look-up with the conditions and the order of another. */
        public Hop like(Hop other) {
            return new Hop(operator, distinct, key, other.conditions, other.tail, column);
        }
    }
}
