package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which words of a question stand for which elements of its statement, learned from pairs by
 * expectation maximisation (IBM Model 1, Brown et al. 1993, from elements to words). It tells how
 * well the elements of a draft explain the question's words, and whether each element is uttered at
 * all, each compared with how it usually is. Immutable once fitted.
 */
public final class WordAlignment {
    private static final int ITERATIONS = 8;
    private static final float KEPT = 1e-3f;
    private static final double FLOOR = 1e-5;

    /** The share of pairs in which a word is explained worse, or an element less uttered. */
    private static final double LOW = 0.05;

    private final Map<String, Integer> words = new HashMap<>();

    /**
     * The rows of the elements that words may stand for, word by word, ascending for each. Row 0 is
     * of the element that every statement has, those of others follow by their numbers.
     */
    private final int[] rows;

    /** The probability of the word with the element, for each of {@link #rows}. */
    private final float[] probabilities;

    /** For each word the place after its last in {@link #rows}. */
    private final int[] ends;

    /** For each word the mean and a low quantile of the logarithm of its best explanation. */
    private final float[] explained;

    private final float[] explainedLow;

    /** For each row the mean and a low quantile of how much of some word is due to its element. */
    private final float[] uttered;

    private final float[] utteredLow;

    /**
     * Fits on pairs.
     *
     * @param questions the words of each question
     * @param statements the elements of each statement, each once
     * @param elements how many elements there are
     */
    WordAlignment(List<List<String>> questions, List<int[]> statements, int elements) {
        Map<String, Integer> counts = new TreeMap<>();
        questions.forEach(
                q -> q.stream().distinct().forEach(w -> counts.merge(w, 1, Integer::sum)));
        counts.forEach((word, count) -> {
            if (count > 2) {
                words.put(word, words.size());
            }
        });
        List<int[]> asked =
                questions.stream().map(q -> WordElementAssociations.numbers(q, words)).toList();
        List<int[]> stated = statements.stream().map(WordAlignment::rows).toList();
        float[][] t = fitted(asked, stated, elements + 1);
        this.ends = new int[words.size()];
        var kept = new ArrayList<Integer>();
        for (int w = 0; w < ends.length; w++) {
            for (int row = 0; row < t.length; row++) {
                if (t[row][w] > KEPT) {
                    kept.add(row);
                }
            }
            ends[w] = kept.size();
        }
        this.rows = kept.stream().mapToInt(row -> row).toArray();
        this.probabilities = new float[rows.length];
        for (int w = 0; w < ends.length; w++) {
            for (int i = start(w); i < ends[w]; i++) {
                probabilities[i] = t[rows[i]][w];
            }
        }
        this.uttered = new float[t.length];
        this.utteredLow = new float[t.length];
        Map<Integer, List<Double>> ofWord = new TreeMap<>();
        Map<Integer, List<Double>> ofRow = new TreeMap<>();
        for (int i = 0; i < asked.size(); i++) {
            var fit = new Fit(new Asked(asked.get(i)), stated.get(i));
            for (int w = 0; w < fit.words.length; w++) {
                ofWord.computeIfAbsent(fit.words[w], k -> new ArrayList<>()).add(fit.explained[w]);
            }
            for (int r = 0; r < fit.rows.length; r++) {
                ofRow.computeIfAbsent(fit.rows[r], k -> new ArrayList<>()).add(fit.uttered[r]);
            }
        }
        this.explained = new float[words.size()];
        this.explainedLow = new float[words.size()];
        summarise(ofWord, explained, explainedLow);
        summarise(ofRow, uttered, utteredLow);
    }

    private static void summarise(Map<Integer, List<Double>> values, float[] mean, float[] low) {
        values.forEach((id, list) -> {
            list.sort(null);
            mean[id] = (float) list.stream().mapToDouble(x -> x).average().orElse(0);
            low[id] = list.get((int) (LOW * list.size())).floatValue();
        });
    }

