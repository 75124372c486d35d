package org.demur.evaluation.compare;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * Numbers as Python reads, rounds and prints them; the published scorers compare cells as texts, so
 * every digit of these texts decides.
 */
final class PythonNumbers {
    private static final Pattern DECIMAL =
            Pattern.compile(
                    "[+-]?(\\d+(_\\d+)*\\.?(\\d+(_\\d+)*)?|\\.\\d+(_\\d+)*)([eE][+-]?\\d+(_\\d+)*)?");

    private PythonNumbers() {}

    /** What {@code float(text)} gives; empty where it raises. */
    static OptionalDouble parse(String text) {
        String trimmed = SqlText.stripped(text);
        if (trimmed.isEmpty() || !mayBeNumber(trimmed)) {
            return OptionalDouble.empty();
        }
        String digits = withAsciiDigits(trimmed);
        if (DECIMAL.matcher(digits).matches()) {
            return OptionalDouble.of(Double.parseDouble(digits.replace("_", "")));
        }
        boolean negative = digits.startsWith("-");
        String unsigned = negative || digits.startsWith("+") ? digits.substring(1) : digits;
        if (unsigned.equalsIgnoreCase("inf") || unsigned.equalsIgnoreCase("infinity")) {
            double infinity = Double.POSITIVE_INFINITY;
            return OptionalDouble.of(negative ? -infinity : infinity);
        }
        return unsigned.equalsIgnoreCase("nan")
                ? OptionalDouble.of(Double.NaN)
                : OptionalDouble.empty();
    }

    /** Cheap refusal of the many texts that are no numbers. */
    private static boolean mayBeNumber(String text) {
        char first = text.charAt(0);
        return Character.isDigit(first)
                || first == '+'
                || first == '-'
                || first == '.'
                || first == 'i'
                || first == 'I'
                || first == 'n'
                || first == 'N';
    }

    private static String withAsciiDigits(String text) {
        var ascii = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            ascii.append(Character.isDigit(c) ? (char) ('0' + Character.digit(c, 10)) : c);
        }
        return ascii.toString();
    }

    /** What {@code round(value, 3)} gives: the exact binary value, halves to even. */
    static double roundTo3(double value) {
        // from here on every double is a multiple of 1/512 and more digits would not change it
        if (!Double.isFinite(value) || Math.abs(value) >= 1L << 52) {
            return value;
        }
        long whole = (long) value;
        if (value == whole) {
            return value;
        }
        double rounded = new BigDecimal(value).setScale(3, RoundingMode.HALF_EVEN).doubleValue();
        return Math.copySign(rounded, value);
    }

    /** What {@code str(value)} gives: the shortest text that reads back as the same number. */
    static String text(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        double size = Math.abs(value);
        if (value == 0 || (size >= 1e-3 && size < 1e7)) {
            return Double.toString(value); // both languages print this range alike
        }
        var digits = new BigDecimal(Double.toString(size)).stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        String sign = value < 0 ? "-" : "";
        if (exponent >= -4 && exponent < 16) {
            String plain = digits.toPlainString();
            return sign + (plain.indexOf('.') < 0 ? plain + ".0" : plain);
        }
        String unscaled = digits.unscaledValue().toString();
        String mantissa =
                unscaled.length() == 1
                        ? unscaled
                        : unscaled.charAt(0) + "." + unscaled.substring(1);
        String padded = Math.abs(exponent) < 10 ? "0" : "";
        return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + padded + Math.abs(exponent);
    }
}
