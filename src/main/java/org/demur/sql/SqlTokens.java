package org.demur.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Splits a statement into tokens without its comments, as its readers outside of the guard take it;
 * the guard, which trusts no text, has a stricter one of its own.
 */
public final class SqlTokens {
    /** Those of the engines; others are letters to them. */
    private static final String BLANKS = " \t\n\r\f\u000b";

    /** Longest first. */
    private static final List<String> SIGNS =
            List.of("->>", "->", "<=", ">=", "<>", "!=", "||", "==", "<<", ">>");

    private static final Set<String> KEYWORDS =
            Set.of(
                    ("SELECT DISTINCT FROM WHERE GROUP BY HAVING ORDER LIMIT OFFSET AND OR NOT IN IS"
                                    + " NULL LIKE BETWEEN EXISTS AS ON JOIN LEFT RIGHT INNER OUTER"
                                    + " FULL CROSS NATURAL UNION ALL INTERSECT EXCEPT ASC DESC CASE"
                                    + " WHEN THEN ELSE END CAST OVER PARTITION COUNT SUM AVG MIN MAX"
                                    + " USING WITH")
                            .split(" ", -1));

    /** What a token is. */
    public enum Kind {
        /** A name or keyword without quotes. */
        WORD,
        /** A name in double quotes, which may be a text where nothing has that name. */
        QUOTED_NAME,
        /** A name in backticks or square brackets. */
        NAME,
        TEXT,
        /** Also a number with letters that follow it at once. */
        NUMBER,
        SIGN
    }

    /**
     * One token.
     *
     * @param text as written, with its quotes
     * @param adjacent whether it follows the token before it at once
     */
    public record Token(Kind kind, String text, boolean adjacent) {
        /** The content of a text or name without its quotes; for others the token. */
        public String content() {
            return switch (kind) {
                case WORD, NUMBER, SIGN -> text;
                case QUOTED_NAME, NAME, TEXT ->
                        text.charAt(0) == '['
                                ? text.substring(1, text.length() - 1)
                                : unquote(text);
            };
        }

        /** As it is compared: names and words in lower case, operators in one spelling. */
        public String key() {
            return switch (kind) {
                case WORD, QUOTED_NAME, NAME -> content().toLowerCase(Locale.ROOT);
                case TEXT, NUMBER -> content();
                case SIGN -> text.equals("<>") ? "!=" : text.equals("==") ? "=" : text;
            };
        }

        /** Whether it is this word or operator; names in quotes are not. */
        public boolean is(String word) {
            return kind == Kind.WORD
                    ? text.equalsIgnoreCase(word)
                    : kind == Kind.SIGN && key().equals(word);
        }

        private boolean isName() {
            return kind == Kind.WORD || kind == Kind.NAME || kind == Kind.QUOTED_NAME;
        }
    }

    private final String sql;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int end;

    private SqlTokens(String sql) {
        this.sql = sql;
    }

    /** The tokens; empty where a text, a name or a comment does not end. */
    public static Optional<List<Token>> of(String sql) {
        var reader = new SqlTokens(sql);
        while (reader.at < sql.length()) {
            if (!reader.take()) {
                return Optional.empty();
            }
        }
        return Optional.of(reader.tokens);
    }

    /**
     * The tokens as texts, qualified names whole and keywords in upper case; a name in brackets
     * comes out in backticks. Empty where a text, a name or a comment does not end.
     */
    public static Optional<List<String>> qualified(String sql) {
        return of(sql).map(SqlTokens::joined);
    }

    /**
     * A statement of other tokens.
     *
     * @param tokens how they follow one another
     * @param texts what to write for each
     */
    public static String written(List<Token> tokens, List<String> texts) {
        var sql = new StringBuilder();
        for (int i = 0; i < texts.size(); i++) {
            sql.append(i > 0 && !tokens.get(i).adjacent() ? " " : "").append(texts.get(i));
        }
        return sql.toString();
    }

