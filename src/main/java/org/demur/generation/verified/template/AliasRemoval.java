package org.demur.generation.verified.template;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.sql.QueryTree;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Subquery;
import org.demur.sql.SqlNode.TableUse;

/**
 * Gives a table its own name instead of an alias, numbered from the second time on that a SELECT
 * uses it, also where queries inside mention it, unless one of them uses either name itself:
 * whoever wrote a statement, its aliases fit the templates of others.
 */
public final class AliasRemoval {
    private static final Pattern NUMBER = Pattern.compile("_[2-9]");

    private AliasRemoval() {}

    /** The query and all inside it without needless aliases. */
    public static QueryTree plain(QueryTree query) {
        var uses =
                query.from().stream()
                        .filter(TableUse.class::isInstance)
                        .map(TableUse.class::cast)
                        .toList();
        QueryTree out = query;
        Map<String, Integer> times = new HashMap<>();
        for (TableUse use : uses) {
            String own = own(use.table(), times.merge(use.table(), 1, Integer::sum));
            boolean isFree = uses.stream().noneMatch(u -> u.alias().equalsIgnoreCase(own));
            boolean isMentioned = inside(out).anyMatch(node -> mentions(node, use.alias()));
            boolean isTaken =
                    inside(out)
                            .anyMatch(node -> isCalled(node, use.alias()) || isCalled(node, own));
            if (isFree && !(isMentioned && isTaken)) {
                out = renamed(out, use, own);
            }
        }
        return out.withInner(AliasRemoval::plain);
    }

    /**
     * What a table is called in a SELECT.
     *
     * @param time how often the SELECT has used it so far, this time included
     */
    public static String own(String table, int time) {
        return time == 1 ? table : table + "_" + time;
    }

    /** Whether a table is called as {@link #own} does. */
    public static boolean isOwn(TableUse use) {
        String number = use.alias().substring(Math.min(use.alias().length(), use.table().length()));
        return use.alias().startsWith(use.table())
                && (number.isEmpty() || NUMBER.matcher(number).matches());
    }

    /** The nodes of all queries inside. */
    private static Stream<SqlNode> inside(QueryTree query) {
        return query.nodes()
                .flatMap(node ->
                        node instanceof Subquery(QueryTree inner)
                                ? Stream.concat(inner.nodes(), inside(inner))
                                : Stream.of());
    }

    /** Whether a node is of a column of what has a name, or of a table of that name. */
    private static boolean mentions(SqlNode node, String name) {
        return switch (node) {
            case ColumnPath column -> column.qualifier().equalsIgnoreCase(name);
            case TableUse use -> use.table().equalsIgnoreCase(name);
            case Subquery _, SqlNode.Word _, SqlNode.Literal _ -> false;
        };
    }

    private static boolean isCalled(SqlNode node, String name) {
        return node instanceof TableUse use
                && (use.table().equalsIgnoreCase(name) || use.alias().equalsIgnoreCase(name));
    }

    /** All but what follows a set operation, which is a query of its own. */
    private static QueryTree renamed(QueryTree query, TableUse use, String name) {
        List<SqlNode> rest = query.rest();
        return query.withNodes(node ->
                        node instanceof TableUse table && table.equals(use)
                                ? new TableUse(table.table(), name)
                                : mentioning(node, use.alias(), name))
                .withRest(rest);
    }

    private static SqlNode mentioning(SqlNode node, String alias, String name) {
        return switch (node) {
            case ColumnPath column when column.qualifier().equalsIgnoreCase(alias) ->
                    column.in(name);
            case Subquery(QueryTree inner) ->
                    new Subquery(inner.withNodes(part -> mentioning(part, alias, name)));
            default -> node;
        };
    }
}
