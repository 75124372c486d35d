package org.demur.feasibility;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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
                .anyMatch(k -> slips(word, k) <= most);
    }

    /** Letters changed, left out or put in, and neighbours swapped. */
    private static int slips(String a, String b) {
        var beforeLast = new int[b.length() + 1];
        var last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            var current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(changed, 1 + Math.min(last[j], current[j - 1]));
                boolean swapped =
                        i > 1
                                && j > 1
                                && a.charAt(i - 1) == b.charAt(j - 2)
                                && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    current[j] = Math.min(current[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = current;
        }
        return last[b.length()];
    }
}
