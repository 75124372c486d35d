package org.demur.evaluation.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits SQL text the way the published scorers do, which read tokens with the Python library
 * sqlparse: only the first statement counts, and DISTINCT is found as a word of its own, never
 * inside of a literal, a quoted name or a comment. Blanks are one token each.
 */
final class SqlparseTokens {
    private final String text;

    /** Beyond these no comment and no bracket is closed, so nothing has to be looked for there. */
    private final int lastCommentEnd;

    private final int lastBracket;
    private final List<String> tokens = new ArrayList<>();
    private int position;
    private int depth;
    private int closedAt = -1;
    private boolean ended;

    private SqlparseTokens(String text) {
        this.text = text;
        lastCommentEnd = text.lastIndexOf("*/");
        lastBracket = text.lastIndexOf(']');
    }

    /** The tokens of the first statement, its semicolon and the blanks after it included. */
    static List<String> ofFirstStatement(String sql) {
        var reader = new SqlparseTokens(sql);
        while (reader.position < sql.length() && !reader.ended) {
            reader.next();
        }
        return reader.tokens;
    }

    private void next() {
        int start = position;
        char c = text.charAt(start);
        int end;
        if (startsComment(start)) {
            end = endOfLine(start);
        } else if (text.startsWith("/*", start) && lastCommentEnd >= start + 2) {
            end = text.indexOf("*/", start + 2) + 2;
        } else if (SqlText.isBlank(c)) {
            end = text.startsWith("\r\n", start) ? start + 2 : start + 1;
        } else if (c == '\'' || c == '"' || c == '`') {
            end = endOfQuoted(start, c);
        } else if (c == '['
                && lastBracket > start
                && !followsName(start)
                && text.indexOf(']', start) > start + 1) {
            end = text.indexOf(']', start) + 1;
        } else if (isWord(c)) {
            boolean qualified = start > 0 && text.charAt(start - 1) == '.';
            end = start + 1;
            while (end < text.length() && isWordPart(text.charAt(end), qualified)) {
                end++;
            }
        } else {
            end = start + 1;
        }
        if (endsStatement(c, start, end)) {
            return;
        }
        tokens.add(text.substring(start, end));
        position = end;
    }

    /** After the closing semicolon only blanks and line comments belong to the statement. */
    private boolean endsStatement(char c, int start, int end) {
        boolean closed = closedAt >= 0;
        boolean mayFollow = SqlText.isBlank(c) || startsComment(start);
        if (closed && (!mayFollow || c == '\n' || c == '\r')) {
            ended = true;
            return true;
        }
        if (end == start + 1) {
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            closedAt = c == ';' && depth <= 0 ? start : closedAt;
        } else if (text.regionMatches(true, start, "END", 0, end - start) && end == start + 3) {
            depth--; // sqlparse closes a block here, though CASE has opened none
        }
        return false;
    }

    private boolean startsComment(int at) {
        return text.startsWith("--", at) || text.startsWith("# ", at);
    }

    private int endOfLine(int from) {
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                return i + 1;
            }
            if (text.charAt(i) == '\r') {
                return text.startsWith("\r\n", i) ? i + 2 : i + 1;
            }
        }
        return text.length();
    }

    /**
     * The end of a quoted piece; a quote that is never closed is a token by itself. A doubled quote
     * and, in sqlparse, a quote after a backslash do not close it unless nothing else does.
     */
    private int endOfQuoted(int start, char quote) {
        int lastResort = -1;
        int i = start + 1;
        while (i < text.length()) {
            char c = text.charAt(i);
            boolean quoteFollows = i + 1 < text.length() && text.charAt(i + 1) == quote;
            if (c == quote && !quoteFollows) {
                return i + 1;
            }
            if (c == quote) {
                lastResort = i + 1;
                i += 2;
            } else if (c == '\\' && quoteFollows && quote != '`') {
                lastResort = i + 2;
                i += 2;
            } else {
                i++;
            }
        }
        return lastResort > 0 ? lastResort : start + 1;
    }

    private boolean followsName(int at) {
        if (at == 0) {
            return false;
        }
        char before = text.charAt(at - 1);
        return isWord(before) || before == ']' || before == ')';
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    private static boolean isWordPart(char c, boolean qualified) {
        return isWord(c) || (!qualified && (c == '$' || c == '#'));
    }
}
