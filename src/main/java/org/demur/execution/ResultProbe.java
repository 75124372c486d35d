package org.demur.execution;

import java.time.Duration;
import java.util.List;
import org.demur.schema.DatabaseLimits;
import org.jspecify.annotations.Nullable;

/**
 * What the first rows of a result look like, for comparing drafts by what they return.
 *
 * @param columns number of columns
 * @param rows number of rows read, at most {@link #ROWS}
 * @param truncated whether there are more rows than were read
 * @param allNull whether there is a row, and every cell read is NULL
 * @param digest equal for results with the same bag of rows, whatever their order; numbers that
 *     agree to six decimals are the same. Of a truncated result it covers the rows read, which the
 *     engine may choose differently for another statement
 */
public record ResultProbe(int columns, int rows, boolean truncated, boolean allNull, long digest) {
    /** Rows read by a probe. */
    public static final int ROWS = 100;

    /** The widest limits with that many rows. */
    static final DatabaseLimits LIMITS =
            new DatabaseLimits(
                    Duration.ofSeconds(Integer.MAX_VALUE), ROWS, Long.MAX_VALUE, Long.MAX_VALUE);

    private static final double DECIMALS = 1e6;

    public boolean isEmpty() {
        return rows == 0;
    }

    public static ResultProbe of(ResultTable table) {
        long digest = table.columns().size();
        for (List<@Nullable Object> row : table.rows()) {
            digest += mix(hash(row)); // a sum, so that the order of rows does not matter
        }
        return new ResultProbe(
                table.columns().size(),
                table.rows().size(),
                table.truncated(),
                table.isAllNull(),
                mix(digest));
    }

    private static long hash(List<@Nullable Object> row) {
        long hash = 17;
        for (@Nullable Object cell : row) {
            hash = mix(hash * 31 + hash(cell));
        }
        return hash;
    }

    private static long hash(@Nullable Object cell) {
        return switch (cell) {
            case null -> 1;
            case Long number -> hash(number.doubleValue());
            case Double number -> hash(number.doubleValue());
            default -> textHash(cell.toString());
        };
    }

    private static long hash(double number) {
        double scaled = Math.rint(number * DECIMALS) + 0.0; // minus zero is zero
        return mix(Double.doubleToLongBits(scaled) ^ 0x5DEECE66DL);
    }

    /** FNV-1a over the characters: 64 bits, where {@code String.hashCode} has 32. */
    private static long textHash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return mix(hash);
    }

    /** The finalizer of SplitMix64. */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
