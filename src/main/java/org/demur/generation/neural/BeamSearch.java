package org.demur.generation.neural;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.demur.inference.onnx.PointerModel;
import org.demur.inference.onnx.Vocabulary;

/** Searches the likeliest sequences of choices, a few side by side. */
final class BeamSearch implements Decoding {
    /** A hypothesis with one more choice. */
    private record Option(int parent, int choice, double logProbability) {}

    private static final long[] FIRST = {0};

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

    /**
     * The hypothesis of the likeliest choice at each step, at a fraction of a search's time. One
     * that is likelier than all others together, more than 0.5, is the likeliest there is.
     *
     * @param least probability of the whole, in [0, 1), at or below which it is given up
     */
    Optional<Hypothesis> greedy(PointerModel.Reading reading, double least) {
        double enough = Math.log(least);
        var hypothesis = Hypothesis.EMPTY;
        for (int step = 0; step < steps && !Thread.currentThread().isInterrupted(); step++) {
            float[] scores = Decoding.step(reading, FIRST, List.of(hypothesis), pieces)[0];
            int choice = 0;
            for (int i = 1; i < scores.length; i++) {
                choice = scores[i] > scores[choice] ? i : choice;
            }
            double logProbability = hypothesis.logProbability() + scores[choice];
            if (logProbability <= enough) {
                return Optional.empty();
            }
            hypothesis = hypothesis.seeing(scores);
            if (choice == Vocabulary.END) {
                return Optional.of(hypothesis.ending(logProbability));
            }
            hypothesis = hypothesis.choosing(choice, logProbability);
        }
        return Optional.empty();
    }

    /** The finished hypotheses, likeliest first, at most as many as the search is wide. */
    @Override
    public List<Hypothesis> decode(PointerModel.Reading reading) {
        List<Hypothesis> finished = new ArrayList<>();
        List<Hypothesis> alive = List.of(Hypothesis.EMPTY);
        long[] parents = FIRST;
        for (int step = 0; step < steps && !Thread.currentThread().isInterrupted(); step++) {
            float[][] scores = Decoding.step(reading, parents, alive, pieces);
            List<Hypothesis> seen = new ArrayList<>();
            for (int i = 0; i < scores.length; i++) {
                seen.add(alive.get(i).seeing(scores[i]));
            }
            List<Hypothesis> next = new ArrayList<>();
            List<Integer> from = new ArrayList<>();
            for (var option : best(seen, scores)) {
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

    private List<Option> best(List<Hypothesis> hypotheses, float[][] scores) {
        List<Option> options = new ArrayList<>();
        for (int parent = 0; parent < scores.length; parent++) {
            double before = hypotheses.get(parent).logProbability();
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
}
