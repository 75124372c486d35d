package org.demur.generation.verified.template;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.generation.verified.language.Phrasings;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.SemanticLayer.Filter;
import org.demur.sql.QueryTree;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.TableUse;
import org.demur.sql.SqlNode.Word;
import org.demur.sql.SqlTreeReader;
import org.demur.sql.SqlTreeWriter;

/**
 * The rows that people speak of without saying so: finds in pairs which conditions nobody asks for,
 * and adds to drafts those that are declared.
 */
public final class DefaultFilters {
    /** Times that pairs read a table at least before anything is said about its rows. */
    private static final int FEWEST = 8;

    /** The share of them that has a default's condition. */
    private static final double NEARLY_ALL = 0.8;

    /** Words of joins that keep rows without a partner. */
    private static final Set<String> OUTER = Set.of("LEFT", "RIGHT", "FULL", "OUTER");

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
    public static Optional<String> added(String sql, DatabaseSchema schema) {
        var filters = schema.semantics().filters();
        if (filters.isEmpty()) {
            return Optional.of(sql);
        }
        return SqlTreeReader.read(sql, schema)
                .flatMap(query -> {
                    var contents = new Contents();
                    TreeWalk.walk(query, contents);
                    var undecided =
                            filters.stream()
                                    .filter(f -> contents.tables.contains(f.column().table()))
                                    .filter(f -> !contents.columns.contains(f.column()))
                                    .toList();
                    if (undecided.isEmpty()) {
                        return Optional.of(sql);
                    }
                    return contents.joinsOuter
                            ? Optional.empty()
                            : SqlTreeWriter.write(TreeWalk.walk(query, adding(undecided, schema)));
                });
    }

    /** What a statement mentions anywhere. */
    private static final class Contents implements TreeWalk.Visitor {
        final Set<String> tables = new HashSet<>();
        final Set<ColumnRef> columns = new HashSet<>();
        boolean joinsOuter;

        @Override
        public SqlNode word(Word word) {
            joinsOuter |= OUTER.contains(word.text());
            return word;
        }

        @Override
        public SqlNode table(TableUse table) {
            tables.add(table.table());
            return table;
        }

        @Override
        public SqlNode column(
                ColumnPath column, List<SqlNode> around, int index, TreeWalk.Clause clause) {
            columns.add(column.root());
            return column;
        }
    }

    /** Knows the tables that each SELECT reads itself. */
    private abstract static class Scopes implements TreeWalk.Visitor {
        private final Deque<List<TableUse>> open = new ArrayDeque<>();

        @Override
        public void enter(boolean distinct) {
            open.push(new ArrayList<>());
        }

        @Override
        public void exit() {
            open.pop();
        }

        @Override
        public SqlNode table(TableUse table) {
            open.element().add(table);
            return table;
        }

        @Override
        public List<List<SqlNode>> conjuncts(List<List<SqlNode>> where) {
            return conjuncts(where, open.element());
        }

        abstract List<List<SqlNode>> conjuncts(List<List<SqlNode>> where, List<TableUse> tables);
    }

    private static TreeWalk.Visitor adding(List<Filter> filters, DatabaseSchema schema) {
        return new Scopes() {
            @Override
            List<List<SqlNode>> conjuncts(List<List<SqlNode>> where, List<TableUse> tables) {
                var longer = new ArrayList<>(where);
                for (TableUse use : tables) {
                    for (Filter filter : filters) {
                        if (filter.column().table().equals(use.table())) {
                            longer.add(condition(use.alias(), filter, schema));
                        }
                    }
                }
                return longer;
            }
        };
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

    /** Counts what tables a pair's statement reads, and by which conditions nobody asks for. */
    public void count(String question, QueryTree query) {
        var words = Phrasings.words(question);
        TreeWalk.walk(
                query,
                new Scopes() {
                    @Override
                    List<List<SqlNode>> conjuncts(
                            List<List<SqlNode>> where, List<TableUse> tables) {
                        count(words, where, tables);
                        return where;
                    }
                });
    }

    private void count(String words, List<List<SqlNode>> where, List<TableUse> read) {
        var tables = read.stream().map(TableUse::table).collect(Collectors.toSet());
        tables.forEach(table -> uses.merge(table, 1, Integer::sum));
        Set<Filter> conditions = new HashSet<>();
        for (var condition : where) {
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
    }

    /** Those of the counted pairs that are not declared. */
    public List<Filter> found(List<Filter> declared) {
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
