package org.demur.generation.neural;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.demur.inference.onnx.Vocabulary;

/**
 * Draws sequences of choices by their probabilities, side by side. The same question gives the same
 * samples.
 *
 * @param pieces size of the vocabulary
 * @param steps most choices
 * @param samples how many sequences
 */
record Sampling(int pieces, int steps, int samples) implements Decoding {
    private static final long SEED = 18;

    /** Those that end in time as statements, in the order in which they do. */
    @Override
    public List<Hypothesis> decode(DraftingModel.Opened read) {
        var random = new Random(SEED);
        List<Hypothesis> finished = new ArrayList<>();
        List<Hypothesis> alive = Collections.nCopies(samples, Hypothesis.EMPTY);
        long[] parents = new long[samples];
        for (int step = 0;
                step < steps && !alive.isEmpty() && !Thread.currentThread().isInterrupted();
                step++) {
            float[][] scores = Decoding.step(read.reading(), parents, alive, pieces);
            List<Hypothesis> next = new ArrayList<>();
            List<Integer> from = new ArrayList<>();
            for (int i = 0; i < scores.length; i++) {
                var seen = alive.get(i).seeing(scores[i]);
                int choice = drawn(scores[i], random.nextDouble());
                if (!Decoding.isPossible(read, seen, choice)) {
                    continue; // another draw would hide that the model is at a loss
                }
                double logProbability = seen.logProbability() + scores[i][choice];
                if (choice == Vocabulary.END) {
                    finished.add(seen.ending(logProbability));
                } else {
                    next.add(seen.choosing(choice, logProbability));
                    from.add(i);
                }
            }
            alive = next;
            parents = from.stream().mapToLong(Integer::longValue).toArray();
        }
        return finished;
    }

    /** The choice at a place of the cumulative distribution, the place in [0, 1). */
    private static int drawn(float[] logProbabilities, double place) {
        double sum = 0;
        for (int i = 0; i < logProbabilities.length; i++) {
            sum += Math.exp(logProbabilities[i]);
            if (place < sum) {
                return i;
            }
        }
        return Vocabulary.END; // of what rounding leaves
    }
}
