package org.demur.evaluation.suite;

import java.util.List;
import java.util.regex.Pattern;

/** What the values of a column look like, whatever it is declared as. */
enum ValueKind {
    WHOLE,
    DECIMAL,
    /** Texts that are numbers. */
    NUMERAL,
    /** Texts that begin with a date such as 2001-12-31. */
    DATE,
    TEXT,
    /** Days or moments where the engine takes nothing else. */
    TIME,
    /** Values of a type of which no others can be made up. */
    FIXED;

    static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(\\.\\d{1,6})?");
    static final Pattern MOMENT =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d([ T]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?)?");
    static final Pattern ISO_DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d.*");

    /**
     * The kind of a column.
     *
     * @param values some of the column's; where there are none, its declaration tells
     * @param place of the column in its table
     */
    static ValueKind of(List<Object> values, TableShape shape, int place) {
        String type = shape.types().get(place);
        if (!shape.isTyped()) {
            return of(values, type);
        }
        return switch (shape.kinds().get(place)) {
            case INTEGER -> WHOLE;
            case REAL -> DECIMAL;
            case OTHER -> FIXED;
            case TEXT, DATE, TIMESTAMP ->
                    ServedTables.madeAs(shape.kinds().get(place), type).equals("text")
                            ? of(values, "TEXT")
                            : TIME;
        };
    }

    private static ValueKind of(List<Object> values, String type) {
        if (values.isEmpty()) {
            return declared(type);
        }
        if (values.stream().allMatch(Long.class::isInstance)) {
            return WHOLE;
        }
        if (values.stream().allMatch(Number.class::isInstance)) {
            return DECIMAL;
        }
        if (values.stream().allMatch(value -> matches(NUMBER, value))) {
            return NUMERAL;
        }
        return values.stream().allMatch(value -> matches(ISO_DATE, value)) ? DATE : TEXT;
    }

    private static boolean matches(Pattern pattern, Object value) {
        return pattern.matcher(value.toString()).matches();
    }

    private static ValueKind declared(String type) {
        if (type.contains("INT") || type.contains("YEAR")) {
            return WHOLE;
        }
        if (type.contains("DATE") || type.contains("TIMESTAMP")) {
            return DATE;
        }
        if (type.contains("REAL")
                || type.contains("FLOA")
                || type.contains("DOUB")
                || type.contains("DEC")
                || type.contains("NUM")) {
            return DECIMAL;
        }
        return TEXT;
    }
}
