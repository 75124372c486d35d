package org.demur.schema.declaration;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Guesses which known name a mistyped one was meant to be. */
public final class NearestName {
    private NearestName() {}

    /**
     * The known name with the fewest edits, upper and lower case alike; empty where even that one
     * differs in more than half of its letters.
     */
    public static Optional<String> of(String written, Collection<String> known) {
        String best = "";
        int fewest = Integer.MAX_VALUE;
        for (String name : known) {
            int edits = edits(lower(written), lower(name));
            if (edits < fewest) {
                fewest = edits;
                best = name;
            }
        }
        int allowed = Math.max(1, Math.max(written.length(), best.length()) / 2);
        return fewest <= allowed ? Optional.of(best) : Optional.empty();
    }

    /** "; did you mean 'x'?", or nothing. */
    public static String hint(String written, Collection<String> known) {
        return of(written, known).map(name -> "; did you mean '" + name + "'?").orElse("");
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** Levenshtein distance. */
    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
