package org.demur.prompt;

import org.jspecify.annotations.Nullable;

/** Data on its way into a prompt: one line, so that it cannot pretend to be the next one. */
final class DataText {
    /** Longer than names, codes and dates; free text is cut, and shows that it is. */
    private static final int LONGEST = 60;

    private DataText() {}

    /** On one line, comment marks broken up. */
    static String line(String text) {
        return oneLine(text).replace("*/", "* /").replace("/*", "/ *");
    }

    /** On one line and otherwise as it is: a question, a statement. */
    static String oneLine(String text) {
        return text.replaceAll("[\\r\\n\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
    }

    /** A cell on one line, cut where it is long. */
    static String cell(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        var line = line(value.toString());
        return line.codePointCount(0, line.length()) <= LONGEST
                ? line
                : line.substring(0, line.offsetByCodePoints(0, LONGEST)) + "…";
    }
}
