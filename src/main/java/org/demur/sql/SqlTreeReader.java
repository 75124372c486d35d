package org.demur.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.Subquery;
import org.demur.sql.SqlNode.TableUse;
import org.demur.sql.SqlNode.Word;
import org.jspecify.annotations.Nullable;

/**
 * Reads a single SELECT into a tree and binds its columns. It relies on the statement having passed
 * a real parser: it looks for clause borders and brackets only.
 */
public final class SqlTreeReader {
    /** The clauses of a query after its SELECT, and what joins it to another, in their order. */
    private static final List<String> CLAUSES =
            List.of(
                    "FROM",
                    "WHERE",
                    "GROUP",
                    "HAVING",
                    "ORDER",
                    "LIMIT",
                    "UNION",
                    "INTERSECT",
                    "EXCEPT");

    private static final Set<String> SET_OPERATIONS = after("LIMIT");
    private static final Set<String> JOIN_WORDS =
            Set.of(
                    "JOIN", "LEFT", "RIGHT", "INNER", "OUTER", "FULL", "CROSS", "NATURAL", "ON",
                    "USING", ",", "AND");
    private static final Set<String> ENDS_CONDITION =
            Stream.concat(
                            after("FROM").stream(),
                            Stream.of(
                                    ",", "JOIN", "LEFT", "RIGHT", "INNER", "FULL", "CROSS",
                                    "NATURAL"))
                    .collect(Collectors.toUnmodifiableSet());

    private final DatabaseSchema schema;
    private final List<String> tokens;
    private int at;

    private SqlTreeReader(DatabaseSchema schema, List<String> tokens) {
        this.schema = schema;
        this.tokens = tokens;
    }

    /**
     * Reads a statement.
     *
     * @return empty where the statement is not a plain SELECT, or is malformed
     */
    public static Optional<QueryTree> read(String sql, DatabaseSchema schema) {
        var tokens = SqlTokens.qualified(sql).orElse(List.of());
        if (!isBalanced(tokens)) {
            return Optional.empty();
        }
        try {
            var reader = new SqlTreeReader(schema, tokens);
            var query = reader.query(new Scope(null));
            reader.accept(";");
            return reader.at == tokens.size() ? Optional.of(query) : Optional.empty();
        } catch (Malformed e) {
            return Optional.empty();
        }
    }

    private static boolean isBalanced(List<String> tokens) {
        int depth = 0;
        for (String token : tokens) {
            depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
            if (depth < 0) {
                return false;
            }
        }
        return depth == 0;
    }

    /** Names visible in one SELECT: alias to table, and alias to the columns of a derived table. */
    private static final class Scope {
        final @Nullable Scope outer;
        final Map<String, String> tables = new HashMap<>();
        final Map<String, Map<String, ColumnRef>> derived = new HashMap<>();

        Scope(@Nullable Scope outer) {
            this.outer = outer;
        }
    }

