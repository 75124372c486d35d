package org.demur.generation.sqltree;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Splits a statement into tokens: qualified names stay whole with their quotation marks, keywords
 * come out in upper case, comments go. A name in brackets comes out in backticks.
 */
final class SqlTokens {
    /** Longest first. */
    private static final List<String> SIGNS =
            List.of("->>", "->", "<=", ">=", "<>", "!=", "||", "==", "<<", ">>");

    private final String sql;
    private final List<String> tokens = new ArrayList<>();
    private int at;

    private SqlTokens(String sql) {
        this.sql = sql;
    }

    /** The tokens; empty where a text, a name or a comment does not end. */
    static Optional<List<String>> of(String sql) {
        var reader = new SqlTokens(sql);
        while (reader.at < sql.length()) {
            if (!reader.take()) {
                return Optional.empty();
            }
        }
        return Optional.of(reader.tokens);
    }

    /** Whether a token is a name in quotation marks, or begins with one. */
    static boolean isQuotedName(String token) {
        return token.charAt(0) == '"' || token.charAt(0) == '`';
    }

    /** A name without its quotation marks, taken apart at its dots. */
    static List<String> parts(String name) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        while (start < name.length()) {
            int end = isQuote(name.charAt(start)) ? closing(name, start) + 1 : start;
            while (end < name.length() && name.charAt(end) != '.') {
                end++;
            }
            String part = name.substring(start, end);
            parts.add(isQuote(part.charAt(0)) ? unquote(part) : part);
            start = end + 1;
        }
        return parts;
    }

    static String unquote(String token) {
        String quote = token.substring(0, 1);
        return token.substring(1, token.length() - 1).replace(quote + quote, quote);
    }

    /** Takes one token or blank; false where it does not end. */
    private boolean take() {
        char c = sql.charAt(at);
        if (Character.isWhitespace(c)) {
            at++;
            return true;
        }
        if (sql.startsWith("--", at)) {
            int end = sql.indexOf('\n', at);
            at = end < 0 ? sql.length() : end;
            return true;
        }
        if (sql.startsWith("/*", at)) {
            int end = sql.indexOf("*/", at + 2);
            at = end + 2;
            return end >= 0;
        }
        if (c == '\'') {
            return add(closing(sql, at) + 1);
        }
        if (startsName(at)) {
            return name();
        }
        if (Character.isDigit(c) || (c == '.' && isDigit(at + 1))) {
            return number();
        }
        for (String sign : SIGNS) {
            if (sql.startsWith(sign, at)) {
                return add(at + sign.length());
            }
        }
        return add(at + 1);
    }

    private boolean add(int end) {
        if (end <= at) {
            return false;
        }
        tokens.add(sql.substring(at, end));
        at = end;
        return true;
    }

    private boolean name() {
        var name = new StringBuilder();
        while (true) {
            char c = sql.charAt(at);
            if (isQuote(c) || c == '[') {
                int end = c == '[' ? sql.indexOf(']', at) : closing(sql, at);
                if (end < 0) {
                    return false;
                }
                name.append(
                        c == '['
                                ? "`" + sql.substring(at + 1, end).replace("`", "``") + "`"
                                : sql.substring(at, end + 1));
                at = end + 1;
            } else if (c == '*') {
                name.append(c);
                at++;
            } else {
                int end = at;
                while (end < sql.length() && isWordPart(sql.charAt(end))) {
                    end++;
                }
                name.append(sql, at, end);
                at = end;
            }
            boolean goesOn =
                    at + 1 < sql.length()
                            && sql.charAt(at) == '.'
                            && (sql.charAt(at + 1) == '*' || startsName(at + 1));
            if (!goesOn) {
                break;
            }
            name.append('.');
            at++;
        }
        String upper = name.toString().toUpperCase(Locale.ROOT);
        tokens.add(SqlTreeReader.isKeyword(upper) ? upper : name.toString());
        return true;
    }

    private boolean number() {
        int end = at;
        while (end < sql.length()
                && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '.')) {
            end++;
        }
        boolean exponent =
                end < sql.length()
                        && (sql.charAt(end) == '+' || sql.charAt(end) == '-')
                        && sql.substring(at, end).matches("[\\d.]+[eE]")
                        && isDigit(end + 1);
        if (exponent) {
            end++;
            while (isDigit(end)) {
                end++;
            }
        }
        return add(end);
    }

    private boolean startsName(int index) {
        char c = sql.charAt(index);
        return Character.isLetter(c) || c == '_' || c == '[' || isQuote(c);
    }

    private boolean isDigit(int index) {
        return index < sql.length() && Character.isDigit(sql.charAt(index));
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '`';
    }

    /** Where the quotation that starts at an index ends; -2 where it does not. */
    private static int closing(String text, int start) {
        char quote = text.charAt(start);
        int end = text.indexOf(quote, start + 1);
        while (end >= 0 && end + 1 < text.length() && text.charAt(end + 1) == quote) {
            end = text.indexOf(quote, end + 2);
        }
        return end < 0 ? -2 : end;
    }
}
