package org.demur.evaluation.compare.sql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.Select;

/**
 * Reads untrusted statements into trees, within bounds of length and nesting: within these the
 * parser answers in well under a second, and beyond them it cannot be stopped.
 */
final class SqlTrees {
    private static final int MAX_LENGTH = 20_000;
    private static final int MAX_BRACKETS = 30;

    /** The parser's time doubles with every level; data sets go 4 levels deep. */
    private static final int MAX_NESTED_QUERIES = 12;

    private static final Pattern BRACKET =
            Pattern.compile("\\((\\s*+select\\b)?|\\)", Pattern.CASE_INSENSITIVE);

    private SqlTrees() {}

    /**
     * The one query of the text.
     *
     * @throws UnreadableSql if it is not a query that the parser reads within the bounds
     */
    static Select parse(String sql, SqlDialect dialect) {
        return dialect == SqlDialect.T_SQL
                ? parse(ExplorerSql.prepared(sql), true)
                : parse(sql, false);
    }

    private static Select parse(String sql, boolean squareBrackets) {
        if (sql.isBlank()) {
            throw new UnreadableSql("empty");
        }
        if (sql.length() > MAX_LENGTH) {
            throw new UnreadableSql("too long");
        }
        checkNesting(sql);
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
        try {
            Statement statement = parser.Statement();
            if (statement instanceof Select select) {
                return select;
            }
            throw new UnreadableSql("not a query");
        } catch (ParseException | StackOverflowError e) {
            throw new UnreadableSql(e);
        } catch (RuntimeException e) { // such as for the name "."
            throw new UnreadableSql(e);
        }
    }

    private static void checkNesting(String sql) {
        Deque<Boolean> open = new ArrayDeque<>();
        int queries = 0;
        Matcher brackets = BRACKET.matcher(sql);
        while (brackets.find()) {
            if (brackets.group().equals(")")) {
                queries -= !open.isEmpty() && open.pop() ? 1 : 0;
            } else {
                boolean query = brackets.group(1) != null;
                open.push(query);
                queries += query ? 1 : 0;
            }
            if (open.size() > MAX_BRACKETS || queries > MAX_NESTED_QUERIES) {
                throw new UnreadableSql("nested too deeply");
            }
        }
    }
}
