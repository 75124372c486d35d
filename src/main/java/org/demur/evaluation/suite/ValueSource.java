package org.demur.evaluation.suite;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.demur.evaluation.compare.sql.StatementValues.Constant;
import org.jspecify.annotations.Nullable;

/**
 * Draws values that a column could hold: its own, others like them, and those a statement names.
 */
final class ValueSource {
    /** Decimals beyond these would differ in what is printed rather than in what is meant. */
    private static final int MOST_DECIMALS = 3;

    private static final int LETTERS = 6;

    /** Up to here every whole number is a double. */
    private static final double MOST_EXACT = 1L << 53;

    /** Around a date of the column. */
    private static final int DAYS = 400;

    /** Values of a column of which none is known. */
    private static final int UNKNOWN_RANGE = 60;

    private final Known known;
    private final List<Object> constants = new ArrayList<>();
    private final List<Object> near = new ArrayList<>();

    ValueSource(Known known) {
        this.known = known;
    }

    /**
     * What is known of a column's values.
     *
     * @param values some of them; may be empty
     * @param upTo of the rows that values stand for, those of this one and the ones before; none
     *     where no value occurs twice
     * @param least number among them
     * @param greatest number among them
     * @param decimals most that one of them has
     */
    record Known(
            List<Object> values,
            List<Long> upTo,
            ValueKind kind,
            double least,
            double greatest,
            int decimals) {
        static Known of(ColumnProfile column, TableShape shape, int place) {
            List<Object> values = column.values();
            var upTo = new ArrayList<Long>();
            column.rows().forEach(rows -> upTo.add(rows + (upTo.isEmpty() ? 0 : upTo.getLast())));
            ValueKind kind = ValueKind.of(values, shape, place);
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            int places = 0;
            for (Object value : values) {
                BigDecimal number = number(value);
                if (number != null) {
                    low = Math.min(low, number.doubleValue());
                    high = Math.max(high, number.doubleValue());
                    places = Math.max(places, Math.min(MOST_DECIMALS, number.scale()));
                }
            }
            return low > high
                    ? new Known(
                            values,
                            upTo,
                            kind,
                            1,
                            UNKNOWN_RANGE,
                            kind == ValueKind.DECIMAL ? 1 : places)
                    : new Known(values, upTo, kind, low, high, places);
        }

        /** As often as the column holds it. */
        Object frequent(RandomGenerator random) {
            if (upTo.isEmpty()) {
                return any(random);
            }
            int found = Collections.binarySearch(upTo, random.nextLong(upTo.getLast()) + 1);
            return values.get(found < 0 ? -found - 1 : found);
        }

        Object any(RandomGenerator random) {
            return values.get(random.nextInt(values.size()));
        }
    }

    private static @Nullable BigDecimal number(Object value) {
        String text = value.toString();
        return value instanceof Number || ValueKind.NUMBER.matcher(text).matches()
                ? new BigDecimal(text).stripTrailingZeros()
                : null;
    }

    /** Mixes in a constant, with variants that are all but it. */
    void mixIn(Constant constant, RandomGenerator random) {
        String text = constant.value();
        boolean isNumber = ValueKind.NUMBER.matcher(text).matches();
        switch (known.kind()) {
            case WHOLE, DECIMAL, NUMERAL -> {
                if (isNumber && !constant.isPattern()) {
                    var number = new BigDecimal(text);
                    constants.add(ofKind(number));
                    BigDecimal step =
                            known.kind() == ValueKind.DECIMAL || number.scale() > 0
                                    ? new BigDecimal("0.001")
                                    : BigDecimal.ONE;
                    near.add(ofKind(number.add(step)));
                    near.add(ofKind(number.subtract(step)));
                    near.add(ofKind(number.add(BigDecimal.ONE)));
                    near.add(ofKind(number.subtract(BigDecimal.ONE)));
                } else if (constant.isPattern()) {
                    mixInText(constant, random);
                }
            }
            case DATE, TEXT -> mixInText(constant, random);
            case TIME -> mixInTime(text);
            case FIXED -> {
                if (known.values().contains(text)) {
                    constants.add(text);
                }
            }
        }
    }

