package org.demur.feasibility;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.Stream;

/** How often words and neighbouring words stand in feasible and infeasible questions. */
final class Phrasing {
    /** Weights are bounded: one word never outweighs everything else. */
    private static final double MOST = 5.0;

    /** Questions that a word is taken to have been seen in beforehand, on either side. */
    private static final double SMOOTHING = 0.5;

    private final Map<String, int[]> words = new HashMap<>();
    private final Map<String, int[]> pairs = new HashMap<>();
    private final int[] questions = new int[2];

    static Phrasing of(Collection<ReadQuestion> read) {
        var phrasing = new Phrasing();
        read.forEach(phrasing::add);
        return phrasing;
    }

    private void add(ReadQuestion question) {
        int side = question.feasible() ? 0 : 1;
        questions[side]++;
        new HashSet<>(question.content())
                .forEach(w -> words.computeIfAbsent(w, _ -> new int[2])[side]++);
        new HashSet<>(question.pairs())
                .forEach(p -> pairs.computeIfAbsent(p, _ -> new int[2])[side]++);
    }

    /** The stems that feasible questions use. */
    Stream<String> feasibleWords() {
        return words.entrySet().stream().filter(e -> e.getValue()[0] > 0).map(Map.Entry::getKey);
    }

    int feasible(String stem) {
        var counts = words.get(stem);
        return counts == null ? 0 : counts[0];
    }

    int infeasible(String stem) {
        var counts = words.get(stem);
        return counts == null ? 0 : counts[1];
    }

    boolean isKnownPair(String pair) {
        var counts = pairs.get(pair);
        return counts != null && counts[0] > 0;
    }

    /** Log-odds that a question with this word is infeasible, at equal numbers of both. */
    double logOdds(String stem) {
        return logOdds(words.get(stem));
    }

    double pairLogOdds(String pair) {
        return logOdds(pairs.get(pair));
    }

    private double logOdds(int @org.jspecify.annotations.Nullable [] counts) {
        if (counts == null || questions[1] == 0) {
            return 0.0;
        }
        double feasible = (counts[0] + SMOOTHING) / (questions[0] + 2 * SMOOTHING);
        double infeasible = (counts[1] + SMOOTHING) / (questions[1] + 2 * SMOOTHING);
        return Math.clamp(Math.log(infeasible / feasible), -MOST, MOST);
    }

    int feasibleQuestions() {
        return questions[0];
    }

    int infeasibleQuestions() {
        return questions[1];
    }
}
