package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which words of a question stand for which elements of its statement, learned from pairs by
 * expectation maximisation (IBM Model 1, Brown et al. 1993, from elements to words). It tells how
 * well the elements of a draft explain the question's words, and whether each element is uttered at
 * all, each compared with how it usually is. Immutable once fitted.
 */
final class WordAlignment {
    private static final int ITERATIONS = 8;
    private static final float KEPT = 1e-3f;
    private static final double FLOOR = 1e-5;

    /** The share of pairs in which a word is explained worse, or an element less uttered. */
    private static final double LOW = 0.05;

    private final Map<String, Integer> words = new HashMap<>();

    /** Elements' numbers; 0 is the element that every statement has. */
    private final Map<String, Integer> elements = new HashMap<>();

    /** For each element its words, ascending, and their probabilities. */
    private final int[][] spoken;

    private final float[][] probabilities;

    /** For each word the mean and a low quantile of the logarithm of its best explanation. */
    private final float[] explained;

    private final float[] explainedLow;

    /** For each element the mean and a low quantile of how much of some word is due to it. */
    private final float[] uttered;

    private final float[] utteredLow;

    /**
     * Fits on pairs.
     *
     * @param questions the words of each question
     * @param statements the elements of each statement
     */
    WordAlignment(List<List<String>> questions, List<? extends Collection<String>> statements) {
        Map<String, Integer> counts = new TreeMap<>();
        questions.forEach(
                q -> q.stream().distinct().forEach(w -> counts.merge(w, 1, Integer::sum)));
        counts.forEach((word, count) -> {
            if (count > 2) {
                words.put(word, words.size());
            }
        });
        for (var statement : statements) {
            for (String element : statement) {
                elements.putIfAbsent(element, elements.size() + 1);
            }
        }
        List<int[]> asked = questions.stream().map(this::known).toList();
        List<int[]> stated = statements.stream().map(this::numbers).toList();
        float[][] t = fitted(asked, stated);
        this.spoken = new int[t.length][];
        this.probabilities = new float[t.length][];
        for (int e = 0; e < t.length; e++) {
            int[] ids = new int[t[e].length];
            int n = 0;
            for (int w = 0; w < t[e].length; w++) {
                if (t[e][w] > KEPT) {
                    ids[n++] = w;
                }
            }
            spoken[e] = Arrays.copyOf(ids, n);
            probabilities[e] = new float[n];
            for (int i = 0; i < n; i++) {
                probabilities[e][i] = t[e][ids[i]];
            }
        }
        Map<Integer, List<Double>> ofWord = new TreeMap<>();
        Map<Integer, List<Double>> ofElement = new TreeMap<>();
        for (int i = 0; i < asked.size(); i++) {
            var fit = new Fit(new Asked(asked.get(i)), stated.get(i));
            for (int w = 0; w < fit.words.length; w++) {
                ofWord.computeIfAbsent(fit.words[w], k -> new ArrayList<>()).add(fit.explained[w]);
            }
            for (int e = 0; e < fit.elements.length; e++) {
                ofElement
                        .computeIfAbsent(fit.elements[e], k -> new ArrayList<>())
                        .add(fit.uttered[e]);
            }
        }
        this.explained = new float[words.size()];
        this.explainedLow = new float[words.size()];
        summarise(ofWord, explained, explainedLow);
        this.uttered = new float[t.length];
        this.utteredLow = new float[t.length];
        summarise(ofElement, uttered, utteredLow);
    }

    private static void summarise(Map<Integer, List<Double>> values, float[] mean, float[] low) {
        values.forEach((id, list) -> {
            list.sort(null);
            mean[id] = (float) list.stream().mapToDouble(x -> x).average().orElse(0);
            low[id] = list.get((int) (LOW * list.size())).floatValue();
        });
    }

