package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.demur.generation.Unaccounted;

/**
 * In what a question differs from that of the pair which a draft follows, word by word: "day" for
 * "year" matters, "tell me" for "what is" does not, and right and wrong drafts teach which is
 * which.
 */
public final class WordingDifferences {
    private WordingDifferences() {}

    /**
     * Words and pairs of neighbouring words that only one of the two has, each word in the place of
     * another, and what is unaccounted for.
     *
     * @param question its masked words
     * @param pair the masked words of the pair's question
     * @param unaccounted what question and draft do not have in common
     * @return each once, in alphabetical order
     */
    public static List<String> of(
            List<String> question, List<String> pair, List<Unaccounted> unaccounted) {
        var asked = words(question);
        var known = words(pair);
        var added = without(asked, known);
        var dropped = without(known, asked);
        Set<String> differences = new TreeSet<>();
        added.forEach(word -> differences.add("+" + word));
        dropped.forEach(word -> differences.add("-" + word));
        for (String word : without(phrases(asked), phrases(known))) {
            differences.add("+" + word);
        }
        for (String word : without(phrases(known), phrases(asked))) {
            differences.add("-" + word);
        }
        for (String word : added) {
            dropped.forEach(other -> differences.add(word + " for " + other));
        }
        unaccounted.forEach(left -> differences.add(left.side() + " " + left.what()));
        return List.copyOf(differences);
    }

    private static Set<String> without(List<String> words, List<String> others) {
        Set<String> left = new LinkedHashSet<>(words);
        others.forEach(left::remove);
        return left;
    }

    /** Without signs. */
    private static List<String> words(List<String> masked) {
        return masked.stream()
                .filter(word -> word.chars().anyMatch(Character::isLetterOrDigit))
                .toList();
    }

    private static List<String> phrases(List<String> words) {
        List<String> phrases = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            phrases.add(words.get(i - 1) + " " + words.get(i));
        }
        return phrases;
    }
}
