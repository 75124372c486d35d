package org.demur.inference;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;

/** Counts the tokens that a model makes of a text. Thread-safe. */
@FunctionalInterface
public interface TokenCount {
    /**
     * By OpenAI's vocabulary of 100,000 pieces, in which special tokens are plain text. Other
     * models of that size come within a tenth of it on SQL and English; who needs a bound adds a
     * reserve.
     */
    TokenCount CL100K = text -> BytePairs.ENCODING.countTokensOrdinary(text);

    int of(String text);

    /** Read at first use: the vocabulary takes a third of a second. */
    final class BytePairs {
        private static final com.knuddels.jtokkit.api.Encoding ENCODING =
                Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.CL100K_BASE);

        private BytePairs() {}
    }
}
