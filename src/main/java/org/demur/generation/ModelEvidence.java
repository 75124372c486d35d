package org.demur.generation;

import java.util.EnumMap;
import java.util.Map;
import org.demur.inference.Completion;

/** What speaks for or against a draft of a language model. */
public final class ModelEvidence {
    private ModelEvidence() {}

    /** What its tokens say; nothing where the model does not tell them. */
    public static Map<Measurement, Double> of(Completion completion) {
        var evidence = new EnumMap<Measurement, Double>(Measurement.class);
        if (completion.tokens().isEmpty()) {
            return evidence;
        }
        double entropy = 0;
        double least = 1;
        double sum = 0;
        int alternatives = Integer.MAX_VALUE;
        for (var token : completion.tokens()) {
            entropy = Math.max(entropy, token.truncatedEntropy());
            double top =
                    token.alternatives().isEmpty()
                            ? token.logProbability()
                            : token.alternatives().getFirst();
            least = Math.min(least, Math.exp(top));
            sum += token.logProbability();
            alternatives = Math.min(alternatives, token.alternatives().size());
        }
        if (alternatives > 0) {
            evidence.put(Measurement.MAX_ENTROPY, entropy);
            evidence.put(Measurement.TOKEN_ALTERNATIVES, (double) alternatives);
        }
        evidence.put(Measurement.LEAST_TOP_PROBABILITY, least);
        evidence.put(Measurement.MEAN_LOG_PROBABILITY, sum / completion.tokens().size());
        return evidence;
    }
}
