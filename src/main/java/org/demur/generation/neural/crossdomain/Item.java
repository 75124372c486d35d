package org.demur.generation.neural.crossdomain;

/** What statements are made of here: they name no tables of columns, and no conditions of joins. */
sealed interface Item {
    /** A word or sign of SQL, in lower case. */
    record Word(String word) implements Item {}

    record OfTable(int table) implements Item {}

    record OfColumn(int column) implements Item {}

    /** A text without its quotes. */
    record Text(String content) implements Item {}

    record Digits(String digits) implements Item {}

    default boolean is(String word) {
        return equals(new Word(word));
    }
}
