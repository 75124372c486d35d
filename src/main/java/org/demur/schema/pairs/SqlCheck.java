package org.demur.schema.pairs;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.Token;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.select.Select;
import org.sqlite.SQLiteConfig;

/**
 * Finds out whether a statement is one query that the gateway's parser understands and the database
 * accepts; nothing is run.
 */
final class SqlCheck implements AutoCloseable {
    /** As SQLite says it, perhaps with the table's name in front. */
    private static final Pattern UNKNOWN_COLUMN =
            Pattern.compile("no such column: (?:[^.\\s]+\\.)?([A-Za-z_0-9]+)");

    private final Connection connection;
    private final Set<String> constants;

    /**
     * @param constants names that stand for numbers, in lower case; the database does not know them
     */
    SqlCheck(Path database, Set<String> constants) throws SQLException {
        this.constants = constants;
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        this.connection = config.createConnection("jdbc:sqlite:" + database);
    }

    /** What is wrong with a statement, in words; empty where nothing is. */
    Optional<String> fault(String sql) {
        try {
            var statement =
                    CCJSqlParserUtil.newParser(sql).withAllowComplexParsing(true).Statement();
            return statement instanceof Select
                    ? rejected(sql)
                    : Optional.of("is not a query; only SELECT answers a question");
        } catch (ParseException unparsable) {
            return Optional.of("does not parse" + where(unparsable));
        } catch (TokenMgrException unreadable) {
            return Optional.of("does not parse: " + firstLine(unreadable));
        } catch (StackOverflowError tooDeep) {
            return Optional.of("is nested too deeply to parse");
        }
    }

    /** Whether a fault that was found would be found again: the database may have been busy. */
    static boolean isLasting(String fault) {
        return !fault.contains("[SQLITE_") || fault.contains("[SQLITE_ERROR]");
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

    private Optional<String> rejected(String sql) {
        try (PreparedStatement compiled = connection.prepareStatement(sql)) {
            return compiled.getMetaData().getColumnCount() > 0
                    ? Optional.empty()
                    : Optional.of("returns no column");
        } catch (SQLException rejected) {
            Matcher unknown = UNKNOWN_COLUMN.matcher(String.valueOf(rejected.getMessage()));
            if (unknown.find() && constants.contains(unknown.group(1).toLowerCase(Locale.ROOT))) {
                return Optional.empty();
            }
            return Optional.of("is rejected by the database: " + firstLine(rejected));
        }
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("unreadable");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
