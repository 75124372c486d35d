package org.demur.detection;

import static org.demur.detection.FindingCode.MALFORMED_TIME;

import java.util.List;
import java.util.Set;
import org.demur.detection.Meaning.OfText;
import org.demur.sql.TimeTexts;

/** What functions of dates are given, against what they read. */
final class TimeArguments {
    private static final Set<String> TIME_FIRST =
            Set.of("date", "time", "datetime", "julianday", "unixepoch");

    private TimeArguments() {}

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
                                ? TimeTexts.isTime(text)
                                        || text.equalsIgnoreCase("now")
                                        || ComparisonCheck.isNumber(text)
                                : TimeTexts.isModifier(text);
                if (!read) {
                    log.report(
                            MALFORMED_TIME,
                            text,
                            "%s cannot read '%s' and yields nothing.".formatted(function, text));
                }
            }
        }
    }
}
