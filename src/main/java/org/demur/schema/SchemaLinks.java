package org.demur.schema;

import java.util.List;

/**
 * Which words of a question speak of what a database offers: evidence, not a filter.
 *
 * @param words the question's words, in order
 * @param names words that stand in a table's or column's name or description
 * @param mentions runs of words that are a value of some column, longest first at each place,
 *     without overlaps, in order
 */
public record SchemaLinks(
        List<QuestionWord> words, List<NameLink> names, List<ValueMention> mentions) {
    public SchemaLinks {
        words = List.copyOf(words);
        names = List.copyOf(names);
        mentions = List.copyOf(mentions);
    }

    /**
     * A word that names something.
     *
     * @param word index into the words
     * @param column the column so named; of a table's name, the column is empty
     */
    public record NameLink(int word, ColumnRef column) {}

    /**
     * A value that stands in the question, whatever its case and punctuation.
     *
     * @param from index of its first word
     * @param to index after its last word
     * @param column one of the columns that hold it
     */
    public record ValueMention(int from, int to, ColumnRef column) {
        public boolean covers(int word) {
            return from <= word && word < to;
        }
    }

    public boolean isNamed(int word) {
        return names.stream().anyMatch(n -> n.word() == word);
    }

    public boolean isMentioned(int word) {
        return mentions.stream().anyMatch(m -> m.covers(word));
    }
}
