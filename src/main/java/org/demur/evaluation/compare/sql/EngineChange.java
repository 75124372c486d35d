package org.demur.evaluation.compare.sql;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.evaluation.compare.sql.SqlTree.Combination;
import org.demur.evaluation.compare.sql.SqlTree.Expr;
import org.demur.evaluation.compare.sql.SqlTree.Op;
import org.demur.evaluation.compare.sql.SqlTree.Query;
import org.demur.evaluation.compare.sql.SqlTree.Select;
import org.demur.evaluation.compare.sql.SqlTree.Source;
import org.demur.evaluation.compare.sql.SqlTree.Sub;
import org.demur.sql.SqlTokens.Kind;
import org.demur.sql.SqlTokens.Token;

/**
 * Constructs of SQLite whose result is another with version 3.40.1, on which published figures were
 * computed, than with 3.54.1: a verdict on a statement that uses one depends on the engine. Each
 * was executed on both. What no statement shows is not among them: since 3.43 sums of REAL are
 * compensated, and a REAL becomes a text of up to 17 digits rather than 15.
 */
public enum EngineChange {
    /** NULL before. */
    DATE_MODIFIER("date modifier end of, floor, ceiling, subsec or ±YYYY-MM-DD"),
    /** NULL before. */
    STRFTIME_CONVERSION("strftime conversion %e %F %G %I %P %R %T %U %V %g %k %l %p or %u"),
    /** The 31st of February was printed as such before; now it is the 3rd of March. */
    IMPOSSIBLE_DATE("date that the calendar does not have"),
    /** Unknown before, so that the statement failed. */
    FUNCTION("function that SQLite 3.40 does not have"),
    /** A syntax error before. */
    ORDERED_AGGREGATE("ORDER BY within an aggregate"),
    /** Halves such as 2.675 were rounded up before; now by their binary value. */
    ROUND("round to decimals"),
    /** No such column before. */
    OUTER_SORT_KEY("ORDER BY of an outer column in a sub-query");

    /** What the use of one means for a verdict. */
    public static final String MEANING = "other versions of SQLite may judge otherwise";

    private static final Set<String> DATE_FUNCTIONS =
            Set.of("date", "time", "datetime", "julianday", "unixepoch", "strftime");
    private static final Set<String> FORMATTING = Set.of("printf", "format");
    private static final Set<String> NEW_FUNCTIONS =
            Set.of(
                    "timediff",
                    "octet_length",
                    "concat",
                    "concat_ws",
                    "string_agg",
                    "if",
                    "unhex",
                    "unistr",
                    "median",
                    "percentile",
                    "percentile_cont",
                    "percentile_disc");
    private static final Pattern MODIFIER =
            Pattern.compile(
                    "(?i)\\s*(end of (month|year)|floor|ceiling|subsec(ond)?"
                            + "|[+-]\\d{4}-\\d\\d-\\d\\d.*)\\s*");
    private static final Pattern ROUNDING = Pattern.compile("%[-+ 0,!#]*\\d*\\.\\d*[1-9]\\d*f");
    private static final Pattern CONVERSION = Pattern.compile("%[eFGIPRTUVgklpu]");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d([ T].*)?");

    private final String printed;

    EngineChange(String printed) {
        this.printed = printed;
    }

    /** What it is, in tokens. */
    public String printed() {
        return printed;
    }

    /**
     * Those that a statement uses; none where it cannot be read.
     *
     * @param schema that its names are of; without it no outer column is found
     */
    public static Set<EngineChange> in(String sql, Optional<SchemaFacts> schema) {
        Set<EngineChange> found = EnumSet.noneOf(EngineChange.class);
        try {
            List<Token> tokens = SqlReader.tokens(sql);
            for (int i = 0; i + 1 < tokens.size(); i++) {
                if (tokens.get(i).kind() == Kind.WORD && tokens.get(i + 1).is("(")) {
                    ofCall(tokens.get(i).key(), arguments(tokens, i + 2), found);
                }
            }
            if (schema.isPresent() && hasOuterSortKey(SqlReader.read(sql, schema.get()))) {
                found.add(OUTER_SORT_KEY);
            }
        } catch (UnreadableSql | StackOverflowError e) {
            return found; // what the engine makes of such a text is not known either
        }
        return found;
    }

    /** The words up to the closing bracket. */
    private static List<Token> arguments(List<Token> tokens, int from) {
        int open = 1;
        int end = from;
        while (end < tokens.size() && open > 0) {
            open += tokens.get(end).is("(") ? 1 : tokens.get(end).is(")") ? -1 : 0;
            end++;
        }
        return tokens.subList(from, open == 0 ? end - 1 : end);
    }

    private static void ofCall(String function, List<Token> arguments, Set<EngineChange> found) {
        if (NEW_FUNCTIONS.contains(function)
                || (function.equals("iif") && outside(arguments, ",") != 2)) {
            found.add(FUNCTION);
        }
        if (function.equals("round") && outside(arguments, ",") == 1) {
            found.add(ROUND);
        }
        if (FORMATTING.contains(function)
                && !arguments.isEmpty()
                && ROUNDING.matcher(arguments.getFirst().content()).find()) {
            found.add(ROUND);
        }
        if (SqlExprs.AGGREGATES.contains(function) || NEW_FUNCTIONS.contains(function)) {
            if (outside(arguments, "order") > 0) {
                found.add(ORDERED_AGGREGATE);
            }
        }
        if (DATE_FUNCTIONS.contains(function)) {
            arguments.stream()
                    .filter(token -> token.kind() == Kind.TEXT || token.kind() == Kind.QUOTED_NAME)
                    .forEach(token -> ofDateArgument(token.content(), found));
        }
    }

    /** How often the word stands outside of inner brackets. */
    private static long outside(List<Token> arguments, String sought) {
        int open = 0;
        long times = 0;
        for (Token token : arguments) {
            open += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            times += open == 0 && token.is(sought) ? 1 : 0;
        }
        return times;
    }

    private static void ofDateArgument(String text, Set<EngineChange> found) {
        if (MODIFIER.matcher(text).matches()) {
            found.add(DATE_MODIFIER);
        }
        if (CONVERSION.matcher(text).find()) {
            found.add(STRFTIME_CONVERSION);
        }
        if (DATE.matcher(text).matches() && !isInCalendar(text.substring(0, 10))) {
            found.add(IMPOSSIBLE_DATE);
        }
    }

    private static boolean isInCalendar(String date) {
        try {
            LocalDate.parse(date);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean hasOuterSortKey(Query query) {
        return switch (query) {
            case Combination both -> hasOuterSortKey(both.left()) || hasOuterSortKey(both.right());
            case Select select -> {
                Set<Source> own = new HashSet<>();
                boolean[] found = {false};
                select.from()
                        .forEach(join -> {
                            own.add(join.source());
                            found[0] |=
                                    join.source().query() != null
                                            && hasOuterSortKey(join.source().query());
                        });
                select.tail()
                        .orderBy()
                        .forEach(key ->
                                SqlTree.replace(
                                        key.expr(),
                                        ref -> {
                                            found[0] |= !own.contains(ref.source());
                                            return ref;
                                        }));
                select.map(expr -> {
                    found[0] |= hasOuterSortKey(expr);
                    return expr;
                });
                yield found[0];
            }
        };
    }

    private static boolean hasOuterSortKey(Expr expr) {
        return switch (expr) {
            case Sub sub -> hasOuterSortKey(sub.query());
            case Op op -> op.args().stream().anyMatch(EngineChange::hasOuterSortKey);
            default -> false;
        };
    }
}
