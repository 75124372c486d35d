package org.demur.sql;

import java.util.ArrayList;
import java.util.List;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Hop;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.Subquery;
import org.demur.sql.SqlNode.TableUse;
import org.demur.sql.SqlNode.Word;

/**
 * Folds nested look-ups along unique keys into paths, so that a value stored in a table and a value
 * reached through a code table read alike. {@link SqlTreeWriter} unfolds them again.
 */
public final class KeyPaths {
    private final DatabaseSchema schema;

    public KeyPaths(DatabaseSchema schema) {
        this.schema = schema;
    }

    /** The query with every foldable look-up folded, innermost first. */
    public QueryTree fold(QueryTree query) {
        var inner = query.withInner(this::fold);
        return foldSelect(
                inner.withWhere(inner.where().stream().map(this::foldCondition).toList()));
    }

    private static boolean isBare(QueryTree query) {
        return query.group().isEmpty()
                && query.having().isEmpty()
                && query.rest().isEmpty()
                && query.from().size() == 1
                && query.from().getFirst() instanceof TableUse(String table, String alias)
                && alias.equals(table)
                && query.select().size() == 1
                && query.select().getFirst() instanceof ColumnPath selected
                && isOf(table, selected);
    }

    /** Whether a column belongs to this table and not to one of a query around it. */
    private static boolean isOf(String table, ColumnPath column) {
        return column.root().table().equals(table)
                && (column.qualifier().isEmpty() || column.qualifier().equalsIgnoreCase(table));
    }

    private boolean isUnique(ColumnRef ref) {
        return schema.column(ref).map(c -> c.unique()).orElse(false);
    }

    /** {@code x IN (SELECT k FROM A WHERE a … AND constants)} becomes {@code [x→a] …}. */
    private List<SqlNode> foldCondition(List<SqlNode> conjunct) {
        if (conjunct.size() != 3
                || !(conjunct.get(0) instanceof ColumnPath from)
                || !(conjunct.get(1) instanceof Word(String operator))
                || !(operator.equals("IN") || operator.equals("="))
                || !(conjunct.get(2) instanceof Subquery(QueryTree inner))
                || !isBare(inner)
                || !(inner.select().getFirst() instanceof ColumnPath key)
                || !key.hops().isEmpty()
                || !isUnique(key.root())
                || inner.where().isEmpty()) {
            return conjunct;
        }
        int open = openCondition(inner.where());
        if (open < 0
                || !inner.where().get(open).stream()
                        .allMatch(n ->
                                !(n instanceof ColumnPath path)
                                        || isOf(key.root().table(), path))) {
            return conjunct;
        }
        var out = new ArrayList<SqlNode>();
        for (SqlNode node : inner.where().get(open)) {
            if (node instanceof ColumnPath path) {
                var hop =
                        new Hop(
                                operator,
                                inner.distinct(),
                                key.root(),
                                others(inner.where(), open),
                                inner.tail(),
                                path.root());
                var hops = new ArrayList<>(from.hops());
                hops.add(hop);
                hops.addAll(path.hops());
                out.add(new ColumnPath(from.qualifier(), from.root(), hops));
            } else {
                out.add(node);
            }
        }
        return out;
    }

    /** {@code SELECT a FROM A WHERE k IN (SELECT x …)} becomes {@code SELECT [x→a] …}. */
    private QueryTree foldSelect(QueryTree query) {
        if (!isBare(query) || query.where().isEmpty() || !query.tail().isEmpty()) {
            return query;
        }
        var selected = (ColumnPath) query.select().getFirst();
        int open = -1;
        for (int i = 0; i < query.where().size(); i++) {
            var conjunct = query.where().get(i);
            if (conjunct.size() == 3
                    && conjunct.get(0) instanceof ColumnPath key
                    && key.hops().isEmpty()
                    && isOf(selected.root().table(), key)
                    && isUnique(key.root())
                    && conjunct.get(1) instanceof Word(String operator)
                    && (operator.equals("IN") || operator.equals("="))
                    && conjunct.get(2) instanceof Subquery(QueryTree inner)
                    && inner.select().size() == 1
                    && inner.select().getFirst() instanceof ColumnPath) {
                if (open >= 0) {
                    return query;
                }
                open = i;
            } else if (!isConstant(conjunct)) {
                return query;
            }
        }
        if (open < 0) {
            return query;
        }
        var conjunct = query.where().get(open);
        var key = (ColumnPath) conjunct.get(0);
        var inner = ((Subquery) conjunct.get(2)).query();
        var hop =
                new Hop(
                        ((Word) conjunct.get(1)).text(),
                        query.distinct(),
                        key.root(),
                        others(query.where(), open),
                        List.of(),
                        selected.root());
        var path = ((ColumnPath) inner.select().getFirst()).then(hop);
        for (Hop further : selected.hops()) {
            path = path.then(further);
        }
        return inner.withSelect(inner.distinct(), List.of(path));
    }

    /**
     * The one condition that is not constant and has exactly one column; -1 where there is none or
     * more than one.
     */
    private static int openCondition(List<List<SqlNode>> where) {
        if (where.size() == 1) {
            return columns(where.getFirst()) == 1 ? 0 : -1;
        }
        int open = -1;
        for (int i = 0; i < where.size(); i++) {
            if (!isConstant(where.get(i))) {
                if (open >= 0) {
                    return -1;
                }
                open = i;
            }
        }
        if (open < 0) {
            // every condition looks constant: the first is the one asked for, as in label = 'x' AND
            // kind = 'y'
            open = 0;
        }
        return columns(where.get(open)) == 1 ? open : -1;
    }

    private static long columns(List<SqlNode> nodes) {
        return nodes.stream().filter(n -> n instanceof ColumnPath).count();
    }

    /**
     * A condition without anything to fill in: {@code IS [NOT] NULL}, or a code that qualifies a
     * code table.
     */
    private static boolean isConstant(List<SqlNode> conjunct) {
        if (conjunct.size() > 1
                && conjunct.get(1) instanceof Word(String second)
                && second.toUpperCase(java.util.Locale.ROOT).equals("IS")) {
            return true;
        }
        return conjunct.size() == 3
                && conjunct.get(0) instanceof ColumnPath path
                && path.hops().isEmpty()
                && conjunct.get(1).equals(new Word("="))
                && conjunct.get(2) instanceof Literal(String text, boolean isQuoted)
                && isQuoted
                && !text.isEmpty();
    }

    private static List<List<SqlNode>> others(List<List<SqlNode>> where, int open) {
        var others = new ArrayList<List<SqlNode>>();
        for (int i = 0; i < where.size(); i++) {
            if (i != open) {
                others.add(where.get(i));
            }
        }
        return others;
    }
}
