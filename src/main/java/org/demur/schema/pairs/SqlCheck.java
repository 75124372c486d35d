package org.demur.schema.pairs;

import java.util.Optional;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.Token;
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
        } catch (ParseException unparsable) {
            return Optional.of("does not parse" + where(unparsable));
        } catch (TokenMgrException unreadable) {
            return Optional.of("does not parse: " + firstLine(unreadable));
        } catch (StackOverflowError tooDeep) {
            return Optional.of("is nested too deeply to parse");
        }
    }

    private static String where(ParseException e) {
        Token before = e.currentToken;
        if (before == null || before.next == null || before.next.image.isEmpty()) {
            return "";
        }
        Token found = before.next;
        return " near '%s' (line %d, column %d of the statement)"
                .formatted(found.image, found.beginLine, found.beginColumn);
    }

    static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("unreadable");
    }
}
