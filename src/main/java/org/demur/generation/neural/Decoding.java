package org.demur.generation.neural;

import java.util.ArrayList;
import java.util.List;
import org.demur.inference.onnx.PointerModel;
import org.demur.inference.onnx.Vocabulary;

/** A way from what a model read to sequences of choices. Thread-safe. */
interface Decoding {
    /** Finished sequences, best or first first; fewer or none where they would be too long. */
    List<Hypothesis> decode(DraftingModel.Opened read);

    /** Whether a statement can begin with a sequence and one more choice. */
    static boolean isPossible(DraftingModel.Opened read, Hypothesis before, int choice) {
        if (choice == Vocabulary.END) {
            return read.mayEnd(before.choices());
        }
        List<Integer> choices = new ArrayList<>(before.choices());
        choices.add(choice);
        return read.verdict(choices) != StatementPrefix.Verdict.IMPOSSIBLE;
    }

    /**
     * Log-probabilities of the next step, in nats, a row for each hypothesis.
     *
     * @param parents for each, its place among those of the step before
     * @param pieces size of the vocabulary
     */
    static float[][] step(
            PointerModel.Reading reading, long[] parents, List<Hypothesis> alive, int pieces) {
        long[] given = alive.stream().mapToLong(h -> Math.min(h.last(), pieces)).toArray();
        long[] copied = alive.stream().mapToLong(h -> Math.max(h.last() - pieces, 0)).toArray();
        return reading.step(parents, given, copied);
    }
}