    private float[][] fitted(List<int[]> asked, List<int[]> stated) {
        int size = words.size();
        float[][] t = new float[elements.size() + 1][size];
        for (float[] row : t) {
            Arrays.fill(row, 1f / Math.max(1, size));
        }
        for (int round = 0; round < ITERATIONS; round++) {
            float[][] counts = new float[t.length][size];
            for (int i = 0; i < asked.size(); i++) {
                for (int w : asked.get(i)) {
                    float total = 0;
                    for (int e : stated.get(i)) {
                        total += t[e][w];
                    }
                    if (total > 0) {
                        for (int e : stated.get(i)) {
                            counts[e][w] += t[e][w] / total;
                        }
                    }
                }
            }
            for (float[] row : counts) {
                float total = 0;
                for (float c : row) {
                    total += c;
                }
                for (int w = 0; w < size; w++) {
                    row[w] = total > 0 ? row[w] / total : 0;
                }
            }
            t = counts;
        }
        return t;
    }

    private int[] known(Collection<String> question) {
        return question.stream()
                .distinct()
                .filter(words::containsKey)
                .mapToInt(words::get)
                .toArray();
    }

    private int[] numbers(Collection<String> statement) {
        int[] ids = new int[statement.size() + 1];
        int n = 1;
        for (String element : statement) {
            Integer id = elements.get(element);
            if (id != null) {
                ids[n++] = id;
            }
        }
        return Arrays.copyOf(ids, n);
    }

    /** A question to measure drafts for. Not thread-safe. */
    Asked asked(Collection<String> question) {
        return new Asked(known(question));
    }

    /** One question, with what each element so far says about its words. */
    final class Asked {
        private final int[] words;
        private final float[] @Nullable [] byElement = new float[spoken.length][];

        private Asked(int[] words) {
            this.words = words;
        }

        private float[] probabilities(int element) {
            float[] known = byElement[element];
            if (known != null) {
                return known;
            }
            float[] row = new float[words.length];
            for (int w = 0; w < row.length; w++) {
                int at = Arrays.binarySearch(spoken[element], words[w]);
                row[w] = at < 0 ? 0 : probabilities[element][at];
            }
            byElement[element] = row;
            return row;
        }

        /**
         * Measures a draft.
         *
         * @param statement the elements of the draft
         * @return the evidence, by name
         */
        Map<String, Double> measure(Collection<String> statement) {
            return evidence(new Fit(this, numbers(statement)));
        }
    }

    /** One question with one statement. */
    private static final class Fit {
        final int[] words;
        final int[] elements;
        final double[] explained;
        final double[] uttered;

        Fit(Asked asked, int[] elements) {
            this.words = asked.words;
            this.elements = elements;
            this.explained = new double[words.length];
            this.uttered = new double[elements.length];
            float[][] by = new float[elements.length][];
            for (int e = 0; e < elements.length; e++) {
                by[e] = asked.probabilities(elements[e]);
            }
            for (int w = 0; w < words.length; w++) {
                double best = FLOOR;
                double total = FLOOR;
                for (float[] row : by) {
                    best = Math.max(best, row[w]);
                    total += row[w];
                }
                explained[w] = Math.log(best);
                for (int e = 0; e < elements.length; e++) {
                    uttered[e] = Math.max(uttered[e], by[e][w] / total);
                }
            }
        }
    }

    private Map<String, Double> evidence(Fit fit) {
        double worst = 0;
        double sum = 0;
        double below = 0;
        for (int w = 0; w < fit.words.length; w++) {
            double shortage = explained[fit.words[w]] - fit.explained[w];
            worst = Math.max(worst, shortage);
            sum += Math.max(0, shortage);
            below += fit.explained[w] < explainedLow[fit.words[w]] - 0.5 ? 1 : 0;
        }
        double unsaid = 0;
        double unsaidSum = 0;
        double unsaidBelow = 0;
        for (int e = 0; e < fit.elements.length; e++) {
            double shortage = uttered[fit.elements[e]] - fit.uttered[e];
            unsaid = Math.max(unsaid, shortage);
            unsaidSum += Math.max(0, shortage);
            unsaidBelow = Math.max(unsaidBelow, utteredLow[fit.elements[e]] - fit.uttered[e]);
        }
        Map<String, Double> evidence = new HashMap<>();
        evidence.put("unexplainedWorst", worst);
        evidence.put("unexplainedSum", sum);
        evidence.put("unexplainedBelow", below);
        evidence.put("unsaidWorst", unsaid);
        evidence.put("unsaidSum", unsaidSum);
        evidence.put("unsaidBelow", unsaidBelow);
        return evidence;
    }
}