    private void mixInTime(String text) {
        if (ValueKind.MOMENT.matcher(text).matches()) {
            try {
                LocalDate day = LocalDate.parse(text.substring(0, 10));
                constants.add(text);
                near.add(day.plusDays(1) + text.substring(10));
                near.add(day.minusDays(1) + text.substring(10));
            } catch (DateTimeException e) {
                // no day, so nothing that the column could hold
            }
        }
    }

    private void mixInText(Constant constant, RandomGenerator random) {
        String text = constant.value();
        if (!constant.isPattern()) {
            constants.add(text);
            addVariants(text, random);
            return;
        }
        String word = text.replace("%", "").replace('_', 'x');
        constants.add(word);
        constants.add(letters(random) + word + letters(random));
        near.add(letters(random) + word);
        near.add(word + letters(random));
        addVariants(word, random);
    }

    private void addVariants(String text, RandomGenerator random) {
        near.add(text + letters(random));
        near.add(letters(random) + text);
        // before and after the text in the order of texts
        near.add("A" + text);
        near.add("z" + text);
        int length = text.length();
        if (length > 1) {
            int middle = length / 2;
            near.add(text.substring(1));
            near.add(text.substring(0, length - 1));
            near.add(text.substring(0, middle));
            near.add(text.substring(middle));
            near.add(text.substring(0, middle) + text.substring(middle + 1));
            near.add(letters(random) + text.substring(middle) + letters(random));
        }
    }

    boolean hasConstants() {
        return !constants.isEmpty();
    }

    /** One of the constants, or of what is almost one. */
    Object constant(RandomGenerator random) {
        boolean exact = near.isEmpty() || random.nextInt(3) != 0;
        List<Object> from = exact ? constants : near;
        return from.get(random.nextInt(from.size()));
    }

    /** One that the column holds, or one like these. */
    Object drawn(RandomGenerator random) {
        return known.values().isEmpty() || random.nextInt(3) == 0
                ? alike(random)
                : known.frequent(random);
    }

    /** One that the column need not hold but could. */
    Object alike(RandomGenerator random) {
        return switch (known.kind()) {
            case WHOLE, DECIMAL, NUMERAL -> {
                double reach = Math.max(known.greatest() - known.least(), 4) * 1.2 + 1;
                double value = known.least() + random.nextDouble() * reach;
                // the same as by decimals, for what a double holds exactly
                yield known.kind() == ValueKind.WHOLE && Math.abs(value) < MOST_EXACT
                        ? (Object) (long) Math.floor(value)
                        : ofKind(
                                BigDecimal.valueOf(value)
                                        .setScale(
                                                known.kind() == ValueKind.WHOLE
                                                        ? 0
                                                        : known.decimals(),
                                                RoundingMode.FLOOR));
            }
            case DATE, TIME -> date(random);
            case FIXED -> known.any(random);
            case TEXT -> {
                String base = known.values().isEmpty() ? "" : known.any(random).toString();
                yield switch (random.nextInt(3)) {
                    case 0 -> base + letters(random).substring(0, 2);
                    case 1 -> letters(random);
                    default -> letters(random).substring(0, 2) + base.substring(base.length() / 2);
                };
            }
        };
    }

    private Object ofKind(BigDecimal number) {
        return switch (known.kind()) {
            case WHOLE -> number.setScale(0, RoundingMode.FLOOR).longValue();
            case DECIMAL -> number.doubleValue();
            case NUMERAL, DATE, TEXT, TIME, FIXED -> number.toPlainString();
        };
    }

    private String date(RandomGenerator random) {
        String base = known.values().isEmpty() ? "2012-06-15" : known.any(random).toString();
        LocalDate day;
        try {
            day = LocalDate.parse(base.substring(0, 10));
        } catch (DateTimeException e) {
            return base;
        }
        return day.plusDays(random.nextInt(-DAYS, DAYS)) + base.substring(10);
    }

    private static String letters(RandomGenerator random) {
        var letters = new StringBuilder();
        for (int i = 0; i < LETTERS; i++) {
            letters.append((char) ('a' + random.nextInt(26)));
        }
        return letters.toString();
    }
}
