package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.inference.SentenceEncoder.Encoded;
import org.demur.inference.SentenceEncoder.Token;
import org.demur.schema.FunctionWords;

/**
 * The words of a question in context, but for those of values, numbers and times. Two questions are
 * aligned by giving each word the most similar one of the other (BERTScore, Zhang et al. 2020): a
 * paraphrase leaves no word alone, a condition more or less does. Immutable.
 */
public final class WordVectors {
    /**
     * How well the words of one question are met by those of another, as cosines in [-1, 1].
     *
     * @param least of its content words; 1 where it has none
     * @param second the second least of these
     * @param content the mean of these
     * @param all the mean of all its words
     */
    record Met(double least, double second, double content, double all) {
        private static Met of(double[] best, BitSet content) {
            double least = 1;
            double second = 1;
            double sum = 0;
            double all = 0;
            for (int i = 0; i < best.length; i++) {
                all += best[i];
                if (content.get(i)) {
                    sum += best[i];
                    second = Math.clamp(best[i], least, second);
                    least = Math.min(least, best[i]);
                }
            }
            int contents = content.cardinality();
            return new Met(
                    least,
                    second,
                    contents == 0 ? 1 : sum / contents,
                    best.length == 0 ? 1 : all / best.length);
        }
    }

    /**
     * Two questions word by word.
     *
     * @param asked how the words of the one are met by the other's
     * @param known how those of the other are met by the one's
     */
    record Alignment(Met asked, Met known) {
        /** The mean of both ways, over all words. */
        double mean() {
            return (asked.all() + known.all()) / 2;
        }
    }

    /** Of unit length. */
    private final float[][] words;

    /** Which of them hold no sentence together. */
    private final BitSet content;

    private WordVectors(float[][] words, BitSet content) {
        this.words = words;
        this.content = content;
    }

    /** Of a question whose text was encoded. */
    static WordVectors of(QuestionReading reading, Encoded encoded) {
        List<float[]> words = new ArrayList<>();
        var content = new BitSet();
        for (int i = 0; i < reading.tokens().size(); i++) {
            var token = reading.tokens().get(i);
            boolean isWord =
                    token.text().chars().anyMatch(Character::isLetter)
                            && !reading.isValueOrTime(i)
                            && !isNumber(reading, i);
            if (isWord) {
                var parts = encoded.tokens(token.start(), token.end());
                if (!parts.isEmpty()) {
                    boolean isContent =
                            token.text().length() > 1
                                    && !FunctionWords.ENGLISH.contains(token.text());
                    content.set(words.size(), isContent);
                    words.add(unitSum(parts));
                }
            }
        }
        return new WordVectors(words.toArray(float[][]::new), content);
    }

    private static boolean isNumber(QuestionReading reading, int token) {
        return reading.numbers().stream().anyMatch(number -> number.token() == token);
    }

    private static float[] unitSum(List<Token> parts) {
        float[] sum = Token.sum(parts);
        double norm = Math.max(Math.sqrt(cosine(sum, sum)), 1e-12);
        for (int i = 0; i < sum.length; i++) {
            sum[i] /= (float) norm;
        }
        return sum;
    }

    /** Aligns this question with a pair's. */
    Alignment with(WordVectors known) {
        double[] toKnown = new double[words.length];
        double[] toAsked = new double[known.words.length];
        Arrays.fill(toKnown, -1);
        Arrays.fill(toAsked, -1);
        for (int i = 0; i < words.length; i++) {
            for (int j = 0; j < known.words.length; j++) {
                double cosine = cosine(words[i], known.words[j]);
                toKnown[i] = Math.max(toKnown[i], cosine);
                toAsked[j] = Math.max(toAsked[j], cosine);
            }
        }
        return new Alignment(Met.of(toKnown, content), Met.of(toAsked, known.content));
    }

    /** Of unit vectors. */
    static double cosine(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
