package org.demur.inference;

import java.time.LocalDate;

/** Keeps what models used on a day beyond the end of the program. Thread-safe. */
public interface SpendingLog {
    /** Forgets. */
    SpendingLog NONE =
            new SpendingLog() {
                @Override
                public Used of(LocalDate day) {
                    return Used.NOTHING;
                }

                @Override
                public void add(LocalDate day, String model, Used used) {}
            };

    /** What all models used on a day, as far as it is known to have been kept. */
    Used of(LocalDate day);

    /**
     * Adds to a day; returns before it is kept.
     *
     * @param used negative where less was used than was said before
     */
    void add(LocalDate day, String model, Used used);

    /**
     * What was used.
     *
     * @param tokens of prompts and completions together
     * @param cost in the currency of the prices
     */
    record Used(long tokens, double cost) {
        public static final Used NOTHING = new Used(0, 0);

        /** Both together. */
        public Used plus(Used more) {
            return new Used(tokens + more.tokens, cost + more.cost);
        }
    }
}
