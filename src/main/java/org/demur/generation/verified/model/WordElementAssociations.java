package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Which words go with which elements of a statement, counted over pairs: what a question says that
 * a draft does not mirror, and what a draft does that the question does not say. Immutable once
 * fitted.
 */
public final class WordElementAssociations {
    /** Rarer words demand nothing. */
    private static final int RARE = 3;

    /** Elements of a greater share of the pairs need no word. */
    private static final double COMMON = 0.4;

    /** What a word demands comes with more than this share of its pairs. */
    private static final double DEMANDED = 0.3;

    /** For each element how many pairs have it. */
    private final int[] counts;

    private final double total;

    /** For each word the elements that it demands. */
    private final Map<String, Demand> demands = new HashMap<>();

    /** What a word demands. */
    public static final class Demand {
        private final int pairs;

        /** In ascending order. */
        private final int[] elements;

        /** How many of the word's pairs have each element. */
        private final int[] together;

        private Demand(int pairs, int[] elements, int[] together) {
            this.pairs = pairs;
            this.elements = elements;
            this.together = together;
        }

        private static double share(int together, int pairs) {
            return (together - 0.5) / (pairs + 0.5);
        }

        private double share(int i) {
            return share(together[i], pairs);
        }
    }

    /**
     * Counts pairs.
     *
     * @param questions the words of each question
     * @param statements the elements of each statement, each once
     * @param elements how many elements there are
     */
    WordElementAssociations(List<List<String>> questions, List<int[]> statements, int elements) {
        this.counts = new int[elements];
        this.total = Math.max(1, questions.size());
        Map<String, List<Integer>> pairs = new HashMap<>();
        for (int i = 0; i < questions.size(); i++) {
            for (int element : statements.get(i)) {
                counts[element]++;
            }
            for (String word : new HashSet<>(questions.get(i))) {
                pairs.computeIfAbsent(word, w -> new ArrayList<>()).add(i);
            }
        }
        pairs.forEach((word, of) -> {
            if (of.size() >= RARE) {
                demands.put(word, demand(of.stream().map(statements::get).toList()));
            }
        });
    }

    /** Of a word by the statements of its pairs. */
    private Demand demand(List<int[]> statements) {
        Map<Integer, Integer> together = new TreeMap<>();
        for (int[] statement : statements) {
            for (int element : statement) {
                together.merge(element, 1, Integer::sum);
            }
        }
        int n = statements.size();
        together.entrySet()
                .removeIf(e -> {
                    double share = Demand.share(e.getValue(), n);
                    return share <= DEMANDED || share <= 2 * counts[e.getKey()] / total;
                });
        return new Demand(
                n,
                together.keySet().stream().mapToInt(e -> e).toArray(),
                together.values().stream().mapToInt(count -> count).toArray());
    }

    /** The numbers of a question's words, each once, as far as they have one. */
    static int[] numbers(Collection<String> words, Map<String, Integer> numbers) {
        return words.stream()
                .distinct()
                .map(numbers::get)
                .filter(Objects::nonNull)
                .mapToInt(number -> number)
                .toArray();
    }

    /** A question to measure drafts for. */
    Asked asked(Collection<String> words) {
        return new Asked(words);
    }

    /**
     * How demand and draft fit.
     *
     * @param unmet the strongest demand unmet
     * @param unmetSum the sum of demands above one half unmet
     * @param least the least demand for an element of the draft that is not common anyway
     * @param mean the mean of those demands
     */
    public record Fit(double unmet, double unmetSum, double least, double mean) {}

    /** What one question demands. */
    public final class Asked {
        /** For each element the strongest share with which some word came with it; 0 for none. */
        private final double[] demanded = new double[counts.length];

        /** The elements demanded, in ascending order. */
        private final int[] wanted;

        private Asked(Collection<String> words) {
            for (String word : words) {
                var demand = demands.get(word);
                if (demand != null) {
                    for (int i = 0; i < demand.elements.length; i++) {
                        int element = demand.elements[i];
                        demanded[element] = Math.max(demanded[element], demand.share(i));
                    }
                }
            }
            wanted = IntStream.range(0, demanded.length).filter(e -> demanded[e] > 0).toArray();
        }

        /** Compares with what a draft has; elements that no pair has are surprising. */
        public Fit fit(BitSet elements) {
            double unmet = 0;
            double unmetSum = 0;
            for (int element : wanted) {
                if (!elements.get(element)) {
                    unmet = Math.max(unmet, demanded[element]);
                    unmetSum += demanded[element] > 0.5 ? demanded[element] : 0;
                }
            }
            double least = 1;
            double sum = 0;
            int counted = 0;
            for (int e = elements.nextSetBit(0); e >= 0; e = elements.nextSetBit(e + 1)) {
                double base = e < counts.length ? counts[e] / total : 0;
                if (base < COMMON) {
                    double share = base > 0 && demanded[e] > 0 ? demanded[e] : base;
                    least = Math.min(least, share);
                    sum += share;
                    counted++;
                }
            }
            return new Fit(unmet, unmetSum, least, counted == 0 ? 1 : sum / counted);
        }
    }
}
