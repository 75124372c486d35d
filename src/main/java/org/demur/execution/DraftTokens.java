package org.demur.execution;

import static org.demur.detection.FindingCode.EXCEEDS_LIMITS;
import static org.demur.detection.FindingCode.NOT_READ_ONLY;
import static org.demur.detection.FindingCode.UNPARSABLE;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.demur.schema.SqlNames;
import org.demur.schema.SqlTexts;
import org.demur.sql.QuotedName;

/**
 * The tokens of one statement in the engine's lexical rules, without comments and final semicolons.
 *
 * <p>The parser is given the tokens' own text and never the draft's, so that it cannot see a
 * comment, a quote or a blank otherwise than the engine does. Comparing the tokens of what was read
 * with the tokens of what was rebuilt shows whether anything was lost in between.
 *
 * @see <a href="https://github.com/JSQLParser/JSqlParser/issues/2681">JSqlParser drops what follows
 *     the first semicolon</a>
 */
final class DraftTokens {
    /** Consecutive signs or NOTs; more have no use and deepen the tree. */
    private static final int MAX_UNARY_RUN = 8;

    /** No double has more; an engine with exact numbers writes all that an exponent stands for. */
    private static final int MAX_EXPONENT_DIGITS = 3;

    private static final String TWO_CHARACTER_OPERATORS = " <> != <= >= == || << >> ";
    private static final String ONE_CHARACTER_SYMBOLS = "(),.+-*/%=<>|&~;";

    enum Kind {
        WORD,
        QUOTED_NAME,
        /** Between quotes that never stand round a text, as double quotes may. */
        BRACKETED_NAME,
        TEXT,
        NUMBER,
        SYMBOL
    }

    /**
     * One token.
     *
     * @param kind what it is
     * @param text for words, numbers and symbols as written; for quoted names and text the content
     *     without quotes
     */
    record Token(Kind kind, String text) {
        boolean is(String word) {
            return (kind == Kind.WORD || kind == Kind.SYMBOL) && SqlNames.areSame(text, word);
        }

        /** As SQL, quoted in the one way that is standard. */
        String sql() {
            return switch (kind) {
                case WORD, NUMBER, SYMBOL -> text;
                case QUOTED_NAME -> QuotedName.hidden(text);
                case BRACKETED_NAME -> QuotedName.hiddenName(text);
                case TEXT -> SqlTexts.quoted(text);
            };
        }

        private boolean isQuotedName() {
            return kind == Kind.QUOTED_NAME || kind == Kind.BRACKETED_NAME;
        }

        boolean means(Token other) {
            return (kind == other.kind || (isQuotedName() && other.isQuotedName()))
                    && (kind == Kind.TEXT
                            ? text.equals(other.text)
                            : SqlNames.areSame(text, other.text));
        }
    }

    private final String sql;
    private final GuardRules rules;
    private final List<Token> tokens = new ArrayList<>();
    private int position;

    private DraftTokens(String sql, GuardRules rules) {
        this.sql = sql;
        this.rules = rules;
    }

    /**
     * The tokens of a draft.
     *
     * @throws RefusalException where it is not one statement that may be a query
     */
    static List<Token> ofDraft(String sql, GuardLimits limits, GuardRules rules) {
        if (sql.length() > limits.maxLength()) {
            throw new RefusalException(
                    EXCEEDS_LIMITS,
                    sql.length() + " characters",
                    "The statement is longer than the %,d characters that are read."
                            .formatted(limits.maxLength()));
        }
        var tokens = rules.known(withoutAll(oneStatement(new DraftTokens(sql, rules).read())));
        requireQuery(tokens, rules);
        requireNesting(tokens, limits.maxNesting());
        return tokens;
    }

    /** The tokens of SQL that was written by this package. */
    static List<Token> of(String sql, GuardRules rules) {
        return new DraftTokens(sql, rules).read();
    }

    /** The tokens as text that the parser reads as the engine does. */
    static String text(List<Token> tokens, GuardRules rules) {
        var text = new StringBuilder();
        for (int i = 0; i < tokens.size(); i++) {
            var token = tokens.get(i);
            boolean joined = token.is(".") || (i > 0 && tokens.get(i - 1).is("."));
            if (!joined && i > 0) {
                text.append(' ');
            }
            boolean name =
                    token.kind() == Kind.WORD
                            && QuotedName.isKeyword(token.text())
                            && !rules.isKeyword(token, i > 0 ? tokens.get(i - 1) : null)
                            && !(i + 1 < tokens.size() && tokens.get(i + 1).is("("));
            text.append(name ? QuotedName.marked(token.text()) : token.sql());
        }
        return text.toString();
    }

