package org.demur.schema.pairs;

import java.util.Optional;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.select.Select;

/** Finds out whether a statement is one query that the gateway's parser understands. */
final class SqlCheck {
    private SqlCheck() {}

    /** What is wrong with a statement, in words; empty where nothing is. */
    static Optional<String> fault(String sql) {
        try {
            var statement =
                    CCJSqlParserUtil.newParser(sql).withAllowComplexParsing(true).Statement();
            return statement instanceof Select
                    ? Optional.empty()
                    : Optional.of("is not a query; only SELECT answers a question");
        } catch (ParseException | TokenMgrException unparsable) {
            String message = String.valueOf(unparsable.getMessage());
            return Optional.of(
                    "does not parse: " + message.lines().findFirst().orElse("unreadable"));
        } catch (StackOverflowError tooDeep) {
            return Optional.of("is nested too deeply to parse");
        }
    }
}
