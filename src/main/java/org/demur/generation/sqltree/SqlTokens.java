package org.demur.generation.sqltree;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Splits a statement into tokens; qualified names stay whole, keywords come out in upper case. */
final class SqlTokens {
    private SqlTokens() {}

    static List<String> of(String sql) {
        List<String> tokens = new ArrayList<>();
        int i = 0;
        int n = sql.length();
        while (i < n) {
            char c = sql.charAt(i);
            if (Character.isWhitespace(c)) {
                i++;
            } else if (c == '\'' || c == '"' || c == '`') {
                int end = i + 1;
                while (end < n) {
                    if (sql.charAt(end) == c) {
                        if (end + 1 < n && sql.charAt(end + 1) == c) {
                            end += 2;
                            continue;
                        }
                        break;
                    }
                    end++;
                }
                tokens.add(sql.substring(i, Math.min(n, end + 1)));
                i = end + 1;
            } else if (Character.isLetter(c) || c == '_') {
                int end = i + 1;
                while (end < n
                        && (Character.isLetterOrDigit(sql.charAt(end))
                                || "_.$".indexOf(sql.charAt(end)) >= 0)) {
                    end++;
                }
                if (end < n && sql.charAt(end) == '*' && sql.charAt(end - 1) == '.') {
                    end++;
                }
                String word = sql.substring(i, end);
                String upper = word.toUpperCase(Locale.ROOT);
                tokens.add(SqlTreeReader.isKeyword(upper) ? upper : word);
                i = end;
            } else if (Character.isDigit(c)
                    || (c == '.' && i + 1 < n && Character.isDigit(sql.charAt(i + 1)))) {
                int end = i + 1;
                while (end < n
                        && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '.')) {
                    end++;
                }
                tokens.add(sql.substring(i, end));
                i = end;
            } else {
                String two = i + 1 < n ? sql.substring(i, i + 2) : "";
                if (two.equals("<=")
                        || two.equals(">=")
                        || two.equals("<>")
                        || two.equals("!=")
                        || two.equals("||")
                        || two.equals("==")) {
                    tokens.add(two);
                    i += 2;
                } else {
                    tokens.add(String.valueOf(c));
                    i++;
                }
            }
        }
        return tokens;
    }

    static String unquote(String token) {
        char quote = token.charAt(0);
        String body = token.substring(1, token.length() > 1 ? token.length() - 1 : 1);
        return body.replace(String.valueOf(quote) + quote, String.valueOf(quote));
    }
}