    /** The index of the first token that differs in meaning; -1 where none does. */
    static int firstDifference(List<Token> left, List<Token> right) {
        int common = Math.min(left.size(), right.size());
        for (int i = 0; i < common; i++) {
            if (!left.get(i).means(right.get(i))) {
                return i;
            }
        }
        return left.size() == right.size() ? -1 : common;
    }

    private static List<Token> oneStatement(List<Token> tokens) {
        int end = tokens.size();
        while (end > 0 && tokens.get(end - 1).is(";")) {
            end--;
        }
        var statement = tokens.subList(0, end);
        if (statement.isEmpty()) {
            throw new RefusalException(UNPARSABLE, "", "The draft holds no statement.");
        }
        for (var token : statement) {
            if (token.is(";")) {
                throw new RefusalException(
                        NOT_READ_ONLY, ";", "The draft holds more than one statement.");
            }
        }
        return statement;
    }

    /**
     * Without ALL where it is the opposite of DISTINCT and changes nothing: the parser forgets it.
     */
    private static List<Token> withoutAll(List<Token> tokens) {
        var kept = new ArrayList<Token>();
        for (var token : tokens) {
            boolean all =
                    token.is("all")
                            && !kept.isEmpty()
                            && (kept.getLast().is("select") || kept.getLast().is("("));
            if (!all) {
                kept.add(token);
            }
        }
        return kept;
    }

    private static void requireQuery(List<Token> tokens, GuardRules rules) {
        int start = 0;
        while (rules.beginsInBrackets() && start < tokens.size() - 1 && tokens.get(start).is("(")) {
            start++;
        }
        var first = tokens.get(start);
        if (!first.is("select") && !first.is("with")) {
            throw new RefusalException(
                    NOT_READ_ONLY, first.text(), "The statement does not begin as a query does.");
        }
    }

    private static void requireNesting(List<Token> tokens, int maxNesting) {
        int brackets = 0;
        int cases = 0;
        int unaryRun = 0;
        for (var token : tokens) {
            brackets += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            cases = Math.max(0, cases + (token.is("case") ? 1 : token.is("end") ? -1 : 0));
            unaryRun = isUnary(token) ? unaryRun + 1 : 0;
            if (brackets + cases > maxNesting || unaryRun > MAX_UNARY_RUN) {
                throw new RefusalException(
                        EXCEEDS_LIMITS,
                        token.text(),
                        "The statement is nested more than %d levels deep.".formatted(maxNesting));
            }
        }
    }

    private static boolean isUnary(Token token) {
        return token.is("not") || token.is("-") || token.is("+") || token.is("~");
    }

