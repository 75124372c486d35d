package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.demur.generation.sqltree.QueryTree;
import org.demur.generation.sqltree.SqlNode;
import org.demur.generation.sqltree.SqlNode.ColumnPath;
import org.demur.generation.sqltree.SqlNode.Literal;
import org.demur.generation.sqltree.SqlNode.Subquery;
import org.demur.generation.sqltree.SqlNode.TableUse;
import org.demur.generation.sqltree.SqlNode.Word;
import org.demur.generation.sqltree.SqlTreeReader;
import org.demur.generation.sqltree.SqlTreeWriter;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.SemanticLayer.Filter;

/**
 * The rows that people speak of without saying so: finds in pairs which conditions nobody asks for,
 * and adds to drafts those that are declared.
 */
final class DefaultFilters {
    /** Times that pairs read a table at least before anything is said about its rows. */
    private static final int FEWEST = 8;

    /** The share of them that has a default's condition. */
    private static final double NEARLY_ALL = 0.8;

    /** Words of joins that keep rows without a partner. */
    private static final Set<SqlNode> OUTER =
            Set.of(new Word("LEFT"), new Word("RIGHT"), new Word("FULL"), new Word("OUTER"));

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private final Map<String, Integer> uses = new TreeMap<>();
    private final Map<ColumnRef, Map<String, Integer>> unasked = new TreeMap<>();

    /**
     * A statement with the declared conditions of each table that it reads. A statement that
     * mentions a filter's column has decided itself.
     *
     * @return empty where a condition cannot be added: in an outer join it would drop rows that are
     *     asked for
     */
    static Optional<String> added(String sql, DatabaseSchema schema) {
        var filters = schema.semantics().filters();
        if (filters.isEmpty()) {
            return Optional.of(sql);
        }
        return SqlTreeReader.read(sql, schema)
                .flatMap(query -> {
                    List<SqlNode> nodes = new ArrayList<>();
                    collect(query, nodes);
                    var undecided =
                            filters.stream()
                                    .filter(f -> nodes.stream().noneMatch(n -> mentions(n, f)))
                                    .filter(f -> nodes.stream().anyMatch(n -> reads(n, f)))
                                    .toList();
                    if (undecided.isEmpty()) {
                        return Optional.of(sql);
                    }
                    return nodes.stream().anyMatch(OUTER::contains)
                            ? Optional.empty()
                            : SqlTreeWriter.write(added(query, undecided, schema));
                });
    }

    private static QueryTree added(QueryTree query, List<Filter> filters, DatabaseSchema schema) {
        List<List<SqlNode>> where = new ArrayList<>();
        query.where().forEach(c -> where.add(within(c, filters, schema)));
        for (SqlNode node : query.from()) {
            for (Filter filter : filters) {
                if (reads(node, filter)) {
                    where.add(condition(((TableUse) node).alias(), filter, schema));
                }
            }
        }
        return new QueryTree(
                query.distinct(),
                within(query.select(), filters, schema),
                within(query.from(), filters, schema),
                where,
                within(query.group(), filters, schema),
                within(query.having(), filters, schema),
                within(query.tail(), filters, schema),
                within(query.rest(), filters, schema));
    }

    private static List<SqlNode> within(
            List<SqlNode> nodes, List<Filter> filters, DatabaseSchema schema) {
        return nodes.stream()
                .map(node ->
                        node instanceof Subquery(QueryTree query)
                                ? (SqlNode) new Subquery(added(query, filters, schema))
                                : node)
                .toList();
    }

    private static List<SqlNode> condition(String alias, Filter filter, DatabaseSchema schema) {
        boolean isNumber =
                NUMBER.matcher(filter.value()).matches()
                        && schema.column(filter.column())
                                .map(c -> c.type().isNumeric())
                                .orElse(false);
        return List.of(
                new ColumnPath(alias, filter.column(), List.of()),
                new Word("="),
                new Literal(filter.value(), !isNumber));
    }

    private static boolean reads(SqlNode node, Filter filter) {
        return node instanceof TableUse(String table, String _)
                && table.equals(filter.column().table());
    }

    private static boolean mentions(SqlNode node, Filter filter) {
        return node instanceof ColumnPath path && path.root().equals(filter.column());
    }

    /** All nodes of a query and of those within it. */
    private static void collect(QueryTree query, List<SqlNode> into) {
        for (SqlNode node : nodes(query)) {
            into.add(node);
            if (node instanceof Subquery(QueryTree inner)) {
                collect(inner, into);
            }
        }
    }

    private static List<SqlNode> nodes(QueryTree query) {
        List<SqlNode> nodes = new ArrayList<>(query.select());
        nodes.addAll(query.from());
        query.where().forEach(nodes::addAll);
        nodes.addAll(query.group());
        nodes.addAll(query.having());
        nodes.addAll(query.tail());
        nodes.addAll(query.rest());
        return nodes;
    }

    /** Counts what tables a pair's statement reads, and by which conditions nobody asks for. */
    void count(String question, QueryTree query) {
        Set<String> tables = new TreeSet<>();
        for (SqlNode node : query.from()) {
            if (node instanceof TableUse(String table, String _)) {
                tables.add(table);
            }
        }
        tables.forEach(table -> uses.merge(table, 1, Integer::sum));
        var words = Phrasings.words(question);
        Set<Filter> conditions = new HashSet<>();
        for (var condition : query.where()) {
            if (condition.size() == 3
                    && condition.get(0) instanceof ColumnPath path
                    && tables.contains(path.root().table())
                    && condition.get(1).equals(new Word("="))
                    && condition.get(2) instanceof Literal literal
                    && !words.contains(Phrasings.words(literal.text()))) {
                conditions.add(new Filter(path.root(), literal.text()));
            }
        }
        conditions.forEach(c ->
                unasked.computeIfAbsent(c.column(), k -> new TreeMap<>())
                        .merge(c.value(), 1, Integer::sum));
        for (SqlNode node : nodes(query)) {
            if (node instanceof Subquery(QueryTree inner)) {
                count(question, inner);
            }
        }
    }

    /** Those of the counted pairs that are not declared. */
    List<Filter> found(List<Filter> declared) {
        List<Filter> found = new ArrayList<>();
        unasked.forEach((column, values) ->
                values.forEach((value, times) -> {
                    int all = uses.getOrDefault(column.table(), 0);
                    if (all >= FEWEST
                            && times >= NEARLY_ALL * all
                            && declared.stream().noneMatch(f -> f.column().equals(column))) {
                        found.add(new Filter(column, value));
                    }
                }));
        return found;
    }
}
