package org.demur.schema.jdbc;

import java.util.Locale;
import org.demur.schema.ColumnType;

/**
 * What a column holds: how many values of each of the engine's storage classes, and how many of the
 * texts are ISO 8601.
 *
 * @param declaredType as in the table's definition, possibly empty
 * @param days texts of the form 2031-12-31
 * @param moments texts of the form 2031-12-31 23:59, with whatever follows
 */
record ColumnProfile(
        String declaredType,
        long integers,
        long reals,
        long texts,
        long blobs,
        long days,
        long moments) {
    long values() {
        return integers + reals + texts + blobs;
    }

    /**
     * The declared type where the data do not contradict it; the engine lets any value into any
     * column and has no type for days and moments.
     */
    ColumnType type() {
        if (values() == 0) {
            return declared();
        }
        if (blobs > 0) {
            return ColumnType.OTHER;
        }
        if (texts == values()) {
            if (days == texts) {
                return ColumnType.DATE;
            }
            return days + moments == texts ? ColumnType.TIMESTAMP : ColumnType.TEXT;
        }
        if (texts > 0) { // numbers among texts: what the column was meant for decides
            ColumnType declared = declared();
            return declared.isNumeric() ? declared : ColumnType.TEXT;
        }
        return reals > 0 || declaresFractions() ? ColumnType.REAL : ColumnType.INTEGER;
    }

    /** NUMERIC and DECIMAL alone do not; with digits after the point they do. */
    private boolean declaresFractions() {
        return declared() == ColumnType.REAL
                && !declaredType.toUpperCase(Locale.ROOT).matches("(NUM|DEC)[^,]*");
    }

    /** From the declared name alone, after the engine's rules of affinity. */
    private ColumnType declared() {
        String name = declaredType.toUpperCase(Locale.ROOT);
        if (name.contains("INT") || name.contains("BOOL")) {
            return ColumnType.INTEGER;
        }
        if (name.contains("CHAR") || name.contains("CLOB") || name.contains("TEXT")) {
            return ColumnType.TEXT;
        }
        if (name.contains("BLOB")) {
            return ColumnType.OTHER;
        }
        if (name.contains("REAL")
                || name.contains("FLOA")
                || name.contains("DOUB")
                || name.contains("DEC")
                || name.contains("NUM")) {
            return ColumnType.REAL;
        }
        if (name.contains("TIME")) {
            return ColumnType.TIMESTAMP;
        }
        return name.contains("DATE") ? ColumnType.DATE : ColumnType.OTHER;
    }
}
