package org.demur.schema.demo;

import java.time.LocalDate;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;

/**
 * A time as people say it and the filter that it means.
 *
 * @param words as they stand inside a sentence or at its end
 * @param filter SQL with "%s" for the column
 */
record TimePhrase(String words, String filter) {
    private static final LocalDate TODAY = DemoDatabase.NOW.toLocalDate();

    private enum Kind {
        YEAR(30),
        MONTH(14),
        DAY(3),
        SINCE_YEAR(9),
        BEFORE_YEAR(5),
        THIS_YEAR(12),
        LAST_YEAR(12),
        THIS_MONTH(16),
        LAST_MONTH(16),
        MONTH_THIS_YEAR(5),
        MONTH_LAST_YEAR(4),
        LAST_MONTHS(9),
        LAST_DAYS(12),
        LAST_YEARS(4);

        private final int weight;

        Kind(int weight) {
            this.weight = weight;
        }

        /** Of the present year people say "this year". */
        private int weightOn(LocalDate day) {
            boolean spelled = this == YEAR || this == SINCE_YEAR;
            return spelled && day.getYear() == TODAY.getYear() ? weight / 5 : weight;
        }

        private boolean mayMean(LocalDate day) {
            return switch (this) {
                case YEAR, MONTH, DAY, SINCE_YEAR -> true;
                case BEFORE_YEAR -> day.getYear() < TODAY.getYear();
                case THIS_YEAR, MONTH_THIS_YEAR -> day.getYear() == TODAY.getYear();
                case LAST_YEAR, MONTH_LAST_YEAR -> day.getYear() == TODAY.getYear() - 1;
                case THIS_MONTH -> !day.isBefore(TODAY.withDayOfMonth(1));
                case LAST_MONTH ->
                        day.withDayOfMonth(1).equals(TODAY.withDayOfMonth(1).minusMonths(1));
                case LAST_MONTHS -> day.isAfter(TODAY.minusMonths(9));
                case LAST_DAYS -> day.isAfter(TODAY.minusDays(90));
                case LAST_YEARS -> day.isAfter(TODAY.minusYears(3));
            };
        }
    }

    /** A phrase whose time holds this day. */
    static TimePhrase of(LocalDate day, Dice dice) {
        var fitting = List.of(Kind.values()).stream().filter(k -> k.mayMean(day)).toList();
        int year = day.getYear();
        var month = day.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
        var mm = "%02d".formatted(day.getMonthValue());
        return switch (dice.weighted(fitting, k -> k.weightOn(day))) {
            case YEAR ->
                    new TimePhrase(
                            dice.of(List.of("in ", "in ", "during ", "in the year ")) + year,
                            "strftime('%%Y', %%s) = '%d'".formatted(year));
            case MONTH ->
                    new TimePhrase(
                            dice.of(
                                    List.of(
                                            "in " + month + " " + year,
                                            "in " + month + " " + year,
                                            "in " + mm + "/" + year)),
                            "strftime('%%Y-%%m', %%s) = '%d-%s'".formatted(year, mm));
            case DAY ->
                    new TimePhrase(
                            "on "
                                    + dice.of(
                                            List.of(
                                                    day.toString(),
                                                    day.getDayOfMonth()
                                                            + " "
                                                            + month
                                                            + " "
                                                            + year)),
                            "strftime('%%Y-%%m-%%d', %%s) = '%s'".formatted(day));
            case SINCE_YEAR ->
                    new TimePhrase(
                            dice.of(List.of("since " + year, "from " + year + " on")),
                            "strftime('%%Y', %%s) >= '%d'".formatted(year));
            case BEFORE_YEAR ->
                    new TimePhrase(
                            "before " + (year + 1),
                            "strftime('%%Y', %%s) < '%d'".formatted(year + 1));
            case THIS_YEAR -> new TimePhrase("this year", same("year", 0));
            case LAST_YEAR -> new TimePhrase("last year", same("year", 1));
            case THIS_MONTH -> new TimePhrase("this month", same("month", 0));
            case LAST_MONTH -> new TimePhrase("last month", same("month", 1));
            case MONTH_THIS_YEAR ->
                    new TimePhrase(
                            "in " + month + dice.of(List.of(" this year", " of this year")),
                            same("year", 0) + monthOfYear(mm));
            case MONTH_LAST_YEAR ->
                    new TimePhrase(
                            "in " + month + dice.of(List.of(" last year", " of last year")),
                            same("year", 1) + monthOfYear(mm));
            case LAST_MONTHS -> within(dice, dice.of(List.of(2, 3, 4, 6, 8)), "month");
            case LAST_DAYS -> within(dice, dice.of(List.of(10, 14, 30, 45, 60)), "day");
            case LAST_YEARS -> within(dice, dice.of(List.of(2, 3)), "year");
        };
    }

    private static String same(String unit, int back) {
        return "datetime(%%s, 'start of %s') = datetime(current_time, 'start of %s', '-%d %s')"
                .formatted(unit, unit, back, unit);
    }

    private static String monthOfYear(String mm) {
        return " AND strftime('%%m', %%s) = '%s'".formatted(mm);
    }

    private static TimePhrase within(Dice dice, int n, String unit) {
        var words =
                dice.of(
                        List.of(
                                "in the last %d %ss",
                                "in the past %d %ss", "over the last %d %ss", "since %d %ss ago"));
        return new TimePhrase(
                words.formatted(n, unit),
                "datetime(%%s) >= datetime(current_time, '-%d %s')".formatted(n, unit));
    }

    /** The wording with this time in its place, {Time} at its beginning. */
    String in(String wording) {
        var first = words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
        return wording.replace("{time}", words).replace("{Time}", first);
    }

    String on(String column) {
        return filter.replace("%s", column);
    }
}
