package org.demur.generation.verified.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.demur.generation.sqltree.QueryTree;
import org.demur.generation.sqltree.SqlNode;
import org.demur.generation.sqltree.SqlNode.ColumnPath;
import org.demur.generation.sqltree.SqlNode.Subquery;
import org.demur.generation.sqltree.SqlNode.TableUse;

/**
 * Gives a table its own name instead of an alias wherever a SELECT uses it once and nothing inside
 * needs the alias.
 */
public final class AliasRemoval {
    public QueryTree plain(QueryTree query) {
        var uses =
                query.from().stream()
                        .filter(n -> n instanceof TableUse)
                        .map(n -> (TableUse) n)
                        .toList();
        QueryTree out = query;
        for (TableUse use : uses) {
            if (use.alias().equals(use.table())) {
                continue;
            }
            boolean once = uses.stream().filter(u -> u.table().equals(use.table())).count() == 1;
            Set<String> inner = new TreeSet<>();
            collectInner(out, inner);
            if (once && !inner.contains(use.alias().toLowerCase(Locale.ROOT))) {
                out = renamed(out, use);
            }
        }
        return new QueryTree(
                out.distinct(),
                deeper(out.select()),
                deeper(out.from()),
                out.where().stream().map(this::deeper).toList(),
                deeper(out.group()),
                deeper(out.having()),
                deeper(out.tail()),
                deeper(out.rest()));
    }

    private List<SqlNode> deeper(List<SqlNode> nodes) {
        List<SqlNode> out = new ArrayList<>(nodes.size());
        for (SqlNode node : nodes) {
            out.add(node instanceof Subquery(QueryTree inner) ? new Subquery(plain(inner)) : node);
        }
        return out;
    }

    private static void collectInner(QueryTree query, Set<String> qualifiers) {
        forEach(
                query,
                node -> {
                    if (node instanceof Subquery(QueryTree inner)) {
                        collectAll(inner, qualifiers);
                    }
                });
    }

    private static void collectAll(QueryTree query, Set<String> qualifiers) {
        forEach(
                query,
                node -> {
                    switch (node) {
                        case ColumnPath column ->
                                qualifiers.add(column.qualifier().toLowerCase(Locale.ROOT));
                        case TableUse use -> qualifiers.add(use.table().toLowerCase(Locale.ROOT));
                        case Subquery(QueryTree inner) -> collectAll(inner, qualifiers);
                        default -> {}
                    }
                });
    }

    private static void forEach(QueryTree query, java.util.function.Consumer<SqlNode> action) {
        query.select().forEach(action);
        query.from().forEach(action);
        query.where().forEach(c -> c.forEach(action));
        query.group().forEach(action);
        query.having().forEach(action);
        query.tail().forEach(action);
        query.rest().forEach(action);
    }

    private static QueryTree renamed(QueryTree query, TableUse use) {
        return new QueryTree(
                query.distinct(),
                renamed(query.select(), use),
                renamed(query.from(), use),
                query.where().stream().map(c -> renamed(c, use)).toList(),
                renamed(query.group(), use),
                renamed(query.having(), use),
                renamed(query.tail(), use),
                query.rest());
    }

    private static List<SqlNode> renamed(List<SqlNode> nodes, TableUse use) {
        List<SqlNode> out = new ArrayList<>(nodes.size());
        for (SqlNode node : nodes) {
            out.add(
                    switch (node) {
                        case ColumnPath c when c.qualifier().equalsIgnoreCase(use.alias()) ->
                                new ColumnPath(use.table(), c.root(), c.hops());
                        case TableUse u when u.equals(use) -> new TableUse(u.table(), u.table());
                        default -> node;
                    });
        }
        return out;
    }
}