    private static List<String> joined(List<Token> tokens) {
        var texts = new ArrayList<String>();
        for (int i = 0; i < tokens.size(); i++) {
            var text = new StringBuilder(inBackticks(tokens.get(i)));
            if (!tokens.get(i).isName()) {
                texts.add(text.toString());
                continue;
            }
            while (continues(tokens, i)) {
                text.append('.').append(inBackticks(tokens.get(i + 2)));
                i += 2;
            }
            var upper = text.toString().toUpperCase(Locale.ROOT);
            texts.add(isKeyword(upper) ? upper : text.toString());
        }
        return texts;
    }

    /** Whether a dot and another part of the name follow at once. */
    private static boolean continues(List<Token> tokens, int i) {
        if (i + 2 >= tokens.size()) {
            return false;
        }
        var dot = tokens.get(i + 1);
        var part = tokens.get(i + 2);
        return dot.adjacent()
                && dot.text().equals(".")
                && part.adjacent()
                && (part.isName() || part.text().equals("*"));
    }

    private static String inBackticks(Token token) {
        return token.text().charAt(0) == '['
                ? "`" + token.content().replace("`", "``") + "`"
                : token.text();
    }

    static boolean isKeyword(String token) {
        return KEYWORDS.contains(token);
    }

    /** Whether a token, as {@link #qualified} gives it, is a name of anything but a keyword. */
    public static boolean isName(String token) {
        char c = token.charAt(0);
        return isQuote(c) || ((Character.isLetter(c) || c == '_') && !isKeyword(token));
    }

    /** Whether a token is a name in quotation marks, or begins with one. */
    static boolean isQuotedName(String token) {
        return isQuote(token.charAt(0));
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

    /** Takes one token, blank or comment; false where it does not end. */
    private boolean take() {
        char c = sql.charAt(at);
        if (BLANKS.indexOf(c) >= 0) {
            at++;
            return true;
        }
        if (sql.startsWith("--", at)) {
            int line = sql.indexOf('\n', at);
            at = line < 0 ? sql.length() : line;
            return true;
        }
        if (sql.startsWith("/*", at)) {
            int close = sql.indexOf("*/", at + 2);
            at = close + 2;
            return close >= 0;
        }
        return switch (c) {
            case '\'' -> add(Kind.TEXT, closing(sql, at) + 1);
            case '"' -> add(Kind.QUOTED_NAME, closing(sql, at) + 1);
            case '`' -> add(Kind.NAME, closing(sql, at) + 1);
            case '[' -> add(Kind.NAME, sql.indexOf(']', at) + 1);
            default -> add(c);
        };
    }

    private boolean add(char c) {
        if (Character.isLetter(c) || c == '_') {
            int last = at;
            while (last < sql.length() && isWordPart(sql.charAt(last))) {
                last++;
            }
            return add(Kind.WORD, last);
        }
        if (Character.isDigit(c) || (c == '.' && isDigit(at + 1))) {
            return number();
        }
        int length =
                SIGNS.stream().filter(s -> sql.startsWith(s, at)).findFirst().orElse(".").length();
        return add(Kind.SIGN, at + length);
    }

    private boolean add(Kind kind, int last) {
        if (last <= at) {
            return false;
        }
        tokens.add(new Token(kind, sql.substring(at, last), at == end));
        at = last;
        end = last;
        return true;
    }

    private boolean number() {
        int last = at;
        while (last < sql.length()
                && (Character.isLetterOrDigit(sql.charAt(last)) || sql.charAt(last) == '.')) {
            last++;
        }
        boolean exponent =
                last < sql.length()
                        && (sql.charAt(last) == '+' || sql.charAt(last) == '-')
                        && sql.substring(at, last).matches("[\\d.]+[eE]")
                        && isDigit(last + 1);
        if (exponent) {
            last++;
            while (isDigit(last)) {
                last++;
            }
        }
        return add(Kind.NUMBER, last);
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
