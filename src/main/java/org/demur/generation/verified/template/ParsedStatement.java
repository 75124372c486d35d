package org.demur.generation.verified.template;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.demur.generation.verified.template.TreeWalk.Clause;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.VerifiedQuery;
import org.demur.sql.KeyPaths;
import org.demur.sql.QueryTree;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Hop;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.Subquery;
import org.demur.sql.SqlNode.TableUse;
import org.demur.sql.SqlNode.Word;
import org.demur.sql.SqlTreeReader;
import org.jspecify.annotations.Nullable;

/**
 * One statement taken apart: its template, and what fills the template's places. Two statements of
 * one template differ only in tables, columns, literals, operators, variants of look-ups and time
 * filters.
 *
 * @param template the statement with every place blanked; equal templates are written alike
 * @param tree the folded statement without time filters, conjuncts in an order that does not depend
 *     on names
 * @param tables the tables in FROM, in the walk's order
 * @param columns the column places, in the walk's order, look-ups without variants
 * @param columnTables for each column place the index of its table in {@code tables}; -1 where
 *     unknown
 * @param derived for each table the number of the innermost derived table that holds it; -1 for
 *     none
 * @param roles for each column place the syntactic context
 * @param contexts for each literal place what it is compared with
 * @param operatorContexts for each operator place its kind and surroundings
 * @param variants every look-up as it stands in the statement, keyed by column place and hop
 * @param scopeTables for each SELECT the indices of the tables in its FROM
 */
