package org.demur.inference;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * The words that a model may give as its verdict. Read strictly: the whole completion is one of the
 * words, give or take case, quotes, a final full stop and the blanks around it. Anything else is no
 * verdict, which is trouble and never consent.
 *
 * @param words in lower case
 */
public record VerdictWords(List<String> words) {
    public VerdictWords {
        words = List.copyOf(words);
    }

    public static VerdictWords of(String... words) {
        return new VerdictWords(Arrays.asList(words));
    }

    /**
     * The verdict, as spelled in {@link #words}.
     *
     * @param onWhat for the message
     * @throws GatewayException {@code MALFORMED_OUTPUT} when there is none
     */
    public String verdict(Completion completion, String onWhat) {
        return read(completion)
                .orElseThrow(() ->
                        new GatewayException(
                                FailureCode.MALFORMED_OUTPUT,
                                "the model gave no verdict on %s; none is guessed"
                                        .formatted(onWhat)));
    }

    /** The verdict, as spelled in {@link #words}; empty when there is none. */
    public Optional<String> read(Completion completion) {
        var text = completion.text().strip();
        if (text.endsWith(".")) {
            text = text.substring(0, text.length() - 1).strip();
        }
        if (text.length() > 1
                && "'\"`".indexOf(text.charAt(0)) >= 0
                && text.charAt(0) == text.charAt(text.length() - 1)) {
            text = text.substring(1, text.length() - 1).strip();
        }
        var lower = text.toLowerCase(Locale.ROOT);
        return words.stream().filter(lower::equals).findFirst();
    }
}
