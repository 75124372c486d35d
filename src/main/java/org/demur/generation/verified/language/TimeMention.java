package org.demur.generation.verified.language;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A time expression in a question.
 *
 * @param start offset of its first character, the preposition included
 * @param end offset after its last character
 * @param signature what kind of expression it is, without its numbers, such as {@code since|Y-M}
 * @param fields its numbers and units by name
 */
public record TimeMention(int start, int end, String signature, Map<String, String> fields) {
    private static final int MONTHS_OF_A_QUARTER = 3;
    private static final int MONTHS_OF_A_HALF = 6;

    /**
     * A calendar period.
     *
     * @param first its first day
     * @param next the first day after it
     */
    public record Period(LocalDate first, LocalDate next) {
        public LocalDate last() {
            return next.minusDays(1);
        }
    }

    /**
     * The days that it means, whatever the preposition; empty for what is relative to now, and for
     * days that no calendar has.
     *
     * @param which empty for the first date, 2 for the second one of a range
     */
    public Optional<Period> period(String which) {
        String year = fields.get("Y" + which);
        if (year == null || fields.containsKey("h" + which)) {
            return Optional.empty();
        }
        try {
            int y = Integer.parseInt(year);
            String month = fields.get("M" + which);
            String day = fields.get("D" + which);
            String quarter = fields.get("Q" + which);
            if (day != null && month != null) {
                var date = LocalDate.of(y, Integer.parseInt(month), Integer.parseInt(day));
                return Optional.of(new Period(date, date.plusDays(1)));
            }
            if (month != null) {
                var first = YearMonth.of(y, Integer.parseInt(month));
                return Optional.of(new Period(first.atDay(1), first.plusMonths(1).atDay(1)));
            }
            if (quarter != null) {
                return Optional.of(part(y, quarter, MONTHS_OF_A_QUARTER));
            }
            String half = fields.get("H" + which);
            if (half != null) {
                return Optional.of(part(y, half, MONTHS_OF_A_HALF));
            }
            return Optional.of(new Period(LocalDate.of(y, 1, 1), LocalDate.of(y + 1, 1, 1)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Period part(int year, String number, int months) {
        var first = LocalDate.of(year, (Integer.parseInt(number) - 1) * months + 1, 1);
        return new Period(first, first.plusMonths(months));
    }

    /** The fields, and the first, last and next day of its periods, also as eight digits. */
    public Map<String, String> fieldsWithDays() {
        Map<String, String> all = new HashMap<>(fields);
        for (String which : new String[] {"", "2"}) {
            period(which)
                    .ifPresent(period -> {
                        put("first" + which, period.first(), all);
                        put("last" + which, period.last(), all);
                        put("next" + which, period.next(), all);
                    });
        }
        return all;
    }

    private static void put(String name, LocalDate day, Map<String, String> into) {
        into.put(name, day.toString());
        into.put("key-" + name, day.format(DateTimeFormatter.BASIC_ISO_DATE));
    }
}