public record ParsedStatement(
        String template,
        QueryTree tree,
        List<String> tables,
        List<ColumnPath> columns,
        List<Integer> columnTables,
        List<Integer> derived,
        List<String> roles,
        List<Literal> literals,
        List<LiteralContext> contexts,
        List<String> operators,
        List<String> operatorContexts,
        Map<VariantPlace, Hop> variants,
        List<List<Integer>> scopeTables,
        Map<Integer, TimeFilter> times) {
    private static final Set<String> ORDERS = Set.of("<", ">", "<=", ">=");

    /** A month as text: 2031-07. */
    private static final Pattern MONTH = Pattern.compile("\\d{4}-(?:0[1-9]|1[0-2])");

    /** Template, tables and columns: the same of statements that differ only in what fills them. */
    public String boundTemplate() {
        return template + tables + columns;
    }

    /**
     * The tables and columns of this statement alone.
     *
     * @param sample the tree to hold in place of this one's
     */
    ParsedStatement outline(QueryTree sample) {
        return new ParsedStatement(
                template, sample, tables, columns, List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), Map.of(), List.of(), Map.of());
    }

    /** A look-up in a column place. */
    public record VariantPlace(int column, int hop) {}

    /**
     * What a literal is compared with.
     *
     * @param column the column; null where it is compared with no column
     * @param kind the function or clause it stands in, or {@code =} and the like; {@link #FACTOR}
     *     where the column is multiplied or divided by it
     * @param place index of the column place it is compared with; -1 where there is none
     */
    public record LiteralContext(@Nullable ColumnRef column, String kind, int place) {}

    /**
     * The time filters of one scope.
     *
     * @param conjuncts the conditions, each with the column in place
     */
    public record TimeFilter(ColumnPath column, List<List<SqlNode>> conjuncts) {}

    private static final Set<String> AGGREGATES = Set.of("MAX", "MIN", "AVG", "SUM");
    private static final Set<String> EQUALITIES = Set.of("=", "<>", "!=");
    private static final Set<String> COMPARISONS = Set.of("<", ">", "<=", ">=");
    private static final Set<String> FACTORS = Set.of("*", "/");

    /** The kind of what a literal is that something is multiplied or divided by. */
    public static final String FACTOR = "factor";

    /**
     * Takes a statement apart; empty where it is not a single SELECT that the tree reader
     * understands.
     */
    public static Optional<ParsedStatement> of(String sql, DatabaseSchema schema) {
        return SqlTreeReader.read(sql, schema).map(tree -> of(tree, schema));
    }

    /** The statements of pairs by their ids, as far as they can be read. */
    public static Map<String, ParsedStatement> ofPairs(
            List<VerifiedQuery> pairs, DatabaseSchema schema) {
        Map<String, ParsedStatement> statements = new HashMap<>();
        for (VerifiedQuery pair : pairs) {
            String sql = pair.sql();
            if (sql != null) {
                of(sql, schema).ifPresent(s -> statements.put(pair.id(), s));
            }
        }
        return statements;
    }

    /** Takes a statement apart that has been read. */
    public static ParsedStatement of(QueryTree tree, DatabaseSchema schema) {
        return ofFolded(new KeyPaths(schema).fold(AliasRemoval.plain(tree)), schema);
    }

    /**
     * Whether a word is a place: an aggregate, a comparison other than {@code =}, or a direction.
     */
    public static boolean isOperator(String word) {
        return AGGREGATES.contains(word)
                || COMPARISONS.contains(word)
                || word.startsWith("ASC")
                || word.startsWith("DESC");
    }

    private static ParsedStatement ofFolded(QueryTree folded, DatabaseSchema schema) {
        Map<Integer, TimeFilter> times = new LinkedHashMap<>();
        var bare = arranged(folded, schema, times, new int[1]);
        var flat = new Flattening(schema);
        TreeWalk.walk(bare, flat);
        return new ParsedStatement(
                flat.template.toString(),
                bare,
                List.copyOf(flat.tables),
                List.copyOf(flat.columns),
                List.copyOf(flat.columnTables),
                IntStream.range(0, flat.tables.size())
                        .mapToObj(i -> flat.derivedOf.getOrDefault(i, -1))
                        .toList(),
                List.copyOf(flat.roles),
                List.copyOf(flat.literals),
                List.copyOf(flat.contexts),
                List.copyOf(flat.operators),
                List.copyOf(flat.operatorContexts),
                Collections.unmodifiableMap(flat.variants),
                flat.scopeTables.stream().map(List::copyOf).toList(),
                Collections.unmodifiableMap(times));
    }

    /**
     * The query with time filters taken out, conjuncts sorted and directions joined with their
     * limit.
     */
    private static QueryTree arranged(
            QueryTree query, DatabaseSchema schema, Map<Integer, TimeFilter> times, int[] counter) {
        int scope = counter[0]++;
        var from = arranged(query.from(), schema, times, counter);
        var select = arranged(query.select(), schema, times, counter);
        List<List<SqlNode>> kept = new ArrayList<>();
        List<List<SqlNode>> filters = new ArrayList<>();
        @Nullable ColumnPath timeColumn = null;
        for (var conjunct : query.where()) {
            var column = timeColumn(conjunct, schema);
            if (column != null && (timeColumn == null || timeColumn.equals(column))) {
                timeColumn = column;
                filters.add(conjunct);
            } else {
                kept.add(conjunct);
            }
        }
        if (timeColumn != null) {
            times.put(scope, new TimeFilter(timeColumn, filters));
        }
        kept.sort(Comparator.comparing(c -> blanked(c, schema)));
        List<List<SqlNode>> where = new ArrayList<>();
        for (var conjunct : kept) {
            where.add(arranged(conjunct, schema, times, counter));
        }
        var group = arranged(query.group(), schema, times, counter);
        var having = arranged(query.having(), schema, times, counter);
        var tail = joined(arranged(query.tail(), schema, times, counter));
        var rest = arranged(query.rest(), schema, times, counter);
        return new QueryTree(query.distinct(), select, from, where, group, having, tail, rest);
    }

    private static List<SqlNode> arranged(
            List<SqlNode> nodes,
            DatabaseSchema schema,
            Map<Integer, TimeFilter> times,
            int[] counter) {
        List<SqlNode> out = new ArrayList<>(nodes.size());
        for (SqlNode node : nodes) {
            out.add(
                    node instanceof Subquery(QueryTree inner)
                            ? new Subquery(arranged(inner, schema, times, counter))
                            : node);
        }
        return out;
    }

    /** {@code DESC LIMIT 1 OFFSET 1} is one operator: "the second to last". */
    private static List<SqlNode> joined(List<SqlNode> tail) {
        List<SqlNode> out = new ArrayList<>();
        for (int i = 0; i < tail.size(); i++) {
            if (tail.get(i) instanceof Word(String direction)
                    && (direction.equals("ASC") || direction.equals("DESC"))
                    && i + 2 < tail.size()
                    && tail.get(i + 1).equals(new Word("LIMIT"))
                    && tail.get(i + 2).equals(new Literal("1", false))) {
                if (i + 4 < tail.size()
                        && tail.get(i + 3).equals(new Word("OFFSET"))
                        && tail.get(i + 4) instanceof Literal(String offset, boolean quoted)) {
                    out.add(new Word(direction + " LIMIT 1 OFFSET " + offset));
                    i += 4;
                } else {
                    out.add(new Word(direction + " LIMIT 1"));
                    i += 2;
                }
            } else {
                out.add(tail.get(i));
            }
        }
        return out;
    }

    /**
     * The time column of a condition that compares nothing else but it with constants, or the
     * column of another type that it compares with months; null for other conditions.
     */
    private static @Nullable ColumnPath timeColumn(List<SqlNode> conjunct, DatabaseSchema schema) {
        @Nullable ColumnPath found = null;
        if (isBeforeOrAfterNow(conjunct)) {
            return null;
        }
        boolean isOfMonths = isOfMonths(conjunct);
        boolean constant = false;
        for (SqlNode node : conjunct) {
            switch (node) {
                case ColumnPath column -> {
                    if (found != null
                            || !column.hops().isEmpty()
                            || !(isOfMonths || isTemporal(column, schema))) {
                        return null;
                    }
                    found = column;
                }
                case Subquery ignored -> {
                    return null;
                }
                case TableUse ignored -> {
                    return null;
                }
                case Literal ignored -> constant = true;
                case Word(String text) -> {
                    if (text.equals("OR")
                            || text.equals("*")
                            || text.equals("/")
                            || text.toUpperCase(Locale.ROOT).equals("IS")) {
                        return null;
                    }
                    constant |= text.toLowerCase(Locale.ROOT).startsWith("current_");
                }
            }
        }
        return constant ? found : null;
    }

    /**
     * Whether a condition tells what has begun or ended from what has not: it stays, whatever times
     * a question says.
     */
    private static boolean isBeforeOrAfterNow(List<SqlNode> conjunct) {
        return conjunct.stream()
                        .allMatch(node ->
                                !(node instanceof Literal(String text, _))
                                        || text.equalsIgnoreCase("now"))
                && conjunct.stream()
                        .anyMatch(
                                node -> node instanceof Word(String text) && ORDERS.contains(text));
    }

    private static boolean isOfMonths(List<SqlNode> conjunct) {
        var literals = conjunct.stream().filter(Literal.class::isInstance).toList();
        return !literals.isEmpty()
                && literals.stream()
                        .allMatch(node ->
                                node instanceof Literal(String text, boolean quoted)
                                        && quoted
                                        && MONTH.matcher(text).matches());
    }

    static boolean isTemporal(ColumnPath column, DatabaseSchema schema) {
        return schema.column(column.end()).map(c -> c.type().isTemporal()).orElse(false);
    }

    private static String blanked(List<SqlNode> nodes, DatabaseSchema schema) {
        var out = new StringBuilder();
        for (SqlNode node : nodes) {
            switch (node) {
                case Word(String text) -> out.append(isOperator(text) ? "%" : text);
                case Literal(String text, boolean quoted) -> out.append(quoted ? "'s'" : "#n");
                case TableUse ignored -> out.append('T');
                case ColumnPath column -> out.append(isTemporal(column, schema) ? "t" : "c");
                case Subquery(QueryTree inner) -> {
                    out.append("(").append(inner.distinct());
                    out.append(blanked(inner.select(), schema))
                            .append("|")
                            .append(blanked(inner.from(), schema));
                    inner.where().stream()
                            .map(c -> blanked(c, schema))
                            .sorted()
                            .forEach(out::append);
                    out.append(blanked(inner.group(), schema))
                            .append(blanked(inner.tail(), schema))
                            .append(")");
                }
            }
            out.append(' ');
        }
        return out.toString();
    }

    /** A variant of a look-up, written as text. */
    public static String variant(Hop hop) {
        return hop.conditions().isEmpty() && hop.tail().isEmpty()
                ? ""
                : hop.conditions() + "|" + hop.tail();
    }

    /**
     * What a look-up looks up and whether it is selected or compared: the two may be written
     * differently.
     */
    public String look(int place, Hop hop) {
        return clause(place) + look(hop);
    }

    /** What a look-up looks up. */
    public static String look(Hop hop) {
        return hop.key() + ">" + hop.column();
    }

    /** Whether a column place is selected, as the beginning of a name. */
    public String clause(int place) {
        return roles.get(place).startsWith("SELECT") ? "select " : "";
    }

    /** The end of a name that says how a look-up is written. */
    public static String variantName(Hop hop) {
        return "=" + variant(hop);
    }

    /** Collects a tree's places in the walk's order and writes its template. */
    private static final class Flattening implements TreeWalk.Visitor {
        final DatabaseSchema schema;
        final StringBuilder template = new StringBuilder();
        final List<String> tables = new ArrayList<>();
        final List<ColumnPath> columns = new ArrayList<>();
        final List<Integer> columnTables = new ArrayList<>();
        final List<String> roles = new ArrayList<>();
        final List<Literal> literals = new ArrayList<>();
        final List<LiteralContext> contexts = new ArrayList<>();
        final List<String> operators = new ArrayList<>();
        final List<String> operatorContexts = new ArrayList<>();
        final List<List<Integer>> scopeTables = new ArrayList<>();
        final Deque<Integer> openScopes = new ArrayDeque<>();
        final Map<VariantPlace, Hop> variants = new LinkedHashMap<>();
        final Deque<Map<String, int[]>> scopes = new ArrayDeque<>();
        final Deque<Integer> starts = new ArrayDeque<>();
        final Map<Integer, Integer> derivedOf = new HashMap<>();
        int derivedTables;
        int lastStart;

        Flattening(DatabaseSchema schema) {
            this.schema = schema;
        }

        @Override
        public void enter(boolean distinct) {
            template.append(distinct ? "{ DISTINCT " : "{ ");
            scopes.push(new HashMap<>());
            starts.push(tables.size());
            openScopes.push(scopeTables.size());
            scopeTables.add(new ArrayList<>());
        }

        @Override
        public void exit() {
            template.append("} ");
            scopes.pop();
            openScopes.pop();
            lastStart = starts.pop();
        }

        @Override
        public SqlNode word(Word word) {
            if (isOperator(word.text())) {
                String kind =
                        AGGREGATES.contains(word.text())
                                ? "%agg "
                                : COMPARISONS.contains(word.text()) ? "%cmp " : "%dir ";
                operators.add(word.text());
                operatorContexts.add(
                        kind + template.substring(Math.max(0, template.length() - 4)).strip());
                template.append(kind);
            } else {
                template.append(word.text()).append(' ');
            }
            return word;
        }

        @Override
        public SqlNode literal(Literal literal, List<SqlNode> around, int index) {
            literals.add(literal);
            contexts.add(context(around, index));
            template.append(literal.quoted() ? "'?' " : "? ");
            return literal;
        }

        private LiteralContext context(List<SqlNode> around, int index) {
            String function = "";
            int depth = 0;
            for (int i = index - 1; i >= 0; i--) {
                if (around.get(i) instanceof Word(String text)) {
                    if (text.equals(")")) {
                        depth++;
                    } else if (text.equals("(")) {
                        depth--;
                        if (depth < 0
                                && i > 0
                                && around.get(i - 1) instanceof Word(String name)
                                && !name.equals("IN")) {
                            function = name.toLowerCase(Locale.ROOT);
                            break;
                        }
                    }
                }
            }
            int seen = columns.size();
            int before = 0;
            for (int i = 0; i < index; i++) {
                if (around.get(i) instanceof ColumnPath) {
                    before++;
                }
            }
            boolean isCompared =
                    index > 1
                            && around.get(index - 2) instanceof ColumnPath
                            && around.get(index - 1) instanceof Word(String sign)
                            && EQUALITIES.contains(sign);
            boolean isOfRows = // how many, or from which on
                    index > 0
                            && around.get(index - 1) instanceof Word(String word)
                            && (word.equals("LIMIT") || word.equals("OFFSET"));
            if (isCompared || (function.isEmpty() && before > 0 && !isOfRows)) {
                // the column compared with is the last one visited in this condition
                boolean isFactor =
                        index > 0
                                && around.get(index - 1) instanceof Word(String sign)
                                && FACTORS.contains(sign);
                return new LiteralContext(
                        columns.get(seen - 1).end(), isFactor ? FACTOR : "=", seen - 1);
            }
            String kind = function;
            if (kind.isEmpty() && index > 0 && around.get(index - 1) instanceof Word(String text)) {
                kind = text;
            }
            return new LiteralContext(null, kind, -1);
        }

        @Override
        public SqlNode table(TableUse table) {
            scopes.element().put(table.alias().toLowerCase(Locale.ROOT), new int[] {tables.size()});
            scopeTables.get(openScopes.element()).add(tables.size());
            template.append("V").append(tables.size()).append(' ');
            tables.add(table.table());
            return table;
        }

        @Override
        public void derived(String alias) {
            scopes.element()
                    .put(alias.toLowerCase(Locale.ROOT), new int[] {lastStart, tables.size()});
            for (int i = lastStart; i < tables.size(); i++) {
                derivedOf.putIfAbsent(i, derivedTables);
            }
            derivedTables++;
        }

        @Override
        public SqlNode column(ColumnPath column, List<SqlNode> around, int index, Clause clause) {
            int table = tableOf(column);
            String role = role(column, around, index, clause);
            int place = columns.size();
            columns.add(
                    new ColumnPath(
                            column.qualifier(),
                            column.root(),
                            column.hops().stream().map(Hop::bare).toList()));
            columnTables.add(table);
            roles.add(role);
            for (int h = 0; h < column.hops().size(); h++) {
                variants.put(new VariantPlace(place, h), column.hops().get(h));
            }
            template.append("V").append(table).append(isTemporal(column, schema) ? ".t " : ".c ");
            return column;
        }

        /** What a column is used for, coarsely: columns that correspond do so in one use. */
        private String role(ColumnPath column, List<SqlNode> around, int index, Clause clause) {
            if (isTemporal(column, schema)) {
                return "time";
            }
            boolean inFunction = index > 0 && around.get(index - 1).equals(new Word("("));
            return switch (clause) {
                case SELECT -> inFunction ? "measure" : around.size() == 1 ? "project" : "list";
                case WHERE, HAVING -> "compare" + compared(around);
                case FROM -> "join";
                case GROUP -> "list";
                case TAIL -> "measure";
                case REST -> "rest";
            };
        }

        private static String compared(List<SqlNode> around) {
            boolean columnPair = around.stream().filter(n -> n instanceof ColumnPath).count() > 1;
            if (columnPair) {
                return "column";
            }
            if (around.stream().anyMatch(n -> n instanceof Subquery)) {
                return "query";
            }
            return around.stream()
                            .anyMatch(n ->
                                    n instanceof Literal(String text, boolean quoted) && quoted)
                    ? "text"
                    : "number";
        }

        private int tableOf(ColumnPath column) {
            for (var scope : scopes) {
                if (column.qualifier().isEmpty()) {
                    for (var use : scope.values()) {
                        int found = matching(use, column);
                        if (found >= 0) {
                            return found;
                        }
                    }
                } else {
                    int[] use = scope.get(column.qualifier().toLowerCase(Locale.ROOT));
                    if (use != null) {
                        return matching(use, column);
                    }
                }
            }
            return -1;
        }

        private int matching(int[] use, ColumnPath column) {
            int end = use.length == 1 ? use[0] + 1 : use[1];
            for (int i = use[0]; i < end; i++) {
                if (tables.get(i).equalsIgnoreCase(column.root().table())) {
                    return i;
                }
            }
            return -1;
        }
    }
}
