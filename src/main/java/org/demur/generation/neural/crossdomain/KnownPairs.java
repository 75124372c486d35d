package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.demur.generation.neural.crossdomain.PairUsage.Constant;
import org.demur.generation.neural.crossdomain.PairUsage.Use;
import org.demur.generation.neural.crossdomain.SpokenWords.Word;
import org.demur.inference.TextEmbedder;
import org.demur.schema.VerifiedQuery;

/**
 * Verified queries as the model sees them: those that are like a question, and what all of them
 * teach about its words. Its numbers are those that the model was trained with; {@code
 * models/training/pairs.py} is its twin. Immutable.
 */
final class KnownPairs {
    /** Pairs that the model reads with a question. */
    static final int READ = 3;

    /** Pairs like the question whose values are offered though no question says them. */
    private static final int OFFERING = 6;

    /** Pieces of a pair's question that are read. */
    private static final int LONGEST = 24;

    /** Dice's coefficient from which on a word and an item belong together. */
    private static final double ASSOCIATED = 0.4;

    private static final double CLOSELY_ASSOCIATED = 0.75;

    /** What a statement can have: a table, a column, or a text of a column. */
    sealed interface Named {
        record OfTable(int table) implements Named {}

        record OfColumn(int column) implements Named {}

        record OfText(int column, String lower) implements Named {
            static OfText of(int column, String text) {
                return new OfText(column, text.toLowerCase(Locale.ROOT));
            }
        }
    }

    /**
     * A pair.
     *
     * @param pieces of its question
     * @param stems of its question's telling words
     * @param uses what its statement does with what it names
     * @param unsaid values of its statement that its question does not spell
     * @param statement numbers of the model's pieces that its statement has
     */
    record Pair(
            List<Long> pieces,
            Set<String> stems,
            Map<Named, Optional<Use>> uses,
            List<Constant> unsaid,
            Set<Integer> statement) {}

    /** A pair and the cosine of its question and the one asked. */
    record Near(Pair pair, double cosine) {}

    /**
     * What a question recalls.
     *
     * @param near pairs that are like it, best first
     */
    record Recalled(List<Near> near, KnownPairs all) {
        /** The pairs that the model reads. */
        List<Near> read() {
            return near.subList(0, Math.min(READ, near.size()));
        }

        /** Values of like pairs that no word stands for. */
        List<Constant> unsaid() {
            return near.stream().flatMap(n -> n.pair.unsaid.stream()).toList();
        }
    }

    private final TextEmbedder embedder;
    private final List<Pair> pairs = new ArrayList<>();
    private final List<float[]> embedded = new ArrayList<>();
    private final Map<String, Integer> ofStems = new HashMap<>();
    private final Map<Named, Integer> ofNamed = new HashMap<>();
    private final Map<String, Map<Named, Integer>> together = new HashMap<>();

    /**
     * Pairs of a database; those of infeasible questions teach nothing.
     *
     * @param statementPieces the model's, by number
     */
    KnownPairs(
            List<VerifiedQuery> pairs,
            SpelledSchema schema,
            List<String> statementPieces,
            TextEmbedder embedder) {
        this.embedder = embedder;
        var pieces = new PairUsage.Pieces(statementPieces);
        for (var pair : pairs) {
            if (pair.sql() != null) {
                add(pair(pair.question(), pair.sql(), schema, pieces));
                embedded.add(embedder.embed(pair.question()));
            }
        }
    }

    private static Pair pair(
            String question, String sql, SpelledSchema schema, PairUsage.Pieces pieces) {
        var usage = new PairUsage(sql, schema.schema());
        Map<Named, Optional<Use>> uses = new HashMap<>();
        usage.tables().forEach(table -> uses.put(new Named.OfTable(table), Optional.empty()));
        usage.columns()
                .forEach((column, use) -> uses.put(new Named.OfColumn(column), Optional.of(use)));
        usage.constants()
                .forEach(constant ->
                        uses.put(
                                Named.OfText.of(constant.column(), constant.text()),
                                Optional.empty()));
        var words = SpokenWords.of(question);
        var lower = words.stream().map(Word::lower).toList();
        var spelt = schema.ofText(question);
        Set<String> stems = new HashSet<>();
        words.forEach(word -> telling(word).ifPresent(stems::add));
        return new Pair(
                spelt.subList(0, Math.min(LONGEST, spelt.size())),
                stems,
                uses,
                usage.constants().stream()
                        .filter(constant ->
                                Collections.indexOfSubList(
                                                lower,
                                                SpokenWords.of(constant.text()).stream()
                                                        .map(Word::lower)
                                                        .toList())
                                        < 0)
                        .toList(),
                usage.pieces(pieces));
    }

    private void add(Pair pair) {
        pairs.add(pair);
        pair.stems.forEach(stem -> ofStems.merge(stem, 1, Integer::sum));
        pair.uses.keySet().forEach(named -> ofNamed.merge(named, 1, Integer::sum));
        for (String stem : pair.stems) {
            var own = together.computeIfAbsent(stem, _ -> new HashMap<>());
            pair.uses.keySet().forEach(named -> own.merge(named, 1, Integer::sum));
        }
    }

    /** The stem of a word that tells something. */
    static Optional<String> telling(Word word) {
        String lower = word.lower();
        return word.text().codePoints().allMatch(Character::isLetter)
                        && !SpokenWords.isCommon(lower)
                ? Optional.of(SpokenWords.stem(lower))
                : Optional.empty();
    }

    Recalled of(String question) {
        if (pairs.isEmpty()) {
            return new Recalled(List.of(), this);
        }
        var asked = embedder.embed(question);
        List<Near> near = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            near.add(new Near(pairs.get(i), cosine(asked, embedded.get(i))));
        }
        return new Recalled(
                near.stream()
                        .sorted(Comparator.comparingDouble(n -> -n.cosine))
                        .limit(OFFERING)
                        .toList(),
                this);
    }

    private static double cosine(float[] one, float[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (double) one[i] * other[i];
        }
        return sum;
    }

    /** Gives what a stem stands for in the pairs, and whether closely. */
    void associated(String stem, BiConsumer<Named, Boolean> taking) {
        int words = ofStems.getOrDefault(stem, 0);
        together.getOrDefault(stem, Map.of())
                .forEach((named, both) -> {
                    double dice = 2.0 * both / (words + ofNamed.getOrDefault(named, 0));
                    if (dice >= CLOSELY_ASSOCIATED && both > 1) {
                        taking.accept(named, true);
                    } else if (dice >= ASSOCIATED) {
                        taking.accept(named, false);
                    }
                });
    }
}
