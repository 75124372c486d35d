package org.demur.detection.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.schema.SqlTexts;

/**
 * A statement in words, as the reader was trained to read it: aliases give way to their tables, key
 * paths are left out, names are split into words. {@code models/training/rendering.py} does the
 * same, token by token: keep them together.
 */
final class StatementWords {
    private static final Pattern TOKEN =
            Pattern.compile(
                    "'[^']*(?:''[^']*)*'|\"[^\"]*\"|`[^`]*`|\\[[^\\]]*\\]|[^\\W\\d]\\w*"
                            + "|[0-9]+(?:\\.[0-9]+)?|<=|>=|<>|!=|\\|\\||\\S",
                    Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern NAME_START =
            Pattern.compile("[^\\W\\d]", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern HUMP =
            Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
    private static final Pattern NO_WORD = Pattern.compile("[^a-z0-9]+");
    private static final Set<String> SET_OPERATIONS = Set.of("UNION", "INTERSECT", "EXCEPT");
    private static final Set<String> ENDS_FROM =
            Set.of("WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "ON");
    private static final Set<String> NOT_IN_FROM =
            Set.of("SELECT", "WHERE", "GROUP", "ORDER", "ON", "HAVING");
    private static final Set<String> KEYWORDS =
            Stream.of(
                            "INNER LEFT OUTER CROSS NATURAL UNION INTERSECT EXCEPT SELECT FROM WHERE",
                            "GROUP ORDER BY HAVING LIMIT OFFSET JOIN ON AS AND OR NOT IN IS NULL LIKE",
                            "BETWEEN DISTINCT ALL ASC DESC EXISTS CASE WHEN THEN ELSE END CAST USING")
                    .flatMap(line -> Stream.of(line.split(" ")))
                    .collect(Collectors.toUnmodifiableSet());

    private static final int NONE = -1;

    private final List<String> tokens = new ArrayList<>();

    /** By token, in upper case; empty where it is a text. */
    private final List<String> upper = new ArrayList<>();

    private final List<Boolean> names = new ArrayList<>();

    /** By token, the query that it belongs to; {@value #NONE} before the first. */
    private final List<Integer> queries = new ArrayList<>();

    /** By query, the one around it. */
    private final List<Integer> parents = new ArrayList<>();

    /** By query, its tables by alias and name in lower case. */
    private final List<Map<String, String>> tables = new ArrayList<>();

    private StatementWords(String sql, Set<String> known) {
        var found = TOKEN.matcher(sql.strip());
        while (found.find()) {
            add(found.group(), known);
        }
        if (!tokens.isEmpty() && tokens.getLast().equals(";")) {
            List.of(tokens, upper, names).forEach(List::removeLast);
        }
        findQueries();
        for (int query = 0; query < parents.size(); query++) {
            tables.add(tablesOf(query));
        }
    }

    /**
     * The statement in words.
     *
     * @param known names of tables and columns in lower case; anything else in double quotes is a
     *     text
     */
    static String of(String sql, Set<String> known) {
        return new StatementWords(sql, known).words();
    }

    private void add(String token, Set<String> known) {
        boolean isQuoted = token.length() > 1 && "\"`[".indexOf(token.charAt(0)) >= 0;
        String plain = isQuoted ? token.substring(1, token.length() - 1) : token;
        if (token.charAt(0) == '"' && !known.contains(plain.toLowerCase(Locale.ROOT))) {
            plain = SqlTexts.quoted(plain);
            isQuoted = false;
        }
        boolean isText = plain.startsWith("'");
        String capital = isText ? "" : plain.toUpperCase(Locale.ROOT);
        tokens.add(plain);
        upper.add(capital);
        names.add(
                isQuoted || (NAME_START.matcher(plain).lookingAt() && !KEYWORDS.contains(capital)));
    }

    private String upper(int at) {
        return at >= 0 && at < upper.size() ? upper.get(at) : "";
    }

    private boolean isName(int at) {
        return at >= 0 && at < names.size() && names.get(at);
    }

    private void findQueries() {
        List<Integer> open = new ArrayList<>(List.of(NONE));
        for (int at = 0; at < tokens.size(); at++) {
            if (upper(at).equals("(")) {
                queries.add(open.getLast());
                open.add(open.getLast());
                continue;
            }
            if (upper(at).equals(")") && open.size() > 1) {
                open.removeLast();
            }
            if (upper(at).equals("SELECT")) {
                parents.add(open.size() > 1 ? open.get(open.size() - 2) : NONE);
                open.set(open.size() - 1, parents.size() - 1);
            }
            queries.add(open.getLast());
        }
    }

    private Map<String, String> tablesOf(int query) {
        Map<String, String> found = new HashMap<>();
        boolean isInside = false;
        for (int at = 0; at < tokens.size(); at++) {
            if (queries.get(at) != query) {
                continue;
            }
            boolean begins = upper(at).equals("FROM") || upper(at).equals("JOIN");
            if (begins) {
                isInside = true;
            } else if (ENDS_FROM.contains(upper(at)) || SET_OPERATIONS.contains(upper(at))) {
                isInside = false;
            }
            if (isInside && (begins || tokens.get(at).equals(",")) && isName(at + 1)) {
                String table = tokens.get(at + 1);
                found.putIfAbsent(table.toLowerCase(Locale.ROOT), table);
                int alias = upper(at + 2).equals("AS") ? at + 3 : at + 2;
                if (isName(alias) && queries.get(alias) == query) {
                    found.put(tokens.get(alias).toLowerCase(Locale.ROOT), table);
                }
            }
        }
        return found;
    }

    private boolean isTable(int at) {
        return at > 0
                && (upper(at - 1).equals("FROM")
                        || upper(at - 1).equals("JOIN")
                        || tokens.get(at - 1).equals(","))
                && queries.get(at) != NONE
                && tokens.get(at)
                        .equals(
                                tables.get(queries.get(at))
                                        .get(tokens.get(at).toLowerCase(Locale.ROOT)))
                && isInFrom(at);
    }

    private boolean isInFrom(int at) {
        for (int before = at - 1; before >= 0; before--) {
            if (queries.get(before).equals(queries.get(at))) {
                if (upper(before).equals("FROM") || upper(before).equals("JOIN")) {
                    return true;
                }
                if (NOT_IN_FROM.contains(upper(before))) {
                    return false;
                }
            }
        }
        return false;
    }

    /** The table behind an alias of a query or one around it; else the alias. */
    private String table(String alias, int query) {
        for (int scope = query; scope != NONE; scope = parents.get(scope)) {
            String found = tables.get(scope).get(alias.toLowerCase(Locale.ROOT));
            if (found != null) {
                return found;
            }
        }
        return alias;
    }

    /**
     * Where a condition on two columns that begins here ends; {@value #NONE} where there is none.
     */
    private int path(int start) {
        int end = start;
        for (int side = 0; side < 2; side++) {
            if (side == 1) {
                if (!upper(end).equals("=")) {
                    return NONE;
                }
                end++;
            }
            if (!isName(end)) {
                return NONE;
            }
            end++;
            if (upper(end).equals(".") && isName(end + 1)) {
                end += 2;
            }
        }
        return end;
    }

    private long tableCount() {
        return Stream.iterate(0, at -> at < tokens.size(), at -> at + 1)
                .filter(at -> isName(at) && isTable(at))
                .map(at -> tokens.get(at).toLowerCase(Locale.ROOT))
                .distinct()
                .count();
    }

    private String words() {
        boolean isOfOne = tableCount() < 2;
        List<String> out = new ArrayList<>();
        int at = 0;
        while (at < tokens.size()) {
            String token = tokens.get(at);
            int path = upper(at).equals("ON") ? path(at + 1) : NONE;
            if (path != NONE) {
                while (upper(path).equals("AND") && path(path + 1) != NONE) {
                    path = path(path + 1);
                }
                at = path;
            } else if (upper(at).equals("AS") && isName(at + 1)) {
                at += 2;
            } else if (isName(at) && upper(at + 1).equals(".") && at + 2 < tokens.size()) {
                if (!isOfOne) {
                    out.add(ofName(table(token, queries.get(at))));
                }
                at += 2;
            } else {
                out.add(word(at));
                at++;
            }
        }
        return out.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(" "));
    }

    /** A token alone; nothing for an alias behind its table and words that change nothing. */
    private String word(int at) {
        String token = tokens.get(at);
        if (isName(at)) {
            return isName(at - 1) && isTable(at - 1) ? "" : ofName(token);
        }
        if (token.startsWith("'")) {
            return "' "
                    + token.substring(1, Math.max(1, token.length() - 1)).replace("''", "'")
                    + " '";
        }
        return upper(at).equals("INNER") || upper(at).equals("OUTER")
                ? ""
                : token.toLowerCase(Locale.ROOT);
    }

    /** A name's words in lower case. */
    private static String ofName(String name) {
        var lower = HUMP.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT);
        return NO_WORD.matcher(lower).replaceAll(" ").strip();
    }
}
