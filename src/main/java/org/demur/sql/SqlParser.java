package org.demur.sql;

import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserConstants;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.statement.select.Select;

/**
 * One statement and the parser that reads it; nothing else calls the parser. Whatever the text, it
 * comes to an end: what is too long or too deeply nested is not tried, and the rest is stopped in
 * time. For one thread, but for {@link #stop}.
 */
public final class SqlParser {
    private static final ScheduledThreadPoolExecutor CLOCK = clock();

    private final CCJSqlParser parser;

    private SqlParser(CCJSqlParser parser) {
        this.parser = parser;
    }

    /**
     * How much is tried: nesting costs the parser stack, and in some forms time.
     *
     * @param length in characters
     * @param parentheses open at a time
     * @param queries open at a time, in parentheses
     */
    public record Bounds(int length, int parentheses, int queries, Duration time) {
        /** Several times the longest statement of the benchmarks. */
        public static final Bounds DRAFT = new Bounds(20_000, 30, 9, Duration.ofSeconds(3));

        /**
         * What people have written down as an answer, to be run later or not. None takes longer
         * than a second; a machine that does other work must not make a mistake of it.
         */
        public static final Bounds WRITTEN =
                new Bounds(1_000_000, 1_000, 100, Duration.ofMinutes(1));

        /**
         * Whether a text is short and flat enough to be tried; brackets between quotes are none.
         */
        public boolean admit(String sql) {
            if (sql.length() > length) {
                return false;
            }
            int open = 0;
            int openQueries = 0;
            var isQuery = new BitSet();
            for (int i = 0; i < sql.length(); i++) {
                char c = sql.charAt(i);
                if (c == '\'' || c == '"') {
                    i = Math.max(i, sql.indexOf(c, i + 1));
                } else if (c == '(') {
                    boolean query = beginsQuery(sql, i + 1);
                    isQuery.set(open++, query);
                    openQueries += query ? 1 : 0;
                    if (open > parentheses || openQueries > queries) {
                        return false;
                    }
                } else if (c == ')' && open > 0) {
                    openQueries -= isQuery.get(--open) ? 1 : 0;
                }
            }
            return true;
        }
    }

    /** What a text turned out to be. */
    public sealed interface Parsed {}

    /**
     * A SELECT.
     *
     * @param tree for those who look into it; may be changed by one who parsed for that
     * @param alone whether the text ends with it
     */
    public record Query(Select tree, boolean alone) implements Parsed {}

    /**
     * Another statement.
     *
     * @param alone whether the text ends with it
     */
    public record NoQuery(boolean alone) implements Parsed {}

    /**
     * Nothing that can be read.
     *
     * @param near the word at which reading ended; empty where none is to blame
     * @param where the same in words, to follow "does not parse"
     */
    public record NoSql(String near, String where) implements Parsed {}

    /** Nothing that would be read in time. */
    public record TooMuch() implements Parsed {}

    /** A text whose length and nesting its owner has looked at, and whose time he watches. */
    public static SqlParser of(String sql) {
        // the library's own entry point starts a thread for every statement
        return new SqlParser(newParser(sql).withAllowComplexParsing(true));
    }

    /** The library has none for the empty text. */
    private static CCJSqlParser newParser(String sql) {
        return CCJSqlParserUtil.newParser(sql.isEmpty() ? " " : sql);
    }

    /**
     * Reads a text whose names may be keywords to the parser alone, as a table {@code Sample}, or
     * units to it, as a column {@code month}.
     */
    public static Parsed parse(String sql, Bounds bounds) {
        return QuotedName.marking(sql)
                .map(marked -> parse(marked, bounds, false, true))
                .filter(Query.class::isInstance)
                .orElseGet(() -> parse(sql, bounds, false, true));
    }

    /**
     * As the other.
     *
     * @param squareBrackets whether they stand round names
     * @param complex whether to look ahead through nested conditions, without which most statements
     *     are read as well, and faster
     */
    public static Parsed parse(String sql, Bounds bounds, boolean squareBrackets, boolean complex) {
        if (!bounds.admit(sql)) {
            return new TooMuch();
        }
        var parser = of(sql);
        parser.parser.withSquareBracketQuotation(squareBrackets).withAllowComplexParsing(complex);
        var end = CLOCK.schedule(parser::stop, bounds.time().toMillis(), TimeUnit.MILLISECONDS);
        try {
            return parser.parse();
        } finally {
            end.cancel(false);
        }
    }

    /** Why a statement is no query that can be read, as what is said of it; empty where it is. */
    public static Optional<String> objection(String sql) {
        return switch (parse(sql, Bounds.WRITTEN)) {
            case Query _ -> Optional.empty();
            case NoQuery _ -> Optional.of("is not a query; only SELECT answers a question");
            case NoSql(var _, var where) -> Optional.of("does not parse" + where);
            case TooMuch _ -> Optional.of("is nested too deeply to parse");
        };
    }

    /** With its version, on which it depends what can be read. */
    public static String identity() {
        return Optional.ofNullable(CCJSqlParser.class.getPackage().getImplementationVersion())
                .orElse("unknown");
    }

    /** What the text is; the first statement counts. */
    public Parsed parse() {
        Parsed parsed = attempt();
        return parser.interrupted ? new TooMuch() : parsed;
    }

    private Parsed attempt() {
        try {
            var statement = parser.Statement();
            boolean alone = parser.getToken(1).kind == CCJSqlParserConstants.EOF;
            return statement instanceof Select select
                    ? new Query(select, alone)
                    : new NoQuery(alone);
        } catch (ParseException e) {
            return noSql(e);
        } catch (StackOverflowError e) { // the nesting that no count of brackets shows
            return new TooMuch();
        } catch (RuntimeException e) { // no token, or the name "."
            var message = String.valueOf(e.getMessage());
            return new NoSql("", ": " + message.lines().findFirst().orElse("unreadable"));
        }
    }

    private static NoSql noSql(ParseException e) {
        var found = e.currentToken == null ? null : e.currentToken.next;
        return found == null || found.image.isEmpty()
                ? new NoSql("", "")
                : new NoSql(
                        found.image,
                        " near '%s' (line %d, column %d of the statement)"
                                .formatted(found.image, found.beginLine, found.beginColumn));
    }

    /** The parser looks ahead no further, and what it reads counts no more. */
    public void stop() {
        parser.interrupted = true;
    }

    private static boolean beginsQuery(String sql, int from) {
        int start = from;
        while (start < sql.length() && sql.charAt(start) <= ' ') {
            start++;
        }
        return isWord(sql, start, "select") || isWord(sql, start, "with");
    }

    private static boolean isWord(String sql, int start, String word) {
        int end = start + word.length();
        return sql.regionMatches(true, start, word, 0, word.length())
                && (end == sql.length() || !Character.isJavaIdentifierPart(sql.charAt(end)));
    }

    private static ScheduledThreadPoolExecutor clock() {
        var clock =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("sql-parser-clock").factory());
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }
}