    private static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }

    private QueryTree query(Scope scope) {
        expect("SELECT");
        boolean distinct = accept("DISTINCT");
        int selectStart = at;
        skipTo(Set.copyOf(CLAUSES));
        int selectEnd = at;
        if (selectEnd == selectStart) {
            throw new Malformed("nothing is selected");
        }
        List<SqlNode> from = accept("FROM") ? from(scope) : List.of();
        int afterFrom = at;
        at = selectStart;
        var select = nodes(selectEnd, scope);
        at = afterFrom;
        List<List<SqlNode>> where =
                accept("WHERE") ? conjuncts(clause(scope, after("WHERE"))) : List.of();
        List<SqlNode> group = List.of();
        if (accept("GROUP")) {
            expect("BY");
            group = clause(scope, after("GROUP"));
        }
        List<SqlNode> having = accept("HAVING") ? clause(scope, after("HAVING")) : List.of();
        List<SqlNode> tail = clause(scope, SET_OPERATIONS);
        List<SqlNode> rest = new ArrayList<>();
        if (at < tokens.size() && SET_OPERATIONS.contains(peek())) {
            rest.add(new Word(next()));
            if (accept("ALL")) {
                rest.add(new Word("ALL"));
            }
            rest.add(new Subquery(query(new Scope(scope.outer))));
        }
        return new QueryTree(distinct, select, from, where, group, having, tail, rest);
    }

    private static Set<String> after(String clause) {
        return Set.copyOf(CLAUSES.subList(CLAUSES.indexOf(clause) + 1, CLAUSES.size()));
    }

    private List<SqlNode> from(Scope scope) {
        List<SqlNode> nodes = new ArrayList<>();
        var ends = after("FROM");
        while (!atEnd(ends)) {
            String token = peek();
            if (token.equals("(")
                    && at + 1 < tokens.size()
                    && tokens.get(at + 1).equals("SELECT")) {
                next();
                var inner = query(new Scope(scope.outer));
                expect(")");
                nodes.add(new Subquery(inner));
                accept("AS");
                if (at < tokens.size() && SqlTokens.isName(peek())) {
                    nodes.add(new Word("AS"));
                    nodes.add(new Word(peek()));
                    scope.derived.put(alias().toLowerCase(Locale.ROOT), outputs(inner));
                }
            } else if (token.equals("ON")) {
                nodes.add(new Word(next()));
                nodes.addAll(clause(scope, ENDS_CONDITION));
            } else if (SqlTokens.isName(token)
                    && !JOIN_WORDS.contains(token)
                    && SqlTokens.parts(token).size() == 1
                    && schema.table(SqlTokens.parts(token).getFirst()).isPresent()) {
                String table = schema.table(alias()).orElseThrow().name();
                String alias = table;
                if (accept("AS")
                        || (at < tokens.size()
                                && SqlTokens.isName(peek())
                                && !JOIN_WORDS.contains(peek()))) {
                    alias = alias();
                }
                nodes.add(new TableUse(table, alias));
                scope.tables.put(alias.toLowerCase(Locale.ROOT), table);
            } else if (JOIN_WORDS.contains(token)) {
                nodes.add(new Word(next()));
            } else {
                throw new Malformed("unexpected in FROM: " + token);
            }
        }
        if (nodes.isEmpty()) {
            throw new Malformed("no table after FROM");
        }
        return nodes;
    }

    /** Whether a clause ends here that one of these words ends. */
    private boolean atEnd(Set<String> ends) {
        return at == tokens.size()
                || peek().equals(")")
                || peek().equals(";")
                || ends.contains(peek());
    }

    /** A name given to a table, as columns are qualified with it. */
    private String alias() {
        var parts = SqlTokens.parts(next());
        if (parts.size() != 1) {
            throw new Malformed("an alias with a dot");
        }
        return parts.getFirst();
    }

    private Map<String, ColumnRef> outputs(QueryTree query) {
        Map<String, ColumnRef> outputs = new HashMap<>();
        for (int i = 0; i < query.select().size(); i++) {
            if (query.select().get(i) instanceof ColumnPath column) {
                boolean alone =
                        i + 1 == query.select().size()
                                || query.select().get(i + 1).equals(new Word(","));
                boolean first = i == 0 || query.select().get(i - 1).equals(new Word(","));
                if (alone && first) {
                    outputs.put(column.end().column().toLowerCase(Locale.ROOT), column.end());
                }
            }
        }
        return outputs;
    }

    /** A condition split at its ANDs; whole where OR, which binds weaker, stands beside them. */
    private static List<List<SqlNode>> conjuncts(List<SqlNode> condition) {
        List<List<SqlNode>> conjuncts = new ArrayList<>();
        List<SqlNode> current = new ArrayList<>();
        int depth = 0;
        boolean between = false;
        boolean or = false;
        for (SqlNode node : condition) {
            String word = node instanceof Word(String text) ? text : "";
            depth += word.equals("(") ? 1 : word.equals(")") ? -1 : 0;
            or |= depth == 0 && word.equals("OR");
            if (depth == 0 && word.equals("AND") && !between) {
                conjuncts.add(current);
                current = new ArrayList<>();
            } else {
                current.add(node);
            }
            if (depth == 0) {
                between = word.equals("BETWEEN") || (between && !word.equals("AND"));
            }
        }
        conjuncts.add(current);
        if (conjuncts.stream().anyMatch(List::isEmpty)) {
            throw new Malformed("an empty condition");
        }
        return or ? List.of(condition) : conjuncts;
    }

    private List<SqlNode> clause(Scope scope, Set<String> ends) {
        List<SqlNode> nodes = new ArrayList<>();
        int depth = 0;
        while (at < tokens.size() && (depth > 0 || !atEnd(ends))) {
            var node = node(scope);
            depth += node.equals(new Word("(")) ? 1 : node.equals(new Word(")")) ? -1 : 0;
            nodes.add(node);
        }
        return nodes;
    }

    private List<SqlNode> nodes(int end, Scope scope) {
        List<SqlNode> nodes = new ArrayList<>();
        while (at < end) {
            nodes.add(node(scope));
        }
        return nodes;
    }

    private SqlNode node(Scope scope) {
        String token = next();
        if (token.equals("(") && at < tokens.size() && peek().equals("SELECT")) {
            var inner = query(new Scope(scope));
            expect(")");
            return new Subquery(inner);
        }
        char first = token.charAt(0);
        if (first == '\'') {
            return new Literal(SqlTokens.unquote(token), true);
        }
        if (Character.isDigit(first) || (first == '.' && token.length() > 1)) {
            return new Literal(token, false);
        }
        if (!SqlTokens.isName(token)) {
            return new Word(token);
        }
        var parts = SqlTokens.parts(token);
        var column = column(parts, scope);
        if (column != null) {
            return column;
        }
        // an engine may read a double-quoted name that binds to nothing as a string
        return first == '"' && parts.size() == 1
                ? new Literal(parts.getFirst(), true)
                : new Word(token);
    }

    private @Nullable ColumnPath column(List<String> parts, Scope scope) {
        if (parts.size() > 2 || (at < tokens.size() && peek().equals("("))) {
            return null;
        }
        String name = parts.getLast();
        for (@Nullable Scope s = scope; s != null; s = s.outer) {
            if (parts.size() == 2) {
                String qualifier = parts.getFirst();
                String table = s.tables.get(qualifier.toLowerCase(Locale.ROOT));
                if (table != null) {
                    return bound(qualifier, table, name);
                }
                var derived = s.derived.get(qualifier.toLowerCase(Locale.ROOT));
                if (derived != null) {
                    var ref = derived.get(name.toLowerCase(Locale.ROOT));
                    return ref == null ? null : new ColumnPath(qualifier, ref, List.of());
                }
            } else {
                for (String table : s.tables.values()) {
                    var path = bound("", table, name);
                    if (path != null) {
                        return path;
                    }
                }
                for (var derived : s.derived.values()) {
                    var ref = derived.get(name.toLowerCase(Locale.ROOT));
                    if (ref != null) {
                        return new ColumnPath("", ref, List.of());
                    }
                }
            }
        }
        return null;
    }

    private @Nullable ColumnPath bound(String qualifier, String table, String column) {
        return schema.table(table)
                .flatMap(t -> t.column(column))
                .map(c -> new ColumnPath(qualifier, new ColumnRef(table, c.name()), List.of()))
                .orElse(null);
    }

    private void skipTo(Set<String> ends) {
        int depth = 0;
        while (at < tokens.size() && (depth > 0 || !atEnd(ends))) {
            depth += peek().equals("(") ? 1 : peek().equals(")") ? -1 : 0;
            at++;
        }
    }

    private String peek() {
        return tokens.get(at);
    }

    private String next() {
        if (at >= tokens.size()) {
            throw new Malformed("unexpected end");
        }
        return tokens.get(at++);
    }

    private boolean accept(String token) {
        if (at < tokens.size() && tokens.get(at).equals(token)) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(String token) {
        if (!accept(token)) {
            throw new Malformed("expected " + token);
        }
    }
}
