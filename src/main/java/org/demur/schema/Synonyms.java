package org.demur.schema;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * English nouns that may stand for others, by WordNet 3.1: the list {@code synonyms.txt}, which
 * {@code SynonymsTest} makes and which is read at first use. Thread-safe.
 */
public final class Synonyms {
    /** Room for the synonyms of some 2,000 words. */
    private static final long ROOM = 20_000;

    private static final Recent<String, Set<String>> FOUND = new Recent<>(ROOM);

    /**
     * Endings of inflected nouns, each with that of the noun; the first that fits a noun counts.
     */
    private static final String[][] ENDINGS = {
        {"s", ""},
        {"ses", "s"},
        {"xes", "x"},
        {"zes", "z"},
        {"ches", "ch"},
        {"shes", "sh"},
        {"men", "man"},
        {"ies", "y"}
    };

    /**
     * A number and what it counts, such as {@code 20km}; a code, of which the first letters count.
     */
    private static final Pattern WITH_DIGITS = Pattern.compile("\\d*(\\p{L}+)(\\d.*)?");

    private Synonyms() {}

    private static final class Loaded {
        /** What nouns and their irregular inflections may stand for, as written in the list. */
        private static final Map<String, String> LINES =
                ResourceLines.of(Synonyms.class, "synonyms.txt").stream()
                        .collect(
                                toUnmodifiableMap(
                                        line -> line.substring(0, line.indexOf(' ')),
                                        line -> line.substring(line.indexOf(' ') + 1)));

        private Loaded() {}
    }

    /**
     * The stems of single words that a noun may stand for: those of the same meaning, of the same
     * root, and what is a kind of it. Opposites and what is more general are none, because they
     * would answer another question; nor has any other word, since verbs and adjectives turn the
     * meaning round more easily.
     *
     * @param word in any inflection
     * @return empty where the word is no noun
     */
    public static Set<String> of(String word) {
        String folded = word.toLowerCase(Locale.ROOT);
        var known = FOUND.get(folded);
        if (known == null) {
            known = found(folded);
            FOUND.put(folded, folded, known);
        }
        return known;
    }

    private static Set<String> found(String word) {
        String line = line(word);
        if (line == null) {
            var letters = WITH_DIGITS.matcher(word);
            line = letters.matches() ? line(letters.group(1)) : null;
        }
        if (line == null) {
            return Set.of();
        }
        Set<String> stems = new HashSet<>();
        for (String synonym : line.split(" ", -1)) {
            stems.add(WordStem.of(synonym));
        }
        stems.remove("");
        stems.remove(WordStem.of(word));
        return Set.copyOf(stems);
    }

    private static @Nullable String line(String word) {
        String line = Loaded.LINES.get(word);
        for (int i = 0; line == null && i < ENDINGS.length; i++) {
            if (word.endsWith(ENDINGS[i][0])) {
                line =
                        Loaded.LINES.get(
                                word.substring(0, word.length() - ENDINGS[i][0].length())
                                        + ENDINGS[i][1]);
            }
        }
        return line;
    }
}
