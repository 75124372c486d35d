package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.SemanticLayer.Filter;

/**
 * The rows that people speak of without saying so: finds in pairs which conditions nobody asks for,
 * and adds to drafts those that are declared.
 */
final class DefaultFilters {
    /** Statements that read a table at least before anything is said about its rows. */
    private static final int FEWEST = 8;

    /** The share of them that has a default's condition. */
    private static final double NEARLY_ALL = 0.8;

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private final Map<String, Integer> uses = new TreeMap<>();
    private final Map<ColumnRef, Map<String, Integer>> unasked = new TreeMap<>();

    /**
     * A query with the conditions that its tables have by default. A query that compares the column
     * itself has decided; rows that are looked up by their key stay, whatever they are.
     */
    static QueryTree added(QueryTree query, DatabaseSchema schema) {
        var filters = schema.semantics().filters();
        return filters.isEmpty() ? query : added(query, filters, schema);
    }

    private static QueryTree added(QueryTree query, List<Filter> filters, DatabaseSchema schema) {
        var inner =
                new QueryTree(
                        query.distinct(),
                        within(query.select(), filters, schema),
                        within(query.from(), filters, schema),
                        query.where().stream().map(c -> within(c, filters, schema)).toList(),
                        query.group(),
                        within(query.having(), filters, schema),
                        within(query.tail(), filters, schema),
                        within(query.rest(), filters, schema));
        List<List<SqlNode>> where = new ArrayList<>(inner.where());
        for (SqlNode node : query.from()) {
            if (node instanceof TableUse(String table, String alias)) {
                for (Filter filter : filters) {
                    if (filter.column().table().equals(table) && !compares(query, filter)) {
                        boolean isNumber =
                                NUMBER.matcher(filter.value()).matches()
                                        && schema.column(filter.column())
                                                .map(c -> c.type().isNumeric())
                                                .orElse(false);
                        where.add(
                                List.of(
                                        new ColumnPath(alias, filter.column(), List.of()),
                                        new Word("="),
                                        new Literal(filter.value(), !isNumber)));
                    }
                }
            }
        }
        return inner.withWhere(where);
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

    private static boolean compares(QueryTree query, Filter filter) {
        return query.where().stream()
                .flatMap(List::stream)
                .anyMatch(node ->
                        node instanceof ColumnPath path && path.root().equals(filter.column()));
    }

    /** Counts a pair. */
    void count(String question, QueryTree query) {
        Set<String> tables = new TreeSet<>();
        for (SqlNode node : query.from()) {
            if (node instanceof TableUse(String table, String _) && tables.add(table)) {
                uses.merge(table, 1, Integer::sum);
            }
        }
        var words = Phrasings.words(question);
        for (var condition : query.where()) {
            if (condition.size() == 3
                    && condition.get(0) instanceof ColumnPath path
                    && path.hops().isEmpty()
                    && condition.get(1).equals(new Word("="))
                    && condition.get(2) instanceof Literal literal
                    && !words.contains(Phrasings.words(literal.text()))) {
                unasked.computeIfAbsent(path.root(), c -> new TreeMap<>())
                        .merge(literal.text(), 1, Integer::sum);
            }
            subqueries(condition).forEach(inner -> count(question, inner));
        }
        subqueries(query.from()).forEach(inner -> count(question, inner));
        subqueries(query.rest()).forEach(inner -> count(question, inner));
    }

    private static List<QueryTree> subqueries(List<SqlNode> nodes) {
        return nodes.stream()
                .filter(Subquery.class::isInstance)
                .map(node -> ((Subquery) node).query())
                .toList();
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
