package org.demur.evaluation.compare.sql;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.Select;

/** Reads untrusted statements into trees, within bounds of length, nesting and time. */
final class SqlTrees {
    private static final int MAX_LENGTH = 20_000;
    private static final int MAX_BRACKETS = 60;

    /** Real statements take milliseconds; nested brackets can take a parser minutes. */
    private static final Duration TIME_LIMIT = Duration.ofSeconds(3);

    private static final ScheduledExecutorService WATCH =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("sql-parse-limit").factory());

    private SqlTrees() {}

    /**
     * The one query of the text.
     *
     * @throws UnreadableSql if it is not a query that the parser reads within the bounds
     */
    static Select parse(String sql, SqlDialect dialect) {
        return switch (dialect) {
            case SQLITE -> parse(sql, false);
            case T_SQL -> parse(ExplorerSql.prepared(sql), true);
        };
    }

    private static Select parse(String sql, boolean squareBrackets) {
        if (sql.length() > MAX_LENGTH || deepestBracket(sql) > MAX_BRACKETS) {
            throw new UnreadableSql("too long or nested too deeply");
        }
        try {
            // Most statements need no look-ahead for complex expressions and are read faster.
            return parse(sql, squareBrackets, false);
        } catch (UnreadableSql e) {
            return parse(sql, squareBrackets, true);
        }
    }

    private static Select parse(String sql, boolean squareBrackets, boolean complex) {
        // Called directly: the library's own entry point starts a thread for every statement.
        CCJSqlParser parser =
                CCJSqlParserUtil.newParser(sql)
                        .withSquareBracketQuotation(squareBrackets)
                        .withAllowComplexParsing(complex);
        Future<?> limit =
                WATCH.schedule(
                        () -> parser.interrupted = true,
                        TIME_LIMIT.toMillis(),
                        TimeUnit.MILLISECONDS);
        try {
            Statement statement = parser.Statement();
            if (statement instanceof Select select) {
                return select;
            }
            throw new UnreadableSql("not a query");
        } catch (ParseException | TokenMgrException | StackOverflowError e) {
            throw new UnreadableSql(e);
        } finally {
            limit.cancel(false);
        }
    }

    private static int deepestBracket(String sql) {
        int depth = 0;
        int deepest = 0;
        for (int i = 0; i < sql.length(); i++) {
            if (sql.charAt(i) == '(') {
                deepest = Math.max(deepest, ++depth);
            } else if (sql.charAt(i) == ')') {
                depth--;
            }
        }
        return deepest;
    }
}
