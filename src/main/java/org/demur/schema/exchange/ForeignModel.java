package org.demur.schema.exchange;

import java.util.List;
import java.util.Locale;

/**
 * What another tool's semantic model says, in one form for all tools; no name in it has been looked
 * for in a database.
 *
 * @param description in a sentence or more; possibly empty
 * @param notes how questions are to be read, a sentence each
 * @param datasets tables as people speak of them
 * @param joins how tables go together
 * @param pairs questions with their SQL
 * @param left what is not understood, by its place in the file
 */
record ForeignModel(
        String description,
        List<String> notes,
        List<Dataset> datasets,
        List<Join> joins,
        List<Pair> pairs,
        List<String> left) {
    /**
     * A table.
     *
     * @param place in the file
     * @param name by which the model speaks of it
     * @param table the name in the database, without database and schema
     * @param words what people call its rows
     * @param time the field that its times are told by; empty where none is said to be
     */
    record Dataset(
            String place,
            String name,
            String table,
            String description,
            List<String> words,
            String time,
            List<Field> fields) {}

    /**
     * A column, or something computed from some.
     *
     * @param expression SQL over the table
     * @param words what people call it
     */
    record Field(
            String place,
            String name,
            String expression,
            String description,
            List<String> words,
            Role role) {}

    /** What a field is for. */
    enum Role {
        PLAIN,
        TIME,
        NUMBER
    }

    /** A key of one dataset that refers to another. */
    record Join(
            String place,
            String from,
            List<String> fromColumns,
            String to,
            List<String> toColumns) {}

    /** A question that somebody has verified. */
    record Pair(String place, String question, String sql) {}

    /** "Total sales (revenue) is SUM(orders.amount): all orders." */
    static String definition(
            String name, List<String> words, String expression, String description) {
        var others = words.stream().filter(word -> !areSameWords(word, name)).toList();
        return "%s%s is %s%s."
                .formatted(
                        name.replace('_', ' '),
                        others.isEmpty() ? "" : " (" + String.join(", ", others) + ")",
                        onOneLine(expression),
                        description.isEmpty()
                                ? ""
                                : ": " + onOneLine(description).replaceAll("[.\\s]+$", ""));
    }

    /** A label such as "Order total" says nothing beside the name {@code order_total}. */
    static boolean areSameWords(String one, String other) {
        return words(one).equals(words(other));
    }

    /** In lower case, in their order. */
    static List<String> words(String name) {
        return List.of(name.toLowerCase(Locale.ROOT).strip().split("[\\s_-]+"));
    }

    /** Files fold long texts. */
    static String onOneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