    private List<Token> read() {
        while (position < sql.length()) {
            char c = sql.charAt(position);
            if (isBlank(c)) {
                position++;
            } else if (sql.startsWith("--", position)) {
                int end = sql.indexOf('\n', position);
                position = end < 0 ? sql.length() : end;
            } else if (sql.startsWith("/*", position)) {
                skipComment();
            } else if (c == '\'') {
                tokens.add(new Token(Kind.TEXT, quoted('\'')));
            } else if (c == '"') {
                tokens.add(new Token(Kind.QUOTED_NAME, quoted(c)));
            } else if (c == '`' && rules.hasOwnQuotes()) {
                tokens.add(new Token(Kind.BRACKETED_NAME, quoted(c)));
            } else if (c == '[' && rules.hasOwnQuotes()) {
                tokens.add(new Token(Kind.BRACKETED_NAME, bracketed()));
            } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
                tokens.add(new Token(Kind.NUMBER, number()));
            } else if (isNameStart(c)) {
                var word = word();
                if (SqlNames.areSame(word, "x") && peek(0) == '\'') {
                    throw new RefusalException(
                            UNPARSABLE, // else read as a column with an alias
                            word + "'",
                            "Values in hexadecimal digits are not part of the SQL that is understood here.");
                }
                tokens.add(new Token(Kind.WORD, word));
            } else {
                readSymbol();
            }
        }
        return tokens;
    }

    private void skipComment() {
        int end = sql.indexOf("*/", position + 2);
        if (end < 0) {
            throw new RefusalException(UNPARSABLE, "/*", "A comment is not closed.");
        }
        position = end + 2;
    }

    private String quoted(char quote) {
        requireNoPrefix();
        var content = new StringBuilder();
        for (int i = position + 1; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == 0 || QuotedName.isReserved(c)) {
                throw notSql(c);
            }
            if (c != quote) {
                content.append(c);
            } else if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
                content.append(quote);
                i++;
            } else {
                position = i + 1;
                return content.toString();
            }
        }
        throw new RefusalException(
                UNPARSABLE, String.valueOf(quote), "A quotation mark is not closed.");
    }

    /** A word that touches a quote may say how to read what is in it, as E and U& do. */
    private void requireNoPrefix() {
        if (position == 0 || rules.hasOwnQuotes()) {
            return;
        }
        char before = sql.charAt(position - 1);
        boolean unicode = before == '&' && position > 1 && (sql.charAt(position - 2) | 0x20) == 'u';
        if (unicode || isNameStart(before) || isDigit(before)) {
            throw notSql(sql.charAt(position));
        }
    }

    private String bracketed() {
        int end = sql.indexOf(']', position);
        if (end < 0) {
            throw new RefusalException(UNPARSABLE, "[", "A square bracket is not closed.");
        }
        var content = sql.substring(position + 1, end);
        content.chars()
                .filter(c -> c == 0 || QuotedName.isReserved((char) c))
                .findFirst()
                .ifPresent(c -> {
                    throw notSql((char) c);
                });
        position = end + 1;
        return content;
    }

    private String number() {
        int start = position;
        while (isDigit(peek(0)) || peek(0) == '.') {
            position++;
        }
        if ((peek(0) | 0x20) == 'e') {
            int sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
            if (isDigit(peek(1 + sign))) {
                position += 1 + sign;
                int exponent = position;
                while (isDigit(peek(0))) {
                    position++;
                }
                if (position - exponent > MAX_EXPONENT_DIGITS) {
                    throw new RefusalException(
                            EXCEEDS_LIMITS,
                            sql.substring(start, position),
                            "A number has more than %d digits in its exponent."
                                    .formatted(MAX_EXPONENT_DIGITS));
                }
            }
        }
        if (isNameStart(peek(0)) || position - start > rules.longestNumber()) {
            throw notSql(sql.charAt(Math.min(position, sql.length() - 1)));
        }
        return sql.substring(start, position);
    }

    private String word() {
        int start = position;
        while (isNameStart(peek(0)) || isDigit(peek(0)) || peek(0) == '$') {
            position++;
        }
        return sql.substring(start, position);
    }

    private void readSymbol() {
        char c = sql.charAt(position);
        if (c == ':' && peek(1) == ':' && !rules.hasOwnQuotes()) {
            tokens.add(new Token(Kind.SYMBOL, "::"));
            position += 2;
            return;
        }
        if (c == '=' && peek(1) == '>' && !rules.hasOwnQuotes()) { // behind an argument's name
            tokens.add(new Token(Kind.SYMBOL, "=>"));
            position += 2;
            return;
        }
        if (ONE_CHARACTER_SYMBOLS.indexOf(c) < 0 && c != '!') {
            throw notSql(c);
        }
        int next = position + 1;
        if (c == '<' || c == '>' || c == '!') {
            while (next < sql.length() && isBlank(sql.charAt(next))) {
                next++; // "> =" is a slip of generators that tokenise
            }
        }
        var pair = next < sql.length() ? "" + c + sql.charAt(next) : "";
        boolean adjacent = next == position + 1;
        if (TWO_CHARACTER_OPERATORS.contains(' ' + pair + ' ')
                && (adjacent || pair.endsWith("="))) {
            tokens.add(new Token(Kind.SYMBOL, pair.equals("==") ? "=" : pair));
            position = next + 1;
            return;
        }
        if (c == '!') {
            throw notSql(c);
        }
        tokens.add(new Token(Kind.SYMBOL, String.valueOf(c)));
        position++;
    }

    private RefusalException notSql(char c) {
        boolean printable = c > ' ' && c < 0x7f;
        var name = printable ? String.valueOf(c) : String.format(Locale.ROOT, "U+%04X", (int) c);
        return new RefusalException(
                UNPARSABLE, name, "The character " + name + " has no place in a query there.");
    }

    private char peek(int ahead) {
        int index = position + ahead;
        return index < sql.length() ? sql.charAt(index) : 0;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /**
     * An engine takes every character from U+0080 for a letter, invisible blanks included; only
     * real letters pass here.
     */
    private static boolean isNameStart(char c) {
        return c == '_'
                || Character.isLetter(c)
                || (c >= 0x80 && Character.isDigit(c))
                || Character.getType(c) == Character.NON_SPACING_MARK;
    }
}
