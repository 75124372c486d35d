package org.demur.generation.neural;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.generation.neural.StatementPrefix.Names;
import org.demur.generation.neural.StatementPrefix.Token;
import org.jspecify.annotations.Nullable;

/**
 * The short form of statements that models write, which says each thing once, and its expansion.
 *
 * <p>In a query, {@code .drug} is a column of its first table and {@code .@time} that table's
 * column that says when; a nested query reads {@code FROM @table} on the table of the query around
 * it, and {@code @same} stands for the conditions of that query so far. {@code
 * models/training/statements.py} makes it.
 *
 * @param times for each table the column that says when
 */
record ShortForm(Map<String, String> times) {
    private static final Pattern SQL =
            Pattern.compile(
                    "'[^']*(?:''[^']*)*'|[A-Za-z_@.][A-Za-z0-9_@.]*|[0-9]+(?:\\.[0-9]+)?|<=|>=|<>|!=|\\|\\||\\S");
    private static final String TIME = ".@time";

    ShortForm {
        times = Map.copyOf(times);
    }

    /** A SELECT as far as it is read. */
    private static final class Query {
        private final int start;
        private final int depth;
        private final @Nullable Query parent;
        private @Nullable String table;
        private int conditions = -1;

        Query(int start, int depth, @Nullable Query parent) {
            this.start = start;
            this.depth = depth;
            this.parent = parent;
        }
    }

    /** The whole statement; empty where the short one refers to nothing. */
    Optional<String> expand(String statement) {
        var tokens = repeated(split(statement));
        return tokens == null ? Optional.empty() : named(tokens);
    }

    /**
     * What a statement begins with, a text that has not ended as a whole one; empty where it refers
     * to nothing.
     */
    Optional<List<Token>> tokens(String begun) {
        boolean isOpen = begun.chars().filter(c -> c == '\'').count() % 2 > 0;
        var tokens = repeated(split(isOpen ? begun + "'" : begun));
        if (tokens == null) {
            return Optional.empty();
        }
        List<Token> read = new ArrayList<>();
        tokens.forEach(token -> read.add(token(token)));
        if (isOpen) {
            read.set(read.size() - 1, new Token.BegunText());
        }
        return Optional.of(read);
    }

    private static Token token(String token) {
        char first = token.charAt(0);
        if (first == '\'' || Character.isDigit(first)) {
            return new Token.Value();
        }
        var lower = token.toLowerCase(Locale.ROOT);
        int dot = lower.indexOf('.');
        return dot < 0 || lower.length() == 1
                ? new Token.Word(lower)
                : new Token.Column(
                        dot == 0 ? null : lower.substring(0, dot), lower.substring(dot + 1));
    }

    /** With what stands for the columns that say when. */
    Names withTimes(Names names) {
        return new Names(
                names.tables(),
                (table, column) ->
                        TIME.equals("." + column)
                                ? times.containsKey(table)
                                : names.columns().test(table, column));
    }

    static List<String> split(String statement) {
        return SQL.matcher(statement).results().map(found -> found.group()).toList();
    }

    /** With the tables and conditions that are said once. */
    private static @Nullable List<String> repeated(List<String> statement) {
        List<String> tokens = new ArrayList<>();
        for (String token : statement) {
            if (!token.equals("@table") && !token.equals("@same")) {
                tokens.add(token);
                continue;
            }
            var queries = queries(tokens);
            var query = queries.isEmpty() ? null : queries.getLast();
            var parent = query == null ? null : query.parent;
            if (query == null || parent == null || parent.table == null || parent.conditions < 0) {
                return null;
            }
            if (token.equals("@table")) {
                tokens.add(parent.table);
            } else {
                var shared = conditions(tokens, parent, query.start);
                if (shared.isEmpty()) {
                    return null;
                }
                tokens.addAll(shared);
            }
        }
        return tokens;
    }