    private float[][] fitted(List<int[]> asked, List<int[]> stated, int rows) {
        int size = words.size();
        float[][] t = new float[rows][size];
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

    private int start(int word) {
        return word == 0 ? 0 : ends[word - 1];
    }

    private static int[] rows(int[] statement) {
        int[] rows = new int[statement.length + 1];
        for (int i = 0; i < statement.length; i++) {
            rows[i + 1] = statement[i] + 1;
        }
        return rows;
    }

    /** A question to measure drafts for. */
    Asked asked(Collection<String> question) {
        return new Asked(WordElementAssociations.numbers(question, words));
    }

    /** One question, with what each element says about its words. */
    public final class Asked {
        private final int[] words;

        /** By row, then by word. */
        private final float[] said;

        private Asked(int[] words) {
            this.words = words;
            this.said = new float[uttered.length * words.length];
            for (int w = 0; w < words.length; w++) {
                for (int i = start(words[w]); i < ends[words[w]]; i++) {
                    said[rows[i] * words.length + w] = probabilities[i];
                }
            }
        }

        /**
         * Measures a draft.
         *
         * @param statement the elements of the draft
         */
        public Evidence measure(int[] statement) {
            return evidence(new Fit(this, rows(statement)));
        }
    }

    /** One question with one statement. */
    private static final class Fit {
        final int[] words;
        final int[] rows;
        final double[] explained;
        final double[] uttered;

        Fit(Asked asked, int[] rows) {
            this.words = asked.words;
            this.rows = rows;
            this.explained = new double[words.length];
            this.uttered = new double[rows.length];
            double[] total = new double[words.length];
            Arrays.fill(explained, FLOOR);
            Arrays.fill(total, FLOOR);
            for (int row : rows) {
                for (int w = 0; w < words.length; w++) {
                    float said = asked.said[row * words.length + w];
                    explained[w] = Math.max(explained[w], said);
                    total[w] += said;
                }
            }
            for (int r = 0; r < rows.length; r++) {
                for (int w = 0; w < words.length; w++) {
                    float said = asked.said[rows[r] * words.length + w];
                    if (said > 0) { // elements stand for few words
                        uttered[r] = Math.max(uttered[r], said / total[w]);
                    }
                }
            }
            for (int w = 0; w < words.length; w++) {
                explained[w] = Math.log(explained[w]);
            }
        }
    }

    /**
     * How well a draft explains a question.
     *
     * @param unexplainedWorst how much worse than usually a word is explained at most, in nats
     * @param unexplainedSum the same of all words together
     * @param unexplainedBelow words that are explained worse than nearly ever
     * @param unsaidWorst how much less than usually an element is uttered at most
     * @param unsaidSum the same of all elements together
     * @param unsaidBelow how much less than nearly ever an element is uttered at most
     */
    public record Evidence(
            double unexplainedWorst,
            double unexplainedSum,
            int unexplainedBelow,
            double unsaidWorst,
            double unsaidSum,
            double unsaidBelow) {}

    private Evidence evidence(Fit fit) {
        double worst = 0;
        double sum = 0;
        int below = 0;
        for (int w = 0; w < fit.words.length; w++) {
            double shortage = explained[fit.words[w]] - fit.explained[w];
            worst = Math.max(worst, shortage);
            sum += Math.max(0, shortage);
            below += fit.explained[w] < explainedLow[fit.words[w]] - 0.5 ? 1 : 0;
        }
        double unsaid = 0;
        double unsaidSum = 0;
        double unsaidBelow = 0;
        for (int r = 0; r < fit.rows.length; r++) {
            double shortage = uttered[fit.rows[r]] - fit.uttered[r];
            unsaid = Math.max(unsaid, shortage);
            unsaidSum += Math.max(0, shortage);
            unsaidBelow = Math.max(unsaidBelow, utteredLow[fit.rows[r]] - fit.uttered[r]);
        }
        return new Evidence(worst, sum, below, unsaid, unsaidSum, unsaidBelow);
    }
}
