package org.demur.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import org.demur.schema.SqlNames;
import org.jspecify.annotations.Nullable;

/**
 * The date functions that what Demur itself drafts is made of, on an engine that has others: {@code
 * datetime}, {@code strftime}, {@code julianday}, and {@code date} with changes. Their results are
 * the same texts, {@code julianday}'s the same numbers, but that a month is shortened where SQLite
 * runs over into the next: one month before 31 March is 28 February.
 *
 * @see <a href="https://www.sqlite.org/lang_datefunc.html">SQLite's date and time functions</a>
 */
final class PortableDates {
    private static final Map<String, String> FORMATS =
            Map.of(
                    "date", "%Y-%m-%d",
                    "datetime", "%Y-%m-%d %H:%M:%S",
                    "julianday", "%J",
                    "time", "%H:%M:%S");

    private static final Pattern SHIFT =
            Pattern.compile(
                    "(?i)([+-]?\\d{1,6}(?:\\.\\d{1,6})?) (second|minute|hour|day|month|year)s?");
    private static final Pattern START = Pattern.compile("(?i)start of (day|month|year)");

    /** Of {@code to_char}, by the letter of {@code strftime}. */
    private static final Map<Character, String> FIELDS =
            Map.of(
                    'Y', "YYYY", 'm', "MM", 'd', "DD", 'H', "HH24", 'M', "MI", 'S', "SS", 'j',
                    "DDD");

    private PortableDates() {}

    /** Writes a call of one of the functions; false for any other call. */
    static boolean call(Function function, ExpressionWriter expressions, WrittenSql sql) {
        var name = SqlNames.folded(function.getName());
        var arguments = new ArrayList<>(PostgresRules.arguments(function));
        boolean formatted = name.equals("strftime");
        boolean own = name.equals("date") && arguments.size() == 1;
        if (own || !(formatted || FORMATS.containsKey(name)) || function.isDistinct()) {
            return false;
        }
        var part = new WrittenSql().add(function.getName() + "(");
        var format = FORMATS.get(name);
        if (formatted) {
            if (arguments.isEmpty() || !(arguments.removeFirst() instanceof StringValue text)) {
                return false;
            }
            format = text.getValue();
            part.add(text.toString()).add(arguments.isEmpty() ? "" : ",");
        }
        var changes = changes(arguments);
        if (format == null || changes == null || formatted(format, "") == null) {
            return false; // before anything is written: what is not read here is written elsewhere
        }
        var moment = moment(arguments, changes, expressions, part);
        sql.add(part.add(")"), Objects.requireNonNull(formatted(format, moment)));
        return true;
    }

    /** What follows the point in time; null where it is not all known. */
    private static @Nullable List<StringValue> changes(List<Expression> arguments) {
        var changes = new ArrayList<StringValue>();
        for (var argument : arguments.stream().skip(1).toList()) {
            if (!(argument instanceof StringValue text) || changed("", text) == null) {
                return null;
            }
            changes.add(text);
        }
        return changes;
    }

    /** The point in time that the arguments say, written as read. */
    private static String moment(
            List<Expression> arguments,
            List<StringValue> changes,
            ExpressionWriter expressions,
            WrittenSql part) {
        String moment;
        if (arguments.isEmpty()) {
            moment = expressions.now("localtimestamp", part);
        } else if (isNow(arguments.getFirst())) {
            part.add(arguments.getFirst().toString());
            moment = expressions.now("localtimestamp", part);
        } else {
            var written = new WrittenSql();
            expressions.cast(arguments.getFirst(), "timestamp", written);
            part.add(written);
            moment = "CAST(%s AS timestamp)".formatted(written.asRun());
        }
        for (var change : changes) {
            part.add(",").add(change.toString());
            moment = Objects.requireNonNull(changed(moment, change));
        }
        return moment;
    }

    private static boolean isNow(Expression expression) {
        return (expression instanceof TimeKeyExpression time
                        && !SqlNames.areSame(time.getStringValue(), "current_date"))
                || (expression instanceof StringValue text
                        && text.getValue().equalsIgnoreCase("now"));
    }

    private static @Nullable String changed(String moment, StringValue text) {
        var change = text.getValue().strip();
        var start = START.matcher(change);
        if (start.matches()) {
            return "date_trunc('%s', %s)".formatted(SqlNames.folded(start.group(1)), moment);
        }
        var shift = SHIFT.matcher(change);
        return shift.matches()
                ? "(%s + INTERVAL '%s %s')"
                        .formatted(moment, shift.group(1), SqlNames.folded(shift.group(2)))
                : null;
    }

    /**
     * Texts are compared byte by byte, as dates are meant to be; a day number counts from the noon
     * that is 2440587.5 days before 1970.
     */
    private static @Nullable String formatted(String format, String moment) {
        return switch (format) {
            case "%J" ->
                    "(CAST(EXTRACT(epoch FROM %s) AS double precision) / 86400 + 2440587.5)"
                            .formatted(moment);
            case "%s" -> "CAST(EXTRACT(epoch FROM %s) AS bigint)".formatted(moment);
            case "%w" -> "CAST(EXTRACT(dow FROM %s) AS text)".formatted(moment);
            default -> {
                var pattern = pattern(format);
                yield pattern == null
                        ? null
                        : "(to_char(%s, '%s') COLLATE \"C\")".formatted(moment, pattern);
            }
        };
    }

    private static @Nullable String pattern(String format) {
        var pattern = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c == '%' && i + 1 < format.length()) {
                var field = FIELDS.get(format.charAt(++i));
                if (field == null) {
                    return null;
                }
                pattern.append(field);
            } else if ("-/:. ".indexOf(c) >= 0) {
                pattern.append(c);
            } else {
                return null;
            }
        }
        return pattern.isEmpty() ? null : pattern.toString();
    }
}
