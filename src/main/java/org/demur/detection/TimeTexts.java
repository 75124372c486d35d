package org.demur.detection;

import static org.demur.detection.FindingCode.MALFORMED_TIME;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.detection.Meaning.OfText;

/**
 * The texts that SQLite reads as dates, times, and changes to them.
 *
 * @see <a href="https://sqlite.org/lang_datefunc.html">date and time functions</a>
 */
final class TimeTexts {
    /** The beginning of an ISO 8601 day or time, at any precision, or a time of day. */
    private static final Pattern TIME =
            Pattern.compile(
                    "\\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01])"
                            + "([ T]([01]\\d|2[0-4])(:[0-5]\\d(:[0-5]\\d(\\.\\d*)?)?)?Z?)?)?)?"
                            + "|([01]\\d|2[0-4]):[0-5]\\d(:[0-5]\\d(\\.\\d*)?)?");

    private static final Pattern MODIFIER =
            Pattern.compile(
                    "[+-]?\\d+(\\.\\d*)? *(second|minute|hour|day|month|year)s?"
                            + "|[+-]?\\d\\d:\\d\\d(:\\d\\d(\\.\\d*)?)?"
                            + "|[+-]\\d{4}-\\d\\d-\\d\\d( \\d\\d:\\d\\d(:\\d\\d(\\.\\d*)?)?)?"
                            + "|start of (day|month|year)|weekday [0-6]"
                            + "|ceiling|floor|unixepoch|julianday|auto|localtime|utc|subsec(ond)?",
                    Pattern.CASE_INSENSITIVE);

    private static final Set<String> TIME_FIRST =
            Set.of("date", "time", "datetime", "julianday", "unixepoch");

    private TimeTexts() {}

    /** Whether a text looks like a date or time, or like its beginning. */
    static boolean isTime(String text) {
        return TIME.matcher(text).matches();
    }

    /**
     * Looks at what a call gives to a function of dates; other functions are none of its business.
     */
    static void check(String function, List<Meaning> arguments, FindingLog log) {
        int time = TIME_FIRST.contains(function) ? 0 : function.equals("strftime") ? 1 : -1;
        if (time < 0) {
            return;
        }
        for (int i = time; i < arguments.size(); i++) {
            if (arguments.get(i) instanceof OfText(var text)) {
                boolean read =
                        i == time
                                ? isTime(text) || text.equalsIgnoreCase("now") || isNumber(text)
                                : MODIFIER.matcher(text.strip()).matches();
                if (!read) {
                    log.report(
                            MALFORMED_TIME,
                            text,
                            "%s cannot read '%s' and yields nothing.".formatted(function, text));
                }
            }
        }
    }

    private static boolean isNumber(String text) {
        return ComparisonCheck.isNumber(text);
    }
}
