package org.demur.evaluation.compare;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Cells as Python's driver gives them: {@code null}, {@link Long}, {@link Double}, {@link String}
 * or {@code byte[]}; and the texts that it makes of them.
 */
final class PythonCells {
    private PythonCells() {}

    /** {@code str(cell)}. */
    static String text(@Nullable Object cell) {
        return switch (cell) {
            case null -> "None";
            case Long whole -> whole.toString();
            case Double real -> PythonNumbers.text(real);
            case byte[] bytes -> bytesText(bytes);
            default -> cell.toString();
        };
    }

    /** The cell as a text: rounded to 3 decimals where it is, or reads as, a number. */
    static String roundedText(@Nullable Object cell, UnaryOperator<String> words) {
        OptionalDouble number =
                switch (cell) {
                    case null -> OptionalDouble.empty();
                    case Long whole -> OptionalDouble.of(whole);
                    case Double real -> OptionalDouble.of(real);
                    case byte[] bytes -> PythonNumbers.parse(latin(bytes));
                    default -> PythonNumbers.parse(words.apply(cell.toString()));
                };
        if (number.isPresent()) {
            return PythonNumbers.text(PythonNumbers.roundTo3(number.getAsDouble()));
        }
        return text(cell);
    }

    /** {@code str(type(cell))}. */
    static String typeText(@Nullable Object cell) {
        return switch (cell) {
            case null -> "<class 'NoneType'>";
            case Long whole -> "<class 'int'>";
            case Double real -> "<class 'float'>";
            case byte[] bytes -> "<class 'bytes'>";
            default -> "<class 'str'>";
        };
    }

    /**
     * A value whose {@code equals} is Python's {@code ==}: whole numbers and reals compare as
     * numbers, everything else only within its type.
     */
    static Object comparable(@Nullable Object cell) {
        return switch (cell) {
            case null -> Missing.VALUE;
            case Double real when real == (double) real.longValue() && Math.abs(real) < 0x1p63 ->
                    real.longValue();
            case byte[] bytes -> ByteBuffer.wrap(bytes);
            default -> cell;
        };
    }

    /** A row by which equal rows are found. */
    static List<Object> row(@Nullable Object[] cells) {
        return Arrays.stream(cells).map(PythonCells::comparable).toList();
    }

    private enum Missing {
        VALUE
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String bytesText(byte[] bytes) {
        boolean holdsSingle = false;
        boolean holdsDouble = false;
        for (byte b : bytes) {
            holdsSingle |= b == '\'';
            holdsDouble |= b == '"';
        }
        char quote = holdsSingle && !holdsDouble ? '"' : '\'';
        var text = new StringBuilder("b").append(quote);
        for (byte b : bytes) {
            int value = b & 0xff;
            if (value == quote || value == '\\') {
                text.append('\\').append((char) value);
            } else if (value >= 0x20 && value < 0x7f) {
                text.append((char) value);
            } else {
                text.append(
                        switch (value) {
                            case '\t' -> "\\t";
                            case '\n' -> "\\n";
                            case '\r' -> "\\r";
                            default -> "\\x%02x".formatted(value);
                        });
            }
        }
        return text.append(quote).toString();
    }
}
