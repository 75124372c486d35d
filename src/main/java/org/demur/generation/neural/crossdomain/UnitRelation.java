package org.demur.generation.neural.crossdomain;

import org.demur.generation.neural.crossdomain.PairUsage.Use;

/**
 * How one unit of a {@link SchemaText} is related to another, with the number by which the model
 * knows it, from {@code models/training/cross_batches.py}; 0 is for those that are not related.
 */
enum UnitRelation {
    SAME(1),

    // a column and its table, columns of one table
    HAS_TABLE(2),
    HAS_COLUMN(3),
    BESIDE(4),

    // columns and tables that a foreign key joins
    REFERS(5),
    REFERRED(6),
    CHILD(7),
    PARENT(8),

    // a value and its column
    OF_COLUMN(9),
    OF_VALUE(10),

    // a word and what it is a part, or the whole, of the name of
    IN_COLUMN(11),
    IN_TABLE(12),
    NAMES_COLUMN(13),
    NAMES_TABLE(14),
    COLUMN_SAID(15),
    TABLE_SAID(16),
    COLUMN_NAMED(17),
    TABLE_NAMED(18),
    IN_VALUE(19),
    VALUE_SAID(20),

    /** Columns of one name in two tables. */
    NAMESAKE(21),

    // a known pair and what its statement selects, orders by and tests, reads and compares with
    SELECTS(22),
    ORDERS(23),
    TESTS(24),
    SELECTED(25),
    ORDERED(26),
    TESTED(27),
    READS(28),
    READ_BY(29),
    COMPARES(30),
    COMPARED(31),

    // a known pair and the words that its question says too
    SAYS(32),
    SAID(33),

    // a word and what statements of known pairs have whose questions say it
    LEARNT(34),
    LEARNT_CLOSELY(35),
    TEACHES(36),
    TEACHES_CLOSELY(37);

    private final int number;

    UnitRelation(int number) {
        this.number = number;
    }

    /** Of a pair to a column that its statement uses so. */
    static UnitRelation of(Use use) {
        return switch (use) {
            case SELECTED -> SELECTS;
            case ORDERED -> ORDERS;
            case TESTED -> TESTS;
        };
    }

    /** Of a column to a pair whose statement uses it so. */
    static UnitRelation by(Use use) {
        return switch (use) {
            case SELECTED -> SELECTED;
            case ORDERED -> ORDERED;
            case TESTED -> TESTED;
        };
    }

    /** How each of some units, row by row, is related to each. */
    static final class Matrix {
        private final int size;
        private final long[] numbers;

        Matrix(int size) {
            this.size = size;
            this.numbers = new long[size * size];
        }

        void set(int row, int column, UnitRelation relation) {
            numbers[row * size + column] = relation.number;
        }

        long[] numbers() {
            return numbers;
        }
    }
}
