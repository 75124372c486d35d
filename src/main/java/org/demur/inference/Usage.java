package org.demur.inference;

/**
 * Tokens that a request used, as the model's server counts them.
 *
 * @param input tokens of the prompt, at least 0
 * @param output tokens of all its completions, at least 0
 */
public record Usage(long input, long output) {
    public static final Usage NONE = new Usage(0, 0);

    /** Bytes of English or SQL in a token; on the low side, so that estimates are on the high. */
    private static final int BYTES_PER_TOKEN = 3;

    /** What a request will use at most, as far as can be told before it is sent. */
    public static Usage expected(Prompt prompt, int samples, int maxTokens) {
        return new Usage(prompt.bytes() / BYTES_PER_TOKEN + 1, (long) samples * maxTokens);
    }

    public Usage plus(Usage other) {
        return new Usage(input + other.input, output + other.output);
    }

    public long tokens() {
        return input + output;
    }
}
