package org.demur.detection;

import static org.demur.detection.FindingCode.EXCEEDS_LIMITS;
import static org.demur.detection.FindingCode.NOT_READ_ONLY;
import static org.demur.detection.FindingCode.UNPARSABLE;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.Supplier;
import net.sf.jsqlparser.parser.CCJSqlParserConstants;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.select.Select;

/** Reads a draft as one SELECT, or reports why it is none. */
final class StatementParser {
    /** Letters; several times the longest statement of the benchmarks. */
    private static final int LONGEST = 20_000;

    /** The parser's time is exponential in the nesting of sub-queries: 8 s at twenty. */
    private static final int DEEPEST_SELECTS = 9;

    private static final int DEEPEST_PARENTHESES = 30;

    private StatementParser() {}

    /**
     * The statement's tree.
     *
     * @param elsewhere asked for it before it is parsed here
     */
    static Optional<Select> parse(
            String sql, Supplier<Optional<Select>> elsewhere, FindingLog log) {
        if (exceedsLimits(sql)) {
            log.report(EXCEEDS_LIMITS, "", "The statement is too long or too deeply nested.");
            return Optional.empty();
        }
        return elsewhere.get().or(() -> parse(sql, log));
    }

    private static Optional<Select> parse(String sql, FindingLog log) {
        try {
            var parser = CCJSqlParserUtil.newParser(sql).withAllowComplexParsing(true);
            var statement = parser.Statement();
            if (parser.getToken(1).kind != CCJSqlParserConstants.EOF) {
                log.report(NOT_READ_ONLY, "", "There is more than one statement.");
                return Optional.empty();
            }
            if (statement instanceof Select select) {
                return Optional.of(select);
            }
            log.report(NOT_READ_ONLY, "", "The statement is no SELECT.");
        } catch (ParseException | TokenMgrException e) {
            log.report(UNPARSABLE, "", "The statement is not valid SQL.");
        }
        return Optional.empty();
    }

    private static boolean exceedsLimits(String sql) {
        if (sql.length() > LONGEST) {
            return true;
        }
        int parentheses = 0;
        int selects = 0;
        var isSelect = new BitSet();
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == '\'' || c == '"') {
                i = Math.max(i, sql.indexOf(c, i + 1));
            } else if (c == '(') {
                boolean select = beginsSelect(sql, i + 1);
                isSelect.set(parentheses++, select);
                selects += select ? 1 : 0;
                if (parentheses > DEEPEST_PARENTHESES || selects > DEEPEST_SELECTS) {
                    return true;
                }
            } else if (c == ')' && parentheses > 0) {
                selects -= isSelect.get(--parentheses) ? 1 : 0;
            }
        }
        return false;
    }

    private static boolean beginsSelect(String sql, int from) {
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
}
