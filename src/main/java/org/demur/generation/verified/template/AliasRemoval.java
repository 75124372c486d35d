package org.demur.generation.verified.template;

import java.util.List;
import java.util.stream.Stream;
import org.demur.sql.QueryTree;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Subquery;
import org.demur.sql.SqlNode.TableUse;

/**
 * Gives a table its own name instead of an alias wherever a SELECT uses it once and nothing inside
 * needs the alias.
 */
public final class AliasRemoval {
    private AliasRemoval() {}

    /** The query and all inside it without needless aliases. */
    public static QueryTree plain(QueryTree query) {
        var uses =
                query.from().stream()
                        .filter(TableUse.class::isInstance)
                        .map(TableUse.class::cast)
                        .toList();
        QueryTree out = query;
        for (TableUse use : uses) {
            boolean once = uses.stream().filter(u -> u.table().equals(use.table())).count() == 1;
            if (once
                    && !use.alias().equals(use.table())
                    && namesInside(out).noneMatch(use.alias()::equalsIgnoreCase)) {
                out = renamed(out, use);
            }
        }
        return out.withInner(AliasRemoval::plain);
    }

    /** The aliases and tables that queries inside mention. */
    private static Stream<String> namesInside(QueryTree query) {
        return query.nodes()
                .flatMap(node ->
                        node instanceof Subquery(QueryTree inner) ? names(inner) : Stream.of());
    }

    private static Stream<String> names(QueryTree query) {
        return query.nodes()
                .flatMap(node ->
                        switch (node) {
                            case ColumnPath column -> Stream.of(column.qualifier());
                            case TableUse use -> Stream.of(use.table());
                            case Subquery(QueryTree inner) -> names(inner);
                            case SqlNode.Word _, SqlNode.Literal _ -> Stream.of();
                        });
    }

    /** All but what follows a set operation, which is a query of its own. */
    private static QueryTree renamed(QueryTree query, TableUse use) {
        List<SqlNode> rest = query.rest();
        return query.withNodes(node ->
                        switch (node) {
                            case ColumnPath column
                                    when column.qualifier().equalsIgnoreCase(use.alias()) ->
                                    column.in(use.table());
                            case TableUse table when table.equals(use) ->
                                    new TableUse(table.table(), table.table());
                            default -> node;
                        })
                .withRest(rest);
    }
}
