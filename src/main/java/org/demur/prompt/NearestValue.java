package org.demur.prompt;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.demur.schema.QuestionWord;

/**
 * Finds the value that is nearest to a question: by the share of its words that the question has,
 * and among equals by the share of its letter triples. Of equals in both the first, so that without
 * any likeness it is just a value.
 *
 * @see <a href="https://arxiv.org/abs/2407.07313">ESM+, Ascoli et al. 2024, appendix A.2</a>
 */
final class NearestValue {
    /** Values of a column looked at; the rest of a longer list is not. */
    private static final int MOST_VALUES = 2_000;

    private final Set<String> words = new HashSet<>();
    private final Set<String> triples;

    NearestValue(String question) {
        QuestionWord.of(question).forEach(w -> words.add(w.folded()));
        triples = triples(question);
    }

    Optional<String> among(List<String> values) {
        String best = null;
        double bestWords = -1;
        double bestTriples = -1;
        for (var value : values.subList(0, Math.min(values.size(), MOST_VALUES))) {
            double inWords = sharedWords(value);
            if (inWords < bestWords) {
                continue;
            }
            double inTriples = sharedTriples(value);
            if (inWords > bestWords || inTriples > bestTriples) {
                best = value;
                bestWords = inWords;
                bestTriples = inTriples;
            }
        }
        return Optional.ofNullable(best);
    }

    private double sharedWords(String value) {
        var own = QuestionWord.of(value);
        return own.isEmpty()
                ? 0
                : own.stream().filter(w -> words.contains(w.folded())).count()
                        / (double) own.size();
    }

    private double sharedTriples(String value) {
        var own = triples(value);
        int all = own.size();
        own.retainAll(triples);
        return all == 0 ? 0 : own.size() / (double) all;
    }

    private static Set<String> triples(String text) {
        var folded = text.toLowerCase(Locale.ROOT);
        var triples = new HashSet<String>();
        for (int i = 0; i + 3 <= folded.length(); i++) {
            triples.add(folded.substring(i, i + 3));
        }
        return triples;
    }
}
