package org.demur.evaluation.compare;

/** Where a statement ends, as the engine's own tokenizer sees it. */
final class StatementEnd {
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private StatementEnd() {}

    /** The index after the first statement's semicolon; the length of the text without one. */
    static int endOfFirst(String sql) {
        int i = 0;
        boolean begun = false;
        while (i < sql.length()) {
            int next = afterToken(sql, i);
            char c = sql.charAt(i);
            if (c == ';' && begun) {
                return next;
            }
            begun |= c != ';' && !isBeforeStatement(sql, i);
            i = next;
        }
        return sql.length();
    }

    /** The index of the first character that is no blank, comment, mark or lone semicolon. */
    static int startOfFirst(String sql) {
        int i = 0;
        while (i < sql.length() && (isBeforeStatement(sql, i) || sql.charAt(i) == ';')) {
            i = afterToken(sql, i);
        }
        return i;
    }

    /** Whether anything but blanks and comments follows; a lone semicolon counts behind another. */
    static boolean hasStatement(String sql, int from) {
        int i = from;
        while (i < sql.length()) {
            if (!isSkipped(sql, i) && (from > 0 || sql.charAt(i) != ';')) {
                return true;
            }
            i = afterToken(sql, i);
        }
        return false;
    }

    /**
     * The engine reads a byte order mark as a blank; Python takes one behind a statement for
     * another.
     */
    private static boolean isBeforeStatement(String sql, int at) {
        return isSkipped(sql, at) || sql.charAt(at) == BYTE_ORDER_MARK;
    }

    private static boolean isSkipped(String sql, int at) {
        char c = sql.charAt(at);
        return c == ' ' || (c >= '\t' && c <= '\r' && c != 0x0b) || isComment(sql, at);
    }

    private static boolean isComment(String sql, int at) {
        return sql.startsWith("--", at) || sql.startsWith("/*", at);
    }

    private static int afterToken(String sql, int at) {
        char c = sql.charAt(at);
        if (sql.startsWith("--", at)) {
            return after(sql, "\n", at + 2);
        }
        if (sql.startsWith("/*", at)) {
            return after(sql, "*/", at + 2);
        }
        return switch (c) {
            case '\'' -> after(sql, "'", at + 1);
            case '"' -> after(sql, "\"", at + 1);
            case '`' -> after(sql, "`", at + 1);
            case '[' -> after(sql, "]", at + 1);
            default -> at + 1;
        };
    }

    private static int after(String sql, String closing, int from) {
        int found = sql.indexOf(closing, from);
        return found < 0 ? sql.length() : found + closing.length();
    }
}
