package org.demur.feasibility;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.Stream;
import org.demur.schema.PackedTexts;

/** How often words and neighbouring words stand in feasible and infeasible questions. Immutable. */
final class Phrasing {
    /** Weights are bounded: one word never outweighs everything else. */
    private static final double MOST = 5.0;

    /** Questions that a word is taken to have been seen in beforehand, on either side. */
    private static final double SMOOTHING = 0.5;

    private final Counts words;
    private final Counts pairs;
    private final int[] questions;

    private Phrasing(Counts words, Counts pairs, int[] questions) {
        this.words = words;
        this.pairs = pairs;
        this.questions = questions;
    }

    /** Of each text, in how many feasible and how many infeasible questions it stands. */
    private static final class Counts {
        private final PackedTexts texts;

        /** By text two. */
        private final int[] counts;

        Counts(PackedTexts texts, int[] counts) {
            this.texts = texts;
            this.counts = counts;
        }

        static Counts of(Map<String, int[]> counted) {
            var texts = PackedTexts.of(counted.keySet());
            var counts = new int[2 * texts.size()];
            counted.forEach(
                    (text, of) -> System.arraycopy(of, 0, counts, 2 * texts.placeOf(text), 2));
            return new Counts(texts, counts);
        }

        /**
         * @param side 0 for feasible questions, 1 for infeasible ones
         */
        int count(String text, int side) {
            int place = texts.placeOf(text);
            return place < 0 ? 0 : counts[2 * place + side];
        }

        void write(DataOutput out) throws IOException {
            texts.write(out);
            for (int count : counts) {
                out.writeInt(count);
            }
        }

        static Counts read(ByteBuffer in) {
            var texts = PackedTexts.read(in);
            var counts = new int[2 * texts.size()];
            in.asIntBuffer().get(counts);
            in.position(in.position() + Integer.BYTES * counts.length);
            return new Counts(texts, counts);
        }
    }

    static Phrasing of(Collection<ReadQuestion> read) {
        var words = new HashMap<String, int[]>();
        var pairs = new HashMap<String, int[]>();
        var questions = new int[2];
        for (var question : read) {
            int side = question.feasible() ? 0 : 1;
            questions[side]++;
            new HashSet<>(question.content())
                    .forEach(w -> words.computeIfAbsent(w, _ -> new int[2])[side]++);
            new HashSet<>(question.pairs())
                    .forEach(p -> pairs.computeIfAbsent(p, _ -> new int[2])[side]++);
        }
        return new Phrasing(Counts.of(words), Counts.of(pairs), questions);
    }

    /** Writes all of it, for {@link #read}. */
    void write(DataOutput out) throws IOException {
        words.write(out);
        pairs.write(out);
        out.writeInt(questions[0]);
        out.writeInt(questions[1]);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws RuntimeException where it did not
     */
    static Phrasing read(ByteBuffer in) {
        var words = Counts.read(in);
        var pairs = Counts.read(in);
        return new Phrasing(words, pairs, new int[] {in.getInt(), in.getInt()});
    }

    /** The stems that feasible questions use. */
    Stream<String> feasibleWords() {
        return words.texts.all().filter(w -> feasible(w) > 0);
    }

    int feasible(String stem) {
        return words.count(stem, 0);
    }

    int infeasible(String stem) {
        return words.count(stem, 1);
    }

    boolean isKnownPair(String pair) {
        return pairs.count(pair, 0) > 0;
    }

    /** Log-odds that a question with this word is infeasible, at equal numbers of both. */
    double logOdds(String stem) {
        return logOdds(words, stem);
    }

    double pairLogOdds(String pair) {
        return logOdds(pairs, pair);
    }

    private double logOdds(Counts counts, String text) {
        int place = counts.texts.placeOf(text);
        if (place < 0 || questions[1] == 0) {
            return 0.0;
        }
        double feasible = (counts.counts[2 * place] + SMOOTHING) / (questions[0] + 2 * SMOOTHING);
        double infeasible =
                (counts.counts[2 * place + 1] + SMOOTHING) / (questions[1] + 2 * SMOOTHING);
        return Math.clamp(Math.log(infeasible / feasible), -MOST, MOST);
    }

    int feasibleQuestions() {
        return questions[0];
    }
}
