package org.demur.generation.neural;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.demur.inference.onnx.PointerModel;

/** Searches the likeliest sequences of choices, a few side by side. */
final class BeamSearch {
    /**
     * A sequence of choices, and what the distributions of its steps say.
     *
     * @param choices pieces of the vocabulary; from its size on, places of the question
     * @param logProbability sum over the steps, in nats
     * @param maxEntropy largest entropy of a step, in nats
     * @param leastTopProbability smallest of the steps' largest probabilities
     */
    record Hypothesis(
            List<Integer> choices,
            double logProbability,
            double maxEntropy,
            double leastTopProbability) {
        private static final Hypothesis NOTHING = new Hypothesis(List.of(), 0, 0, 1);
    }

    /** A hypothesis with one more choice. */
    private record Option(int parent, int choice, double logProbability) {}

    private final int pieces;
    private final int steps;
    private final int width;

    /**
     * A search.
     *
     * @param pieces size of the vocabulary
     * @param steps most choices
     * @param width hypotheses side by side
     */
    BeamSearch(int pieces, int steps, int width) {
        this.pieces = pieces;
        this.steps = steps;
        this.width = width;
    }

    /** The finished hypotheses, likeliest first, at most as many as the search is wide. */
    List<Hypothesis> search(PointerModel.Reading reading) {
        List<Hypothesis> finished = new ArrayList<>();
        List<Hypothesis> alive = List.of(Hypothesis.NOTHING);
        long[] parents = {0};
        for (int step = 0; step < steps && !Thread.currentThread().isInterrupted(); step++) {
            float[][] scores = reading.step(parents, given(alive), copied(alive));
            List<Hypothesis> seen = new ArrayList<>();
            for (int i = 0; i < scores.length; i++) {
                seen.add(seen(alive.get(i), scores[i]));
            }
            List<Hypothesis> next = new ArrayList<>();
            List<Integer> from = new ArrayList<>();
            for (var option : best(seen, scores)) {
                var before = seen.get(option.parent);
                boolean ends = option.choice == Vocabulary.END;
                List<Integer> choices = new ArrayList<>(before.choices);
                if (!ends) {
                    choices.add(option.choice);
                    from.add(option.parent);
                }
                (ends ? finished : next)
                        .add(
                                new Hypothesis(
                                        choices,
                                        option.logProbability,
                                        before.maxEntropy,
                                        before.leastTopProbability));
            }
            finished.sort(Comparator.comparingDouble(h -> -h.logProbability));
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
                && finished.get(width - 1).logProbability >= bestAlive.logProbability;
    }

    /** With what the distribution of the next step says. */
    private static Hypothesis seen(Hypothesis before, float[] logProbabilities) {
        double entropy = 0;
        double top = Double.NEGATIVE_INFINITY;
        for (float log : logProbabilities) {
            entropy -= Math.exp(log) * log;
            top = Math.max(top, log);
        }
        return new Hypothesis(
                before.choices,
                before.logProbability,
                Math.max(before.maxEntropy, entropy),
                Math.min(before.leastTopProbability, Math.exp(top)));
    }

    private List<Option> best(List<Hypothesis> hypotheses, float[][] scores) {
        List<Option> options = new ArrayList<>();
        for (int parent = 0; parent < scores.length; parent++) {
            double before = hypotheses.get(parent).logProbability;
            for (int choice : largest(scores[parent])) {
                options.add(new Option(parent, choice, before + scores[parent][choice]));
            }
        }
        options.sort(Comparator.comparingDouble(option -> -option.logProbability));
        return options.subList(0, Math.min(width, options.size()));
    }

    /** The places of the largest scores, largest first, of equal ones the earlier first. */
    private List<Integer> largest(float[] scores) {
        List<Integer> found = new ArrayList<>(width + 1);
        for (int i = 0; i < scores.length; i++) {
            int at = found.size();
            while (at > 0 && scores[found.get(at - 1)] < scores[i]) {
                at--;
            }
            if (at < width) {
                found.add(at, i);
                if (found.size() > width) {
                    found.removeLast();
                }
            }
        }
        return found;
    }

    private long[] given(List<Hypothesis> hypotheses) {
        return hypotheses.stream().mapToLong(h -> Math.min(last(h), pieces)).toArray();
    }

    private long[] copied(List<Hypothesis> hypotheses) {
        return hypotheses.stream().mapToLong(h -> Math.max(last(h) - pieces, 0)).toArray();
    }

    private static int last(Hypothesis hypothesis) {
        return hypothesis.choices.isEmpty() ? Vocabulary.START : hypothesis.choices.getLast();
    }
}
