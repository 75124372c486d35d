package org.demur.feasibility;

import java.util.List;

/**
 * What the words of a question say for or against its feasibility, before they are weighed.
 *
 * @param words the words of the question, in order
 * @param unseenPairs share of the pairs of neighbouring content words that no verified question
 *     has, in [0, 1]; 0 where there are none
 */
public record QuestionEvidence(List<WordEvidence> words, double unseenPairs) {
    public QuestionEvidence {
        words = List.copyOf(words);
    }

    /** The words that nothing in the database answers to, in order. */
    public List<WordEvidence> unknown() {
        return words.stream().filter(w -> w.kind().isUnknown()).toList();
    }

    /** The sum of the weights of unknown words. */
    public double unknownWeight() {
        return unknown().stream().mapToDouble(WordEvidence::weight).sum();
    }
}
