package org.demur.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.demur.sql.QuotedName;

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
    private boolean readsClock;
    private final List<String> doubts = new ArrayList<>();

    WrittenSql add(String text) {
        return add(text, text);
    }

    WrittenSql add(String read, String run) {
        separate(asRead, read).append(QuotedName.shown(read));
        separate(asRun, run).append(QuotedName.shown(run));
        return this;
    }

    WrittenSql add(WrittenSql part) {
        return add(part, part.asRun());
    }

    /** A part that is to run as another text, made of what it is made of. */
    WrittenSql add(WrittenSql part, String run) {
        determined &= part.determined;
        standsAlone &= part.standsAlone;
        readsClock |= part.readsClock;
        doubts.addAll(part.doubts);
        return add(part.asRead(), run);
    }

    /** Parts with commas between them. */
    <T> void list(Iterable<T> parts, Consumer<? super T> writer) {
        String separator = "";
        for (var part : parts) {
            add(separator);
            separator = ",";
            writer.accept(part);
        }
    }

    /** The engine's plan may have a say in which rows the statement gives. */
    void leaveOpen() {
        determined = false;
    }

    /** A name may be defined outside of this part of the statement. */
    void leanOut() {
        standsAlone = false;
    }

    /** What the statement gives may depend on when it runs. */
    void readClock() {
        readsClock = true;
    }

    /** Of several rows that a part in brackets may give, the statement takes the first. */
    void takeFirstOf(WrittenSql part) {
        doubt(part, "SELECT 1 FROM " + part.asRun() + " LIMIT 1 OFFSET 1");
    }

    /**
     * The first rows of a part are taken, which an order of keys leaves open where the last of them
     * has the same keys as the next.
     *
     * @param part what follows the items of a SELECT, its order included
     * @param keys by which it is ordered
     * @param rows how many are taken, from 1
     */
    void takeFirstOf(WrittenSql part, List<WrittenSql> keys, long rows) {
        var terms = new ArrayList<String>();
        var names = new ArrayList<String>();
        for (var key : keys) {
            names.add("k" + names.size());
            terms.add(key.asRun() + " AS " + names.getLast());
        }
        doubt(
                part,
                "SELECT 1 FROM (SELECT %s %s LIMIT 2 OFFSET %d) GROUP BY %s HAVING COUNT(*) > 1"
                        .formatted(
                                String.join(", ", terms),
                                part.asRun(),
                                rows - 1,
                                String.join(", ", names)));
    }

    private void doubt(WrittenSql part, String statement) {
        if (part.standsAlone) {
            doubts.add(statement);
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
                readsClock,
                doubts.stream()
                        .map(doubt -> new ReadOnlySql(database, doubt, true, readsClock, List.of()))
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
        boolean tight =
                left == '('
                        || (left == '.' && !endsWithNumber(text))
                        || right == ')'
                        || right == ','
                        || right == '.';
        return tight ? text : text.append(' ');
    }

    /**
     * Of a text with a dot at its end: whether that is a number's, as {@code 5.}, and no name's.
     */
    private static boolean endsWithNumber(StringBuilder text) {
        int start = text.length() - 1;
        while (start > 0 && isDigit(text.charAt(start - 1))) {
            start--;
        }
        boolean isName =
                start > 0
                        && (Character.isJavaIdentifierPart(text.charAt(start - 1))
                                || text.charAt(start - 1) == '"');
        return start < text.length() - 1 && !isName;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
