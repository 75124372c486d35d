package org.demur.generation.neural;

import java.util.ArrayList;
import java.util.List;
import org.demur.inference.onnx.Vocabulary;

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
    static final Hypothesis EMPTY = new Hypothesis(List.of(), 0, 0, 1);

    /**
     * With what the distribution of the next step says.
     *
     * @param logProbabilities of each choice, in nats
     */
    Hypothesis seeing(float[] logProbabilities) {
        double entropy = 0;
        double top = Double.NEGATIVE_INFINITY;
        for (float log : logProbabilities) {
            entropy -= Math.exp(log) * log;
            top = Math.max(top, log);
        }
        return new Hypothesis(
                choices,
                logProbability,
                Math.max(maxEntropy, entropy),
                Math.min(leastTopProbability, Math.exp(top)));
    }

    /** With one more choice. */
    Hypothesis choosing(int choice, double newLogProbability) {
        List<Integer> more = new ArrayList<>(choices);
        more.add(choice);
        return new Hypothesis(more, newLogProbability, maxEntropy, leastTopProbability);
    }

    /** Without another choice. */
    Hypothesis ending(double newLogProbability) {
        return new Hypothesis(choices, newLogProbability, maxEntropy, leastTopProbability);
    }

    /** The last choice, or what stands before the first. */
    int last() {
        return choices.isEmpty() ? Vocabulary.START : choices.getLast();
    }
}
