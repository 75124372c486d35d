package org.demur.generation;

import java.util.LinkedHashMap;
import java.util.Map;
import org.demur.inference.Completion;

/** What speaks for or against a draft of a language model, by the names of its evidence. */
public final class ModelEvidence {
    /** Share of the samples that are this statement, normalised; in (0, 1], 1 is unanimous. */
    public static final String SHARE_OF_VOTES = "share-of-votes";

    /** How many samples were drawn. */
    public static final String VOTES = "votes";

    /**
     * Largest entropy of a token's distribution, in nats; truncated at {@link #ALTERNATIVES}, hence
     * never more than the true one. The token that ends the text is not among them, for interfaces
     * do not tell it.
     */
    public static final String MAX_ENTROPY = "max-entropy";

    /** How many alternatives of each token the model told, at least. */
    public static final String ALTERNATIVES = "token-alternatives";

    /** Smallest of the tokens' largest probabilities, in (0, 1]. */
    public static final String LEAST_TOP_PROBABILITY = "least-top-probability";

    /** Mean log-probability of the tokens, in nats; at most 0. */
    public static final String MEAN_LOG_PROBABILITY = "mean-log-probability";

    /** Columns of the schema that did not fit into the model's context. */
    public static final String COLUMNS_LEFT_OUT = "columns-left-out";

    /** Demonstrations that did not fit into the model's context. */
    public static final String DEMONSTRATIONS_LEFT_OUT = "demonstrations-left-out";

    /** How often the statement was mended after it had been tried. */
    public static final String REFINEMENTS = "refinements";

    private ModelEvidence() {}

    /** What its tokens say; nothing where the model does not tell them. */
    public static Map<String, Double> of(Completion completion) {
        var evidence = new LinkedHashMap<String, Double>();
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
            evidence.put(MAX_ENTROPY, entropy);
            evidence.put(ALTERNATIVES, (double) alternatives);
        }
        evidence.put(LEAST_TOP_PROBABILITY, least);
        evidence.put(MEAN_LOG_PROBABILITY, sum / completion.tokens().size());
        return evidence;
    }
}
