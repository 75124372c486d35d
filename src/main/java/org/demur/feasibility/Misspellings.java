package org.demur.feasibility;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.demur.failure.NearestName;

/** Tells slips of the pen from words that are really unknown. Immutable. */
final class Misspellings {
    /** Shorter words are near too many others. */
    private static final int SHORTEST = 5;

    /** From here on two slips are forgiven, below one. */
    private static final int LONG = 9;

    private final Map<Character, List<String>> byFirstLetter;

    private Misspellings(Map<Character, List<String>> byFirstLetter) {
        this.byFirstLetter = byFirstLetter;
    }

    static Misspellings of(Collection<String> known) {
        return new Misspellings(
                known.stream()
                        .filter(w -> w.length() >= SHORTEST)
                        .collect(Collectors.groupingBy(w -> w.charAt(0))));
    }

    /** Whether the word is a known one but for a slip or, if it is long, two. */
    boolean standsForKnown(String word) {
        if (word.length() < SHORTEST) {
            return false;
        }
        int most = word.length() >= LONG ? 2 : 1;
        return byFirstLetter.getOrDefault(word.charAt(0), List.of()).stream()
                .filter(k -> Math.abs(k.length() - word.length()) <= most)
                .anyMatch(k -> NearestName.edits(word, k) <= most);
    }
}
