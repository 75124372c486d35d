package org.demur.execution;

/**
 * Names in double quotes, as the parser is given them: it would split them at a dot and ends them
 * at a doubled quote, so both are swapped for characters that no draft may hold, and back.
 */
final class QuotedName {
    private static final char DOT = '\uE000';
    private static final char QUOTE = '\uE001';

    private QuotedName() {}

    static boolean isReserved(char c) {
        return c == DOT || c == QUOTE;
    }

    /** A name without its quotes, for the parser. */
    static String hidden(String name) {
        return name.replace('.', DOT).replace('"', QUOTE);
    }

    /** SQL of the parser's names, as the engine is to see it. */
    static String shown(String sql) {
        return sql.replace(DOT, '.').replace(String.valueOf(QUOTE), "\"\"");
    }

    /** A name from the parser without its quotes, as it means. */
    static String meant(String name) {
        return name.replace(DOT, '.').replace(QUOTE, '"');
    }
}
