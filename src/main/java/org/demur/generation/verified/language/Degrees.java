package org.demur.generation.verified.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.schema.ResourceLines;

/**
 * What English adjectives measure: "cheapest" is the least price, "longer than" compares a
 * duration.
 */
public final class Degrees {
    /**
     * A word for much or little of something.
     *
     * @param isMuch whether it is the end with the greatest numbers
     * @param columns stems of words in the names of columns that hold the number; none where the
     *     word does not say what is measured
     */
    public record Degree(boolean isMuch, Set<String> columns) {
        private Degree and(Degree other) {
            if (isMuch != other.isMuch) {
                return this;
            }
            Set<String> all = new HashSet<>(columns);
            all.addAll(other.columns);
            return new Degree(isMuch, Set.copyOf(all));
        }
    }

    /**
     * A superlative of a question.
     *
     * @param start index of its first word
     * @param end index after its last word
     */
    public record Superlative(int start, int end, Degree degree) {}

    private static final Map<String, Degree> SUPERLATIVES = new HashMap<>();
    private static final Map<String, Degree> COMPARATIVES = new HashMap<>();
    private static final Map<String, Degree> PLAIN = new HashMap<>();

    /** These say which end, not of what. */
    private static final Set<String> MOST = Set.of("highest", "maximum", "max", "top", "most");

    private static final Set<String> LEAST = Set.of("lowest", "minimum", "min", "least", "fewest");

    static {
        for (String line : ResourceLines.of(Degrees.class, "degrees.txt")) {
            String[] sides = line.split(" : ", -1);
            Set<String> columns = new HashSet<>();
            for (String word : sides[1].split(" ", -1)) {
                columns.add(WordForms.stem(word));
            }
            for (String said : sides[0].split(" ", -1)) {
                boolean isMuch = !said.startsWith("-");
                add(isMuch ? said : said.substring(1), new Degree(isMuch, Set.copyOf(columns)));
            }
        }
        MOST.forEach(word -> SUPERLATIVES.merge(word, new Degree(true, Set.of()), Degree::and));
        LEAST.forEach(word -> SUPERLATIVES.merge(word, new Degree(false, Set.of()), Degree::and));
    }

    private Degrees() {}

    private static void add(String word, Degree degree) {
        PLAIN.merge(word, degree, Degree::and);
        String base = word;
        if (word.endsWith("ey")) {
            base = word.substring(0, word.length() - 2) + "i";
        } else if (word.endsWith("y")) {
            base = word.substring(0, word.length() - 1) + "i";
        } else if (word.endsWith("e")) {
            base = word.substring(0, word.length() - 1);
        }
        // "big" has both a form that doubles its last letter and one that nobody uses
        for (String form : List.of(base, base + base.charAt(base.length() - 1))) {
            SUPERLATIVES.merge(form + "est", degree, Degree::and);
            COMPARATIVES.merge(form + "er", degree, Degree::and);
        }
    }

    /** The superlatives among some words, in their order. */
    public static List<Superlative> superlatives(List<String> words) {
        List<Superlative> found = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (i > 0 && words.get(i - 1).equals("at")) { // at least, at most
                continue;
            }
            var meant = i + 1 < words.size() ? PLAIN.get(words.get(i + 1)) : null;
            if (meant != null && (word.equals("most") || word.equals("least"))) {
                boolean isMuch = meant.isMuch() == word.equals("most");
                found.add(new Superlative(i, i + 2, new Degree(isMuch, meant.columns())));
                i++;
            } else if (SUPERLATIVES.containsKey(word)) {
                found.add(
                        new Superlative(
                                i,
                                i + 1,
                                SUPERLATIVES.getOrDefault(word, new Degree(true, Set.of()))));
            }
        }
        return found;
    }

    /** Whether a superlative says which end, and mostly not of what. */
    public static boolean isGeneral(String word) {
        return MOST.contains(word) || LEAST.contains(word);
    }

    /** Stems of columns that a comparative may compare by; none where it does not say. */
    public static Set<String> compared(String word) {
        var degree = COMPARATIVES.get(word);
        return degree == null ? Set.of() : degree.columns();
    }

    /** Stems of columns that "how long" and the like may ask for; none where they ask for none. */
    public static Set<String> measured(String word) {
        var degree = PLAIN.get(word);
        return degree == null || !degree.isMuch() ? Set.of() : degree.columns();
    }
}
