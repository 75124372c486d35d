package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.SchemaBinding;
import org.demur.generation.verified.template.SqlTemplate;
import org.jspecify.annotations.Nullable;

/**
 * The questions of the pairs as weighted words, for finding near ones and words that nobody used
 * before. Immutable.
 */
public final class LexicalNeighbours {
    /**
     * One known question.
     *
     * @param template null for an infeasible one
     * @param binding null for an infeasible one
     */
    public record Known(
            @Nullable SqlTemplate template, @Nullable SchemaBinding binding, String question) {}

    /** The known questions with a term, ascending, and the term's weight in each. */
    public static final class Posting {
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
    public record Near(Known known, double similarity) {}

    /** Less similar questions are not near. */
    private static final double NEAR = 0.05;

    private final List<Known> known = new ArrayList<>();
    private final Map<String, Integer> frequency = new HashMap<>();
    private final Map<String, Posting> postings = new HashMap<>();
    private final Map<Integer, Set<String>> templateWords = new HashMap<>();
    private final Map<String, Set<String>> symbolWords = new HashMap<>();
    private final int total;

    LexicalNeighbours(List<TrainingPair> pairs, List<QuestionReading> infeasible) {
        for (TrainingPair pair : pairs) {
            var words = pair.reading().masked();
            terms(pair.reading()).keySet().forEach(t -> frequency.merge(t, 1, Integer::sum));
            templateWords.computeIfAbsent(pair.template().id, k -> new HashSet<>()).addAll(words);
            for (String symbol : pair.example().binding().symbols()) {
                symbolWords.computeIfAbsent(symbol, k -> new HashSet<>()).addAll(words);
            }
        }
        total = Math.max(1, pairs.size());
        pairs.forEach(p -> add(p.template(), p.example().binding(), p.reading()));
        infeasible.forEach(r -> add(null, null, r));
        postings.values().forEach(Posting::trim);
    }

    private void add(
            @Nullable SqlTemplate template,
            @Nullable SchemaBinding binding,
            QuestionReading reading) {
        var vector = vector(reading);
        int id = known.size();
        known.add(new Known(template, binding, reading.text()));
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
    public List<Near> nearest(QuestionReading reading, int limit) {
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
        return Arrays.stream(TopK.places(sums, limit, NEAR))
                .mapToObj(i -> new Near(known.get(i), sums[i]))
                .toList();
    }

    /** Inverse document frequency of a word, in nats; highest for one never seen. */
    public double rarity(String word) {
        return Math.log((total + 1.0) / (1 + frequency.getOrDefault(word, 0)));
    }

    /** Whether a pair's question has a word. */
    public boolean isKnown(String word) {
        return frequency.containsKey(word);
    }

    /** Whether a question of a template, by its id, has a word. */
    public boolean goesWithTemplate(String word, int template) {
        return templateWords.getOrDefault(template, Set.of()).contains(word);
    }

    /** Whether a question whose statement has one of the tables or columns has a word. */
    public boolean goesWithSymbols(String word, Set<String> symbols) {
        return symbols.stream().anyMatch(s -> symbolWords.getOrDefault(s, Set.of()).contains(word));
    }
}
