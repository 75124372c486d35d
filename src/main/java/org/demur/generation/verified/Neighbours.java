package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The questions of the pairs as weighted words, for finding near ones and words that nobody used
 * before. Immutable.
 */
final class Neighbours {
    /**
     * One known question.
     *
     * @param shape null for an infeasible one
     * @param facet null for an infeasible one
     */
    record Known(@Nullable Shape shape, Shape.@Nullable Facet facet, String question) {}

    /** The known questions with a term, ascending, and the term's weight in each. */
    static final class Posting {
        int[] known = new int[2];
        double[] weights = new double[2];
        int size;

        void add(int id, double weight) {
            if (size == known.length) {
                known = Arrays.copyOf(known, 2 * size);
                weights = Arrays.copyOf(weights, 2 * size);
            }
            known[size] = id;
            weights[size++] = weight;
        }

        void trim() {
            known = Arrays.copyOf(known, size);
            weights = Arrays.copyOf(weights, size);
        }
    }

    /**
     * A near question.
     *
     * @param similarity cosine in [0, 1]
     */
    record Near(Known known, double similarity) {}

    /** Less similar questions are not near. */
    private static final double NEAR = 0.05;

    private final List<Known> known = new ArrayList<>();
    private final Map<String, Integer> frequency = new HashMap<>();
    private final Map<String, Posting> postings = new HashMap<>();
    private final Map<Integer, Set<String>> shapeWords = new HashMap<>();
    private final Map<String, Set<String>> symbolWords = new HashMap<>();
    private final int total;

    Neighbours(List<Shape> shapes, List<QuestionReading> infeasible) {
        for (Shape shape : shapes) {
            for (QuestionReading reading : shape.readings) {
                terms(reading).keySet().forEach(t -> frequency.merge(t, 1, Integer::sum));
            }
        }
        int n = 0;
        for (Shape shape : shapes) {
            Set<String> words = shapeWords.computeIfAbsent(shape.id, k -> new HashSet<>());
            for (int e = 0; e < shape.readings.size(); e++) {
                var reading = shape.readings.get(e);
                n++;
                words.addAll(reading.masked());
                var facet =
                        new Shape.Facet(
                                shape.examples.get(e).tables(), shape.examples.get(e).columns());
                for (String symbol : VerifiedModel.symbols(facet)) {
                    symbolWords
                            .computeIfAbsent(symbol, k -> new HashSet<>())
                            .addAll(reading.masked());
                }
            }
        }
        total = Math.max(1, n);
        for (Shape shape : shapes) {
            for (int e = 0; e < shape.readings.size(); e++) {
                var facet =
                        new Shape.Facet(
                                shape.examples.get(e).tables(), shape.examples.get(e).columns());
                add(shape, facet, shape.readings.get(e));
            }
        }
        infeasible.forEach(r -> add(null, null, r));
        postings.values().forEach(Posting::trim);
    }

    private void add(@Nullable Shape shape, Shape.@Nullable Facet facet, QuestionReading reading) {
        var vector = vector(reading);
        int id = known.size();
        known.add(new Known(shape, facet, reading.text()));
        vector.forEach((term, weight) ->
                postings.computeIfAbsent(term, k -> new Posting()).add(id, weight));
    }

    private static Map<String, Double> terms(QuestionReading reading) {
        Map<String, Double> terms = new TreeMap<>();
        var words = reading.masked();
        for (int i = 0; i < words.size(); i++) {
            terms.merge(words.get(i), 1.0, Double::sum);
            if (i + 1 < words.size()) {
                terms.merge(words.get(i) + " " + words.get(i + 1), 1.0, Double::sum);
            }
        }
        reading.values()
                .forEach(v ->
                        v.readings()
                                .forEach(r ->
                                        terms.merge(
                                                "v:" + r.root() + ">" + r.column(),
                                                1.0,
                                                Double::sum)));
        return terms;
    }

    private Map<String, Double> vector(QuestionReading reading) {
        var terms = terms(reading);
        double norm = 0;
        for (var entry : terms.entrySet()) {
            double idf = Math.log((total + 1.0) / (1 + frequency.getOrDefault(entry.getKey(), 0)));
            entry.setValue(idf * (1 + Math.log(entry.getValue())));
            norm += entry.getValue() * entry.getValue();
        }
        double length = Math.sqrt(Math.max(norm, 1e-9));
        terms.replaceAll((t, w) -> w / length);
        return terms;
    }

    /** The nearest known questions, nearest first. */
    List<Near> nearest(QuestionReading reading, int limit) {
        var vector = vector(reading);
        double[] sums = new double[known.size()];
        vector.forEach((term, weight) -> {
            var list = postings.get(term);
            if (list != null && list.size < Math.max(50, total / 2)) {
                for (int i = 0; i < list.size; i++) {
                    sums[list.known[i]] += weight * list.weights[i];
                }
            }
        });
        return Arrays.stream(Greatest.places(sums, limit, NEAR))
                .mapToObj(i -> new Near(known.get(i), sums[i]))
                .toList();
    }

    /** Inverse document frequency of a word, in nats; highest for one never seen. */
    double rarity(String word) {
        return Math.log((total + 1.0) / (1 + frequency.getOrDefault(word, 0)));
    }

    boolean isKnown(String word) {
        return frequency.containsKey(word);
    }

    boolean goesWithShape(String word, int shape) {
        return shapeWords.getOrDefault(shape, Set.of()).contains(word);
    }

    boolean goesWithSymbols(String word, Set<String> symbols) {
        return symbols.stream().anyMatch(s -> symbolWords.getOrDefault(s, Set.of()).contains(word));
    }
}
