package org.demur.sql;

import java.util.regex.Pattern;

/**
 * The texts that SQLite reads as dates, times, and changes to them.
 *
 * @see <a href="https://sqlite.org/lang_datefunc.html">date and time functions</a>
 */
public final class TimeTexts {
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

    private TimeTexts() {}

    /** Whether a text looks like a date or time, or like its beginning. */
    public static boolean isTime(String text) {
        return TIME.matcher(text).matches();
    }

    /** Whether a text changes a time that a function of times is given: {@code -7 days}. */
    public static boolean isModifier(String text) {
        return MODIFIER.matcher(text.strip()).matches();
    }
}
