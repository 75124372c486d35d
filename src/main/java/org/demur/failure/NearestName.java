package org.demur.failure;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** Finds what was probably meant by a name that is not known, for messages about typos. */
public final class NearestName {
    private NearestName() {}

    /**
     * The known name with the fewest edits to {@code name}, upper and lower case alike; empty when
     * none is within a third of its length, so that nonsense gets no suggestion.
     */
    public static Optional<String> of(String name, Collection<String> known) {
        record Distance(String candidate, int edits) {}
        return known.stream()
                .map(candidate -> new Distance(candidate, edits(lower(name), lower(candidate))))
                .filter(d -> d.edits < Math.max(name.length(), d.candidate.length()))
                .filter(d ->
                        d.edits <= Math.max(1, Math.max(name.length(), d.candidate.length()) / 3))
                .min(Comparator.comparingInt(Distance::edits).thenComparing(Distance::candidate))
                .map(Distance::candidate);
    }

    /**
     * The end of a sentence about an unknown name: {@code "; did you mean "x"?"} where one is near,
     * otherwise the known names.
     */
    public static String hint(String name, Collection<String> known) {
        return of(name, known)
                .map(nearest -> "; did you mean \"" + nearest + "\"?")
                .orElseGet(() ->
                        known.isEmpty()
                                ? "; none is known"
                                : "; known are " + String.join(", ", new TreeSet<>(known)));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Letters changed, left out or put in, and neighbours swapped. */
    public static int edits(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] =
                        Math.min(Math.min(row[j - 1] + 1, last[j] + 1), last[j - 1] + substitution);
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }
}
