package org.demur.generation.sqltree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.demur.generation.sqltree.SqlNode.ColumnPath;
import org.demur.generation.sqltree.SqlNode.Literal;
import org.demur.generation.sqltree.SqlNode.Subquery;
import org.demur.generation.sqltree.SqlNode.TableUse;
import org.demur.generation.sqltree.SqlNode.Word;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.jspecify.annotations.Nullable;

/**
 * Reads a single SELECT into a tree and binds its columns. It relies on the statement having passed
 * a real parser: it looks for clause borders and brackets only.
 */
public final class SqlTreeReader {
    private static final Set<String> KEYWORDS =
            Set.of(
                    "SELECT",
                    "DISTINCT",
                    "FROM",
                    "WHERE",
                    "GROUP",
                    "BY",
                    "HAVING",
                    "ORDER",
                    "LIMIT",
                    "OFFSET",
                    "AND",
                    "OR",
                    "NOT",
                    "IN",
                    "IS",
                    "NULL",
                    "LIKE",
                    "BETWEEN",
                    "EXISTS",
                    "AS",
                    "ON",
                    "JOIN",
                    "LEFT",
                    "RIGHT",
                    "INNER",
                    "OUTER",
                    "FULL",
                    "CROSS",
                    "NATURAL",
                    "UNION",
                    "ALL",
                    "INTERSECT",
                    "EXCEPT",
                    "ASC",
                    "DESC",
                    "CASE",
                    "WHEN",
                    "THEN",
                    "ELSE",
                    "END",
                    "CAST",
                    "OVER",
                    "PARTITION",
                    "COUNT",
                    "SUM",
                    "AVG",
                    "MIN",
                    "MAX",
                    "USING",
                    "WITH");
    private static final Set<String> JOIN_WORDS =
            Set.of(
                    "JOIN", "LEFT", "RIGHT", "INNER", "OUTER", "FULL", "CROSS", "NATURAL", "ON",
                    "USING", ",", "AND");

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
        var tokens = SqlTokens.of(sql).orElse(List.of());
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
        skipTo(
                Set.of(
                        "FROM",
                        "WHERE",
                        "GROUP",
                        "ORDER",
                        "LIMIT",
                        "UNION",
                        "INTERSECT",
                        "EXCEPT",
                        "HAVING"));
        int selectEnd = at;
        if (selectEnd == selectStart) {
            throw new Malformed("nothing is selected");
        }
        List<SqlNode> from = accept("FROM") ? from(scope) : List.of();
        int afterFrom = at;
        at = selectStart;
        var select = nodes(selectEnd, scope);
        at = afterFrom;
        List<List<SqlNode>> where = new ArrayList<>();
        if (accept("WHERE")) {
            where = conjuncts(scope);
        }
        List<SqlNode> group = List.of();
        if (accept("GROUP")) {
            expect("BY");
            group =
                    clause(
                            scope,
                            Set.of("HAVING", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT"));
        }
        List<SqlNode> having = List.of();
        if (accept("HAVING")) {
            having = clause(scope, Set.of("ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT"));
        }
        List<SqlNode> tail = clause(scope, Set.of("UNION", "INTERSECT", "EXCEPT"));
        List<SqlNode> rest = new ArrayList<>();
        if (at < tokens.size() && Set.of("UNION", "INTERSECT", "EXCEPT").contains(peek())) {
            rest.add(new Word(next()));
            if (accept("ALL")) {
                rest.add(new Word("ALL"));
            }
            rest.add(new Subquery(query(new Scope(scope.outer))));
        }
        return new QueryTree(distinct, select, from, where, group, having, tail, rest);
    }

    private List<SqlNode> from(Scope scope) {
        List<SqlNode> nodes = new ArrayList<>();
        int depth = 0;
        while (at < tokens.size()) {
            String token = peek();
            if (depth == 0
                    && (token.equals(")")
                            || Set.of(
                                            "WHERE",
                                            "GROUP",
                                            "HAVING",
                                            "ORDER",
                                            "LIMIT",
                                            "UNION",
                                            "INTERSECT",
                                            "EXCEPT",
                                            ";")
                                    .contains(token))) {
                break;
            }
            if (token.equals("(")
                    && at + 1 < tokens.size()
                    && tokens.get(at + 1).equals("SELECT")) {
                next();
                var inner = query(new Scope(scope.outer));
                expect(")");
                nodes.add(new Subquery(inner));
                accept("AS");
                if (at < tokens.size() && isName(peek())) {
                    nodes.add(new Word("AS"));
                    nodes.add(new Word(peek()));
                    scope.derived.put(alias().toLowerCase(Locale.ROOT), outputs(inner));
                }
            } else if (token.equals("ON")) {
                nodes.add(new Word(next()));
                depth += joinCondition(nodes, scope);
            } else if (isName(token)
                    && !JOIN_WORDS.contains(token)
                    && SqlTokens.parts(token).size() == 1
                    && schema.table(SqlTokens.parts(token).getFirst()).isPresent()) {
                String table = schema.table(alias()).orElseThrow().name();
                String alias = table;
                if (accept("AS")
                        || (at < tokens.size() && isName(peek()) && !JOIN_WORDS.contains(peek()))) {
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

    /** A name given to a table, as columns are qualified with it. */
    private String alias() {
        var parts = SqlTokens.parts(next());
        if (parts.size() != 1) {
            throw new Malformed("an alias with a dot");
        }
        return parts.getFirst();
    }

    private int joinCondition(List<SqlNode> nodes, Scope scope) {
        int depth = 0;
        while (at < tokens.size()) {
            String token = peek();
            if (depth == 0
                    && (token.equals(")")
                            || token.equals(",")
                            || token.equals(";")
                            || Set.of(
                                            "WHERE",
                                            "GROUP",
                                            "HAVING",
                                            "ORDER",
                                            "LIMIT",
                                            "UNION",
                                            "INTERSECT",
                                            "EXCEPT",
                                            "JOIN",
                                            "LEFT",
                                            "RIGHT",
                                            "INNER",
                                            "FULL",
                                            "CROSS",
                                            "NATURAL")
                                    .contains(token))) {
                return 0;
            }
            if (token.equals("(")) {
                depth++;
            } else if (token.equals(")")) {
                depth--;
            }
            nodes.add(node(scope));
        }
        return 0;
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

    private List<List<SqlNode>> conjuncts(Scope scope) {
        List<List<SqlNode>> conjuncts = new ArrayList<>();
        List<SqlNode> current = new ArrayList<>();
        int depth = 0;
        boolean between = false;
        boolean or = false;
        Set<String> end =
                Set.of("GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT", ";");
        while (at < tokens.size()) {
            String token = peek();
            if (depth == 0 && (token.equals(")") || end.contains(token))) {
                break;
            }
            if (token.equals("(")
                    && !(at + 1 < tokens.size() && tokens.get(at + 1).equals("SELECT"))) {
                depth++;
            } else if (token.equals(")")) {
                depth--;
            } else if (depth == 0 && token.equals("BETWEEN")) {
                between = true;
            } else if (depth == 0 && token.equals("OR")) {
                or = true;
            } else if (depth == 0 && token.equals("AND")) {
                if (between) {
                    between = false;
                } else {
                    next();
                    conjuncts.add(current);
                    current = new ArrayList<>();
                    continue;
                }
            }
            current.add(node(scope));
        }
        conjuncts.add(current);
        if (conjuncts.stream().anyMatch(List::isEmpty)) {
            throw new Malformed("an empty condition");
        }
        if (or) {
            // OR binds weaker than AND: splitting would change the meaning, so the whole condition
            // is one piece
            List<SqlNode> whole = new ArrayList<>();
            for (int i = 0; i < conjuncts.size(); i++) {
                if (i > 0) {
                    whole.add(new Word("AND"));
                }
                whole.addAll(conjuncts.get(i));
            }
            return new ArrayList<>(List.of(whole));
        }
        return conjuncts;
    }

    private List<SqlNode> clause(Scope scope, Set<String> end) {
        List<SqlNode> nodes = new ArrayList<>();
        int depth = 0;
        while (at < tokens.size()) {
            String token = peek();
            if (depth == 0 && (token.equals(")") || token.equals(";") || end.contains(token))) {
                break;
            }
            if (token.equals("(")
                    && !(at + 1 < tokens.size() && tokens.get(at + 1).equals("SELECT"))) {
                depth++;
            } else if (token.equals(")")) {
                depth--;
            }
            nodes.add(node(scope));
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
        if (!isName(token)) {
            return new Word(token);
        }
        var parts = SqlTokens.parts(token);
        var column = column(parts, scope);
        if (column != null) {
            return column;
        }
        // SQLite reads a double-quoted name that binds to nothing as a string
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

    private void skipTo(Set<String> stops) {
        int depth = 0;
        while (at < tokens.size()) {
            String token = peek();
            if (depth == 0 && (token.equals(")") || token.equals(";") || stops.contains(token))) {
                return;
            }
            if (token.equals("(")) {
                depth++;
            } else if (token.equals(")")) {
                depth--;
            }
            at++;
        }
    }

    static boolean isName(String token) {
        char c = token.charAt(0);
        return SqlTokens.isQuotedName(token)
                || ((Character.isLetter(c) || c == '_') && !KEYWORDS.contains(token));
    }

    static boolean isKeyword(String token) {
        return KEYWORDS.contains(token);
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
