package org.demur.execution.jdbc;

import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Collectors;
import org.sqlite.Function;
import org.sqlite.core.Codes;

/**
 * {@code trim}, {@code ltrim} and {@code rtrim} of two arguments. The engine's own compare each
 * character of the one with each of the other, in one step that nothing can stop: 2.3 s for texts
 * of 100,000 and 8,000 bytes, and a row can ask for hundreds of them.
 */
final class Trimming extends Function {
    /** What the engine must know to let expressions of the schema call it too. */
    static final int FLAGS = Function.FLAG_DETERMINISTIC | 0x200000; // SQLITE_INNOCUOUS

    private final boolean left;
    private final boolean right;

    Trimming(boolean left, boolean right) {
        this.left = left;
        this.right = right;
    }

    @Override
    protected void xFunc() throws SQLException {
        if (value_type(0) == Codes.SQLITE_NULL || value_type(1) == Codes.SQLITE_NULL) {
            result();
            return;
        }
        result(trimmed(value_text(0), value_text(1)));
    }

    private String trimmed(String text, String characters) {
        Set<Integer> gone = characters.codePoints().boxed().collect(Collectors.toSet());
        int start = 0;
        int end = text.length();
        while (left && start < end && gone.contains(text.codePointAt(start))) {
            start += Character.charCount(text.codePointAt(start));
        }
        while (right && end > start && gone.contains(text.codePointBefore(end))) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        return text.substring(start, end);
    }
}
