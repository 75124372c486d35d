package org.demur.generation.neural;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.demur.inference.onnx.Vocabulary;

/**
 * Searches the likeliest sequences of choices, a few side by side.
 *
 * @param pieces size of the vocabulary
 * @param steps most choices
 * @param width hypotheses side by side
 */
record BeamSearch(int pieces, int steps, int width) implements Decoding {
    /** A hypothesis with one more choice. */
    private record Option(int parent, int choice, double logProbability) {}

    private static final long[] FIRST = {0};

    /**
     * Log-probability, in nats, below which a hypothesis is given up: that of the least likely
     * draft that is right is -6.2 on EHRSQL's validation questions, -4.8 on TrustSQL's Spider
     * portion.
     */
    private static final double LEAST = -10;

    /**
     * The hypothesis of the likeliest choice at each step, at a fraction of a search's time. One
     * that is likelier than all others together, more than 0.5, is the likeliest there is.
     *
     * @param least probability of the whole, in [0, 1), at or below which it is given up
     */
    Optional<Hypothesis> greedy(DraftingModel.Opened read, double least) {
        double enough = Math.log(least);
        var hypothesis = Hypothesis.EMPTY;
        for (int step = 0; step < steps && !Thread.currentThread().isInterrupted(); step++) {
            float[] scores = Decoding.step(read.reading(), FIRST, List.of(hypothesis), pieces)[0];
            hypothesis = hypothesis.seeing(scores);
            var ranked = new Ranked(0, hypothesis, scores);
            var option = ranked.next();
            while (option.logProbability > enough
                    && !Decoding.isPossible(read, hypothesis, option.choice)) {
                option = ranked.next();
            }
            if (option.logProbability <= enough) {
                return Optional.empty();
            }
            if (option.choice == Vocabulary.END) {
                return Optional.of(hypothesis.ending(option.logProbability));
            }
            hypothesis = hypothesis.choosing(option.choice, option.logProbability);
        }
        return Optional.empty();
    }

    /** The finished hypotheses, likeliest first, at most as many as the search is wide. */
    @Override
    public List<Hypothesis> decode(DraftingModel.Opened read) {
        List<Hypothesis> finished = new ArrayList<>();
        List<Hypothesis> alive = List.of(Hypothesis.EMPTY);
        long[] parents = FIRST;
        for (int step = 0; step < steps && !Thread.currentThread().isInterrupted(); step++) {
            float[][] scores = Decoding.step(read.reading(), parents, alive, pieces);
            List<Hypothesis> seen = new ArrayList<>();
            for (int i = 0; i < scores.length; i++) {
                seen.add(alive.get(i).seeing(scores[i]));
            }
            List<Hypothesis> next = new ArrayList<>();
            List<Integer> from = new ArrayList<>();
            for (var option : best(read, seen, scores)) {
                var before = seen.get(option.parent);
                if (option.choice == Vocabulary.END) {
                    finished.add(before.ending(option.logProbability));
                } else {
                    next.add(before.choosing(option.choice, option.logProbability));
                    from.add(option.parent);
                }
            }
            finished.sort(Comparator.comparingDouble(h -> -h.logProbability()));
            alive = next;
            parents = from.stream().mapToLong(Integer::longValue).toArray();
            if (alive.isEmpty() || isSettled(finished, alive.getFirst())) {
                break;
            }
        }
        return finished.subList(0, Math.min(width, finished.size()));
    }

    /** Whether no continuation can be among the likeliest, as each step only takes away. */
    private boolean isSettled(List<Hypothesis> finished, Hypothesis bestAlive) {
        return finished.size() >= width
                && finished.get(width - 1).logProbability() >= bestAlive.logProbability();
    }

    /** The likeliest that statements can begin with. */
    private List<Option> best(
            DraftingModel.Opened read, List<Hypothesis> hypotheses, float[][] scores) {
        var next = new PriorityQueue<Ranked>();
        for (int parent = 0; parent < scores.length; parent++) {
            next.add(new Ranked(parent, hypotheses.get(parent), scores[parent]));
        }
        List<Option> best = new ArrayList<>();
        while (best.size() < width) {
            var ranked = next.remove();
            var option = ranked.next();
            if (option.logProbability <= LEAST) {
                break;
            }
            if (Decoding.isPossible(read, hypotheses.get(option.parent), option.choice)) {
                best.add(option);
            }
            next.add(ranked);
        }
        return best;
    }

    /** The choices that may follow a hypothesis, likeliest first, of equal ones the earlier. */
    private static final class Ranked implements Comparable<Ranked> {
        private final int parent;
        private final double before;
        private final float[] left;
        private int top;

        Ranked(int parent, Hypothesis hypothesis, float[] scores) {
            this.parent = parent;
            this.before = hypothesis.logProbability();
            this.left = scores.clone();
            find();
        }

        private void find() {
            top = 0;
            for (int i = 1; i < left.length; i++) {
                top = left[i] > left[top] ? i : top;
            }
        }

        /** Takes the likeliest away. */
        Option next() {
            var option = new Option(parent, top, before + left[top]);
            left[top] = Float.NEGATIVE_INFINITY;
            find();
            return option;
        }

        @Override
        public int compareTo(Ranked other) {
            int byScore = Double.compare(other.before + other.left[other.top], before + left[top]);
            return byScore == 0 ? Integer.compare(parent, other.parent) : byScore;
        }
    }
}
