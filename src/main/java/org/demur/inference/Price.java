package org.demur.inference;

/**
 * What a model's tokens cost.
 *
 * @param input for a million tokens of prompts, in any currency, the same for all models
 * @param output for a million tokens of completions
 */
public record Price(double input, double output) {
    public static final Price NOTHING = new Price(0, 0);

    private static final double PER = 1e6;

    public double of(Usage usage) {
        return (usage.input() * input + usage.output() * output) / PER;
    }
}
