package org.demur.execution;

import java.util.ArrayList;
import java.util.List;

/**
 * One statement, written twice while its tree is walked: as it was read, to prove that nothing got
 * lost, and as it is to run, with hidden columns cut off, the clock replaced and literals in single
 * quotes.
 */
final class WrittenSql {
    private final StringBuilder asRead = new StringBuilder();
    private final StringBuilder asRun = new StringBuilder();
    private boolean determined = true;
    private boolean standsAlone = true;
    private final List<String> singles = new ArrayList<>();

    WrittenSql add(String text) {
        return add(text, text);
    }

    WrittenSql add(String read, String run) {
        separate(asRead, read).append(QuotedName.shown(read));
        separate(asRun, run).append(QuotedName.shown(run));
        return this;
    }

    WrittenSql add(WrittenSql part) {
        determined &= part.determined;
        standsAlone &= part.standsAlone;
        singles.addAll(part.singles);
        return add(part.asRead(), part.asRun());
    }

    /** The engine's plan may have a say in which rows the statement gives. */
    void leaveOpen() {
        determined = false;
    }

    /** A name may be defined outside of this part of the statement. */
    void leanOut() {
        standsAlone = false;
    }

    /** Of several rows that a part may give, the statement takes the first. */
    void takeFirstOf(WrittenSql part) {
        if (part.standsAlone) {
            singles.add("SELECT 1 FROM " + part.asRun());
        } else {
            leaveOpen();
        }
    }

    /** The statement that may run. */
    ReadOnlySql on(String database) {
        return new ReadOnlySql(
                database,
                asRun(),
                determined,
                singles.stream()
                        .map(single -> new ReadOnlySql(database, single, true, List.of()))
                        .toList());
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
