package org.demur.schema.jdbc;

/**
 * How much of a database is read for its schema.
 *
 * @param profiledRows rows of a table that types and values are taken from; past it a column's
 *     values are never called complete
 * @param uniqueRows tables with more rows are not searched for columns that happen to be unique
 * @param valuesPerColumn distinct values kept per column
 * @param valueLength longest value kept, in bytes of UTF-8
 * @param totalBytes of all values together
 * @param checkedBytes larger files are not checked for damage as a whole
 */
record ReadBounds(
        int profiledRows,
        int uniqueRows,
        int valuesPerColumn,
        int valueLength,
        int totalBytes,
        long checkedBytes) {
    /** Holds whole gazetteers of 100,000 names; a few seconds for 100 MB, once. */
    static final ReadBounds DEFAULT =
            new ReadBounds(2_000_000, 200_000, 200_000, 400, 64 << 20, 256L << 20);
}
