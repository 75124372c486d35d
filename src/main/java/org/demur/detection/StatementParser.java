package org.demur.detection;

import static org.demur.detection.FindingCode.EXCEEDS_LIMITS;
import static org.demur.detection.FindingCode.NOT_READ_ONLY;
import static org.demur.detection.FindingCode.UNPARSABLE;

import java.util.Optional;
import java.util.regex.Pattern;
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

    private static final Pattern LITERAL_OR_NESTING =
            Pattern.compile(
                    "'[^']*'|\"[^\"]*\"|\\(\\s*(select|with)\\b|[()]", Pattern.CASE_INSENSITIVE);

    private StatementParser() {}

    static Optional<Select> parse(String sql, FindingLog log) {
        if (exceedsLimits(sql)) {
            log.report(EXCEEDS_LIMITS, "", "The statement is too long or too deeply nested.");
            return Optional.empty();
        }
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
        var isSelect = new java.util.BitSet();
        var matcher = LITERAL_OR_NESTING.matcher(sql);
        while (matcher.find()) {
            char first = sql.charAt(matcher.start());
            if (first == '(') {
                boolean select = matcher.end() - matcher.start() > 1;
                isSelect.set(parentheses++, select);
                selects += select ? 1 : 0;
                if (parentheses > DEEPEST_PARENTHESES || selects > DEEPEST_SELECTS) {
                    return true;
                }
            } else if (first == ')' && parentheses > 0) {
                selects -= isSelect.get(--parentheses) ? 1 : 0;
            }
        }
        return false;
    }
}
