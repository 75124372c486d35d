package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Words and elements of statements that never occur together in the pairs although each is so
 * common that they should by chance. How often they should is the surprise, in nats: the
 * probability of never is its negative exponential. Immutable once fitted.
 */
public final class NegativeAssociations {
    /** Rarer words tell nothing. */
    private static final int RARE = 4;

    private final Map<String, Integer> words = new HashMap<>();
    private final int[] wordCounts;
    private final int[] elementCounts;

    /** For each element the words that occur with it. */
    private final List<BitSet> together = new ArrayList<>();

    private final double total;

    /**
     * Counts pairs.
     *
     * @param questions the words of each question
     * @param statements the elements of each statement, each once
     * @param elements how many elements there are
     */
    NegativeAssociations(List<List<String>> questions, List<int[]> statements, int elements) {
        Map<String, Integer> counts = new TreeMap<>();
        questions.forEach(q -> new HashSet<>(q).forEach(w -> counts.merge(w, 1, Integer::sum)));
        counts.values().removeIf(count -> count < RARE);
        counts.keySet().forEach(word -> words.put(word, words.size()));
        this.wordCounts = counts.values().stream().mapToInt(count -> count).toArray();
        this.elementCounts = new int[elements];
        for (int e = 0; e < elements; e++) {
            together.add(new BitSet());
        }
        for (int i = 0; i < questions.size(); i++) {
            int[] known = WordElementAssociations.numbers(questions.get(i), words);
            for (int element : statements.get(i)) {
                elementCounts[element]++;
                for (int word : known) {
                    together.get(element).set(word);
                }
            }
        }
        this.total = Math.max(1, questions.size());
    }

    /** A question to measure drafts for. Not thread-safe. */
    Asked asked(Collection<String> question) {
        return new Asked(WordElementAssociations.numbers(question, words));
    }

    /**
     * How surprising it is that a question's words and a draft's elements come together.
     *
     * @param worst the greatest surprise
     * @param sum over words of each one's greatest
     */
    public record Surprise(double worst, double sum) {}

    /** One question, with what each element so far is to its words. */
    public final class Asked {
        private final int[] asked;
        private final double[] @Nullable [] byElement = new double[together.size()][];

        private Asked(int[] asked) {
            this.asked = asked;
        }

        private double[] surprises(int element) {
            double[] known = byElement[element];
            if (known != null) {
                return known;
            }
            double[] row = new double[asked.length];
            for (int w = 0; w < row.length; w++) {
                row[w] =
                        together.get(element).get(asked[w])
                                ? 0
                                : wordCounts[asked[w]] * elementCounts[element] / total;
            }
            byElement[element] = row;
            return row;
        }

        /**
         * Measures a draft.
         *
         * @param statement the elements of the draft
         */
        public Surprise measure(int[] statement) {
            double[] worst = new double[asked.length];
            for (int element : statement) {
                double[] row = surprises(element);
                for (int w = 0; w < worst.length; w++) {
                    worst[w] = Math.max(worst[w], row[w]);
                }
            }
            return new Surprise(Arrays.stream(worst).max().orElse(0), Arrays.stream(worst).sum());
        }
    }
}
