package org.demur.sql;

import static java.util.stream.Collectors.joining;

import java.util.Locale;

/** Statements in a form in which those that differ in their spelling alone are equal. */
public final class NormalSql {
    private NormalSql() {}

    /**
     * Without comments, final semicolons and superfluous blanks, in lower case except for literals
     * and quoted names. What cannot be split into tokens stays as it is.
     */
    public static String of(String sql) {
        return SqlTokens.qualified(sql)
                .map(tokens -> {
                    int end = tokens.size();
                    while (end > 0 && tokens.get(end - 1).equals(";")) {
                        end--;
                    }
                    return tokens.subList(0, end).stream()
                            .map(NormalSql::lower)
                            .collect(joining(" "));
                })
                .orElse(sql);
    }

    private static String lower(String token) {
        char first = token.charAt(0);
        return first == '\'' || SqlTokens.isQuotedName(token)
                ? token
                : token.toLowerCase(Locale.ROOT);
    }
}
