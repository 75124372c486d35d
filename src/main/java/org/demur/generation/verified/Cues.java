package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.demur.generation.verified.QuestionReading.NumberMention;

/**
 * Which words go with which elements of a statement, counted over pairs: what a question says that
 * a draft does not mirror, and what a draft does that the question does not say. Immutable once
 * fitted.
 */
final class Cues {
    private final Map<String, Integer> wordCounts = new HashMap<>();
    private final Map<String, Integer> elementCounts = new HashMap<>();
    private final Map<String, Map<String, Integer>> together = new HashMap<>();
    private int total;

    /** For each word the elements that it demands, with their shares. */
    private Map<String, Map<String, Double>> demands = Map.of();

    void learn(Collection<String> words, Collection<String> elements) {
        total++;
        Set<String> distinct = new HashSet<>(elements);
        distinct.forEach(e -> elementCounts.merge(e, 1, Integer::sum));
        for (String word : new HashSet<>(words)) {
            wordCounts.merge(word, 1, Integer::sum);
            var counts = together.computeIfAbsent(word, w -> new HashMap<>());
            distinct.forEach(e -> counts.merge(e, 1, Integer::sum));
        }
    }

    /**
     * Words and neighbouring pairs of words of a question, without placeholders for times; numbers
     * with their unit, which may decide on what is written otherwise: "6-month" on half of a year.
     */
    static List<String> words(QuestionReading reading) {
        List<String> words =
                new ArrayList<>(
                        TextFeatures.grams(
                                reading.masked().stream()
                                        .filter(t -> !t.equals(QuestionReader.TIME))
                                        .toList(),
                                2));
        for (var number : reading.numbers()) {
            if (!number.unit().isEmpty() && !number.unit().equals(NumberMention.YEAR)) {
                words.add("n:" + number.value() + " " + number.unit());
            }
        }
        return words;
    }

    /** Ends learning: keeps of all counts what words demand. */
    void settle() {
        demands = new HashMap<>();
        together.forEach((word, counts) -> {
            int n = wordCounts.getOrDefault(word, 0);
            if (n < 3) {
                return;
            }
            Map<String, Double> shares = new HashMap<>();
            counts.forEach((element, count) -> {
                double share = (count - 0.5) / (n + 0.5);
                double base = elementCounts.getOrDefault(element, 0) / (double) total;
                if (share > 0.3 && share > 2 * base) {
                    shares.put(element, share);
                }
            });
            demands.put(word, shares);
        });
        wordCounts.clear();
        together.clear();
    }

    /**
     * What a question demands: for each element the strongest share with which some word came with
     * it.
     */
    Map<String, Double> demanded(Collection<String> words) {
        Map<String, Double> demanded = new TreeMap<>(); // sums must not depend on a map's history
        for (String word : words) {
            demands.getOrDefault(word, Map.of())
                    .forEach((element, share) -> demanded.merge(element, share, Math::max));
        }
        return demanded;
    }

    /**
     * Measures how demand and draft fit.
     *
     * @param demanded what the question demands
     * @param elements what the draft has
     * @return strongest demand unmet, sum of demands above one half unmet, least demand for an
     *     element of the draft that is not common anyway, and the mean of those demands
     */
    double[] fit(Map<String, Double> demanded, Collection<String> elements) {
        double unmet = 0;
        double unmetSum = 0;
        Set<String> has = new HashSet<>(elements);
        for (var entry : demanded.entrySet()) {
            if (!has.contains(entry.getKey())) {
                unmet = Math.max(unmet, entry.getValue());
                unmetSum += entry.getValue() > 0.5 ? entry.getValue() : 0;
            }
        }
        double least = 1;
        double sum = 0;
        int counted = 0;
        for (String element : has) {
            double base = elementCounts.getOrDefault(element, 0) / (double) Math.max(1, total);
            if (base < 0.4) {
                double share = demanded.getOrDefault(element, base);
                least = Math.min(least, share);
                sum += share;
                counted++;
            }
        }
        return new double[] {unmet, unmetSum, least, counted == 0 ? 1 : sum / counted};
    }
}
