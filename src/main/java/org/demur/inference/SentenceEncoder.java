package org.demur.inference;

import java.util.List;

/** Turns a sentence and each of its tokens in context into vectors. Thread-safe. */
@FunctionalInterface
public interface SentenceEncoder {
    /** Vectors of one length. */
    Encoded encode(String sentence);

    /** A sentence as vectors, which nobody changes. */
    final class Encoded {
        private final float[] mean;
        private final List<Token> tokens;

        /**
         * Takes what a model made of a sentence.
         *
         * @param mean of all tokens, at unit length
         * @param tokens in order
         */
        public Encoded(float[] mean, List<Token> tokens) {
            this.mean = mean;
            this.tokens = List.copyOf(tokens);
        }

        /** The whole, at unit length; near vectors mean alike. */
        public float[] mean() {
            return mean;
        }

        public List<Token> tokens() {
            return tokens;
        }

        /** Those that have a character from an offset on and before another one. */
        public List<Token> tokens(int from, int to) {
            return tokens.stream().filter(token -> token.overlaps(from, to)).toList();
        }
    }

    /** A token, often a part of a word. */
    final class Token {
        private final int start;
        private final int end;
        private final float[] vector;

        /**
         * Takes a token.
         *
         * @param start offset of its first character in the sentence
         * @param end offset after its last character
         * @param vector of any length
         */
        public Token(int start, int end, float[] vector) {
            this.start = start;
            this.end = end;
            this.vector = vector;
        }

        /** Whether it has a character from an offset on and before another one. */
        public boolean overlaps(int from, int to) {
            return start < to && from < end;
        }

        /** The sum of the vectors of some, at least one. */
        public static float[] sum(List<Token> tokens) {
            var sum = new float[tokens.getFirst().vector.length];
            for (var token : tokens) {
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += token.vector[i];
                }
            }
            return sum;
        }

        /** What it means where it stands. */
        public float[] vector() {
            return vector;
        }
    }
}
