package org.demur.generation.verified;

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
final class Strangers {
    /** Rarer words tell nothing. */
    private static final int RARE = 4;

    private final Map<String, Integer> words = new HashMap<>();
    private final Map<String, Integer> elements = new HashMap<>();
    private final List<Integer> wordCounts = new ArrayList<>();
    private final List<Integer> elementCounts = new ArrayList<>();

    /** For each element the words that occur with it. */
    private final List<BitSet> together = new ArrayList<>();

    private final double total;

    /**
     * Counts pairs.
     *
     * @param questions the words of each question
     * @param statements the elements of each statement
     */
    Strangers(List<List<String>> questions, List<? extends Collection<String>> statements) {
        Map<String, Integer> counts = new TreeMap<>();
        questions.forEach(q -> new HashSet<>(q).forEach(w -> counts.merge(w, 1, Integer::sum)));
        counts.forEach((word, count) -> {
            if (count >= RARE) {
                words.put(word, words.size());
                wordCounts.add(count);
            }
        });
        for (int i = 0; i < questions.size(); i++) {
            for (String element : new HashSet<>(statements.get(i))) {
                int e = elements.computeIfAbsent(element, k -> elements.size());
                if (e == together.size()) {
                    together.add(new BitSet());
                    elementCounts.add(0);
                }
                elementCounts.set(e, elementCounts.get(e) + 1);
                for (String word : questions.get(i)) {
                    Integer w = words.get(word);
                    if (w != null) {
                        together.get(e).set(w);
                    }
                }
            }
        }
        this.total = Math.max(1, questions.size());
    }

    /** A question to measure drafts for. Not thread-safe. */
    Asked asked(Collection<String> question) {
        return new Asked(
                new HashSet<>(question)
                        .stream().filter(words::containsKey).mapToInt(words::get).toArray());
    }

    /** One question, with what each element so far is to its words. */
    final class Asked {
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
                                : wordCounts.get(asked[w]) * elementCounts.get(element) / total;
            }
            byElement[element] = row;
            return row;
        }

        /**
         * Measures a draft.
         *
         * @param statement the elements of the draft
         * @return the greatest surprise, and the sum over words of each one's greatest
         */
        double[] measure(Collection<String> statement) {
            double[] worst = new double[asked.length];
            for (String element : statement) {
                Integer e = elements.get(element);
                if (e != null) {
                    double[] row = surprises(e);
                    for (int w = 0; w < worst.length; w++) {
                        worst[w] = Math.max(worst[w], row[w]);
                    }
                }
            }
            return new double[] {Arrays.stream(worst).max().orElse(0), Arrays.stream(worst).sum()};
        }
    }
}