    /** The whole conditions of a query in front of the one that holds what starts at a place. */
    private static List<String> conditions(List<String> tokens, Query query, int before) {
        int end = query.conditions;
        int depth = 0;
        for (int at = query.conditions; at < before; at++) {
            String token = tokens.get(at);
            if (depth == 0 && is(token, "AND")) {
                end = at;
            }
            depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
        }
        return List.copyOf(tokens.subList(query.conditions, end));
    }

    /** With the names of tables and time columns. */
    private Optional<String> named(List<String> tokens) {
        var queries = queries(tokens);
        var origins = origins(tokens, queries);
        List<String> whole = new ArrayList<>();
        for (int at = 0; at < tokens.size(); at++) {
            String token = tokens.get(at);
            if (token.startsWith(".") && token.length() > 1) {
                var query = queries.get(at);
                if (query == null || query.table == null) {
                    return Optional.empty();
                }
                token = query.table + token;
            }
            if (token.endsWith(TIME)) {
                String table = token.substring(0, token.length() - TIME.length());
                String column = times.get(base(table, origins));
                if (column == null) {
                    return Optional.empty();
                }
                token = table + "." + column;
            }
            whole.add(token);
        }
        return Optional.of(String.join(" ", whole));
    }

    private static String base(String table, Map<String, String> origins) {
        Set<String> seen = new HashSet<>();
        String base = table;
        for (var next = origins.get(base);
                next != null && seen.add(base);
                next = origins.get(base)) {
            base = next;
        }
        return base;
    }

    /** For each alias of a sub-query the first table that it reads. */
    private static Map<String, String> origins(List<String> tokens, List<@Nullable Query> queries) {
        Map<String, String> found = new HashMap<>();
        for (int at = 0; at + 1 < tokens.size(); at++) {
            if (tokens.get(at).equals("(") && is(tokens.get(at + 1), "SELECT")) {
                String name = alias(tokens, at);
                var query = queries.get(at + 1);
                if (name != null && query != null && query.table != null) {
                    found.put(name, query.table);
                }
            }
        }
        return found;
    }

    /** For each token the innermost query that it belongs to. */
    private static List<@Nullable Query> queries(List<String> tokens) {
        List<@Nullable Query> owners = new ArrayList<>();
        @Nullable Query query = null;
        int depth = 0;
        for (int at = 0; at < tokens.size(); at++) {
            String token = tokens.get(at);
            if (token.equals(")")) {
                query = outside(query, depth);
                depth--;
            }
            if (is(token, "SELECT")) {
                query = new Query(at, depth, outside(query, depth));
            }
            if (query != null && query.depth == depth) {
                if (is(token, "WHERE")) {
                    query.conditions = at + 1;
                } else if (is(token, "FROM") && query.table == null && at + 1 < tokens.size()) {
                    String next = tokens.get(at + 1);
                    query.table = next.equals("(") ? alias(tokens, at + 1) : next;
                }
            }
            owners.add(query);
            if (token.equals("(")) {
                depth++;
            }
        }
        return owners;
    }

    /** The innermost query that began further outside. */
    private static @Nullable Query outside(@Nullable Query query, int depth) {
        var outer = query;
        while (outer != null && outer.depth >= depth) {
            outer = outer.parent;
        }
        return outer;
    }

    /** The name of what stands in brackets. */
    private static @Nullable String alias(List<String> tokens, int opened) {
        int depth = 0;
        int at = opened;
        for (; at < tokens.size(); at++) {
            depth += tokens.get(at).equals("(") ? 1 : tokens.get(at).equals(")") ? -1 : 0;
            if (depth == 0) {
                break;
            }
        }
        return at + 2 < tokens.size() && is(tokens.get(at + 1), "AS") ? tokens.get(at + 2) : null;
    }

    private static boolean is(String token, String keyword) {
        return token.toUpperCase(Locale.ROOT).equals(keyword);
    }
}
