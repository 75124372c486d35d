package org.demur.detection;

import static org.demur.detection.FindingCode.JOIN_NOT_ALONG_KEYS;
import static org.demur.detection.FindingCode.TYPE_MISMATCH;
import static org.demur.detection.FindingCode.VALUE_IN_NO_ROW;

import java.util.Locale;
import java.util.regex.Pattern;
import org.demur.detection.Meaning.Computed;
import org.demur.detection.Meaning.OfColumn;
import org.demur.detection.Meaning.OfList;
import org.demur.detection.Meaning.OfNumber;
import org.demur.detection.Meaning.OfRows;
import org.demur.detection.Meaning.OfText;
import org.demur.failure.NearestName;
import org.demur.schema.ColumnRef;
import org.demur.sql.TimeTexts;
import org.demur.sql.ValueKind;
import org.jspecify.annotations.Nullable;

/** Looks at what a statement compares with what. */
record ComparisonCheck(KeyGraph keys, FindingLog log) {
    /** Values tried at most against a pattern of LIKE; a column of more is not looked at. */
    private static final int MOST_VALUES_FOR_PATTERNS = 2_000;

    private static final Pattern NUMBER =
            Pattern.compile("\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*");

    /** How two expressions are compared. */
    enum Operator {
        EQUAL,
        ORDER,
        LIKE,
        /** LIKE whatever the case. */
        ILIKE;

        boolean isPattern() {
            return this == LIKE || this == ILIKE;
        }
    }

    void compare(Meaning left, Meaning right, Operator operator) {
        if (right instanceof OfList(var elements)) {
            elements.forEach(e -> compare(left, e, operator));
        } else if (left instanceof OfColumn column) {
            compareColumn(column, right, operator);
        } else if (right instanceof OfColumn column) {
            compareColumn(column, left, operator);
        } else {
            compareComputed(left, right);
            compareComputed(right, left);
        }
    }

    private void compareColumn(OfColumn column, Meaning other, Operator operator) {
        switch (other) {
            case OfText(var value) -> {
                if (!operator.isPattern()) {
                    checkKind(column, value);
                }
                if (operator != Operator.ORDER) {
                    checkOccurs(column, value, operator);
                }
            }
            case OfNumber(var value) -> {
                checkNumber(column, value, operator);
            }
            case OfColumn joined -> {
                if (operator == Operator.EQUAL && joined.source() != column.source()) {
                    checkJoin(column, joined.column().origin(), joined.kind());
                }
            }
            case OfRows(var relation, var kind) -> {
                if (operator == Operator.EQUAL && relation.columns().size() == 1) {
                    checkJoin(column, relation.columns().getFirst().origin(), kind);
                }
            }
            case Computed(var kind) -> {
                if (column.kind() == ValueKind.TIME && kind == ValueKind.NUMBER) {
                    log.report(
                            TYPE_MISMATCH,
                            column.column().name(),
                            "%s holds dates and is compared with a number."
                                    .formatted(inWords(column)));
                }
            }
            case OfList _ -> {}
        }
    }

    private void compareComputed(Meaning computed, Meaning literal) {
        if (!(computed instanceof Computed(var kind))) {
            return;
        }
        if (kind == ValueKind.TEXT && literal instanceof OfNumber(var number)) {
            log.report(
                    TYPE_MISMATCH,
                    number,
                    "A text is compared with the number %s, which never matches: write it in quotes."
                            .formatted(number));
        }
        if (kind == ValueKind.NUMBER && literal instanceof OfText(var text) && !isNumber(text)) {
            log.report(
                    TYPE_MISMATCH,
                    text,
                    "A number is compared with '%s', which is none.".formatted(text));
        }
        if (kind == ValueKind.TIME
                && literal instanceof OfText(var text)
                && !TimeTexts.isTime(text)) {
            log.report(
                    TYPE_MISMATCH,
                    text,
                    "A date is compared with '%s', which is none.".formatted(text));
        }
    }

    private void checkKind(OfColumn column, String value) {
        var misfit =
                switch (column.kind()) {
                    case NUMBER -> !isNumber(value);
                    case TIME -> !TimeTexts.isTime(value);
                    case TEXT, ANYTHING -> false;
                };
        if (misfit && !occurs(column, value)) {
            log.report(
                    TYPE_MISMATCH,
                    value,
                    "%s holds %s and is compared with '%s'."
                            .formatted(inWords(column), plural(column.kind()), value));
        }
    }

    private void checkNumber(OfColumn column, String value, Operator operator) {
        switch (column.kind()) {
            case TIME ->
                    log.report(
                            TYPE_MISMATCH,
                            value,
                            "%s holds dates and is compared with the number %s."
                                    .formatted(inWords(column), value));
            case TEXT -> {
                if (operator == Operator.EQUAL) {
                    checkOccurs(column, value, operator);
                }
            }
            case NUMBER, ANYTHING -> {}
        }
    }

    private void checkOccurs(OfColumn column, String value, Operator operator) {
        var origin = column.column().origin();
        if (origin == null || !keys.schema().values().complete(origin)) {
            return;
        }
        boolean missing =
                operator.isPattern()
                        ? !matchesSome(origin, seen(value, operator), operator)
                        : !keys.schema().values().contains(origin, value);
        if (missing) {
            log.report(
                    VALUE_IN_NO_ROW,
                    value,
                    "'%s' occurs in no row of %s%s"
                            .formatted(value, inWords(column), hint(origin, value)));
        }
    }

    private boolean occurs(OfColumn column, String value) {
        var origin = column.column().origin();
        return origin != null && keys.schema().values().contains(origin, value);
    }

    private String hint(ColumnRef origin, String value) {
        var values = keys.schema().values().values(origin);
        if (values.size() > MOST_VALUES_FOR_PATTERNS) {
            return ".";
        }
        return NearestName.of(value, values).map(v -> "; did you mean '" + v + "'?").orElse(".");
    }

    /** A text as an operator compares it. */
    private String seen(String text, Operator operator) {
        return operator == Operator.ILIKE
                ? text.toLowerCase(Locale.ROOT)
                : keys.schema().dialect().seenByLike(text);
    }

    private boolean matchesSome(ColumnRef column, String like, Operator operator) {
        var values = keys.schema().values().values(column);
        if (values.size() > MOST_VALUES_FOR_PATTERNS) {
            return true;
        }
        return values.stream().anyMatch(v -> LikePattern.matches(like, seen(v, operator)));
    }

    private void checkJoin(OfColumn one, @Nullable ColumnRef to, ValueKind kind) {
        var from = one.column().origin();
        if (from == null || to == null || keys.declared(from, to)) {
            return;
        }
        if (unlike(one.kind(), kind)) {
            log.report(
                    TYPE_MISMATCH,
                    from + " = " + to,
                    "%s holds %s and is joined with %s, which holds %s."
                            .formatted(from, plural(one.kind()), to, plural(kind)));
        } else if (!keys.joinable(from, to)) {
            log.report(
                    JOIN_NOT_ALONG_KEYS,
                    from + " = " + to,
                    "%s and %s are joined though neither refers to the other.".formatted(from, to));
        }
    }

    private static boolean unlike(ValueKind one, ValueKind other) {
        return one != other && one != ValueKind.ANYTHING && other != ValueKind.ANYTHING;
    }

    static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    private static String inWords(OfColumn column) {
        var origin = column.column().origin();
        return origin == null ? column.column().name() : origin.toString();
    }

    private static String plural(ValueKind kind) {
        return switch (kind) {
            case NUMBER -> "numbers";
            case TEXT -> "text";
            case TIME -> "dates";
            case ANYTHING -> "values";
        };
    }
}
