package org.demur.generation.verified.parsing;

import java.util.Map;
import java.util.Optional;
import org.demur.generation.verified.language.TimeMention;

/** Conditions on a time column, for calendar days, months and years. */
final class TimeCondition {
    private TimeCondition() {}

    /**
     * The condition that a mention asks for.
     *
     * @param isYear whether the column holds years as numbers
     * @return empty for times that are relative to now
     */
    static Optional<String> of(String column, TimeMention time, boolean isYear) {
        int bar = time.signature().indexOf('|');
        String word = time.signature().substring(0, bar);
        String form = time.signature().substring(bar + 1);
        Map<String, String> f = time.fields();
        String value;
        String part;
        switch (form) {
            case "Y" -> {
                value = f.getOrDefault("Y", "");
                part = isYear ? column : "strftime('%Y', " + column + ")";
            }
            case "Y-M" -> {
                value = f.getOrDefault("Y", "") + "-" + f.getOrDefault("M", "");
                part = "strftime('%Y-%m', " + column + ")";
            }
            case "Y-M-D" -> {
                value = day(f, "");
                part = "date(" + column + ")";
            }
            case "Y-Q", "Y-H" -> {
                return isYear ? Optional.empty() : inPeriod("date(" + column + ")", word, time);
            }
            default -> {
                return Optional.empty();
            }
        }
        if (isYear && !form.equals("Y")) {
            return Optional.empty();
        }
        String quote = isYear ? "" : "'";
        String written = quote + value + quote;
        String operator =
                switch (word) {
                    case "in" -> "=";
                    case "before" -> "<";
                    case "after" -> ">";
                    case "since" -> ">=";
                    case "until" -> "<=";
                    default -> "";
                };
        if (word.equals("between")) {
            String last =
                    switch (form) {
                        case "Y" -> f.getOrDefault("Y2", "");
                        case "Y-M" -> f.getOrDefault("Y2", "") + "-" + f.getOrDefault("M2", "");
                        default -> day(f, "2");
                    };
            return Optional.of(part + " BETWEEN " + written + " AND " + quote + last + quote);
        }
        return operator.isEmpty()
                ? Optional.empty()
                : Optional.of(part + " " + operator + " " + written);
    }

    private static Optional<String> inPeriod(String day, String word, TimeMention time) {
        var last = time.period(word.equals("between") ? "2" : "");
        return time.period("")
                .flatMap(first ->
                        last.map(until ->
                                switch (word) {
                                    case "before" -> " < '" + first.first() + "'";
                                    case "after" -> " > '" + first.last() + "'";
                                    case "since" -> " >= '" + first.first() + "'";
                                    case "until" -> " <= '" + first.last() + "'";
                                    default ->
                                            " BETWEEN '%s' AND '%s'"
                                                    .formatted(first.first(), until.last());
                                }))
                .map(condition -> day + condition);
    }

    private static String day(Map<String, String> fields, String which) {
        return fields.getOrDefault("Y" + which, "")
                + "-"
                + fields.getOrDefault("M" + which, "")
                + "-"
                + fields.getOrDefault("D" + which, "");
    }
}
