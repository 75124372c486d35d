package org.demur.execution;

/**
 * One statement, written twice while its tree is walked: as it was read, to prove that nothing got
 * lost, and as it is to run, with hidden columns cut off, the clock replaced and literals in single
 * quotes.
 */
final class WrittenSql {
    private final StringBuilder asRead = new StringBuilder();
    private final StringBuilder asRun = new StringBuilder();

    WrittenSql add(String text) {
        return add(text, text);
    }

    WrittenSql add(String read, String run) {
        separate(asRead, read).append(QuotedName.shown(read));
        separate(asRun, run).append(QuotedName.shown(run));
        return this;
    }

    WrittenSql add(WrittenSql part) {
        return add(part.asRead(), part.asRun());
    }

    String asRead() {
        return asRead.toString();
    }

    String asRun() {
        return asRun.toString();
    }

    private static StringBuilder separate(StringBuilder text, String next) {
        if (text.isEmpty() || next.isEmpty()) {
            return text;
        }
        char left = text.charAt(text.length() - 1);
        char right = next.charAt(0);
        boolean tight = left == '(' || left == '.' || right == ')' || right == ',' || right == '.';
        return tight ? text : text.append(' ');
    }
}
