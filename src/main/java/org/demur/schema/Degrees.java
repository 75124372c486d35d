package org.demur.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
     * @param degrees at least one: the oldest have the greatest age and the least date of birth
     */
    public record Superlative(int start, int end, List<Degree> degrees) {
        /** The usual one. */
        public Degree degree() {
            return degrees.getFirst();
        }
    }

    private static final Map<String, List<Degree>> SUPERLATIVES = new HashMap<>();
    private static final Map<String, List<Degree>> COMPARATIVES = new HashMap<>();
    private static final Map<String, List<Degree>> PLAIN = new HashMap<>();

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
        MOST.forEach(word -> add(SUPERLATIVES, word, new Degree(true, Set.of())));
        LEAST.forEach(word -> add(SUPERLATIVES, word, new Degree(false, Set.of())));
    }

    /** Verbs that measure, and the adjectives of what they measure. */
    private static final Map<String, String> MEASURING =
            Map.ofEntries(
                    Map.entry("cost", "expensive"),
                    Map.entry("costs", "expensive"),
                    Map.entry("costing", "expensive"),
                    Map.entry("weigh", "heavy"),
                    Map.entry("weighs", "heavy"),
                    Map.entry("weighed", "heavy"),
                    Map.entry("last", "long"),
                    Map.entry("lasts", "long"),
                    Map.entry("lasted", "long"),
                    Map.entry("take", "long"),
                    Map.entry("takes", "long"),
                    Map.entry("took", "long"));

    private Degrees() {}

    private static void add(Map<String, List<Degree>> to, String word, Degree degree) {
        var degrees = to.computeIfAbsent(word, _ -> new ArrayList<>());
        for (int i = 0; i < degrees.size(); i++) {
            if (degrees.get(i).isMuch() == degree.isMuch()) {
                degrees.set(i, degrees.get(i).and(degree));
                return;
            }
        }
        degrees.add(degree);
    }

    private static void add(String word, Degree degree) {
        add(PLAIN, word, degree);
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
            add(SUPERLATIVES, form + "est", degree);
            add(COMPARATIVES, form + "er", degree);
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
                boolean isMost = word.equals("most");
                var degrees =
                        meant.stream()
                                .map(d -> new Degree(d.isMuch() == isMost, d.columns()))
                                .toList();
                found.add(new Superlative(i, i + 2, degrees));
                i++;
            } else if (SUPERLATIVES.containsKey(word)) {
                found.add(
                        new Superlative(
                                i,
                                i + 1,
                                SUPERLATIVES.getOrDefault(
                                        word, List.of(new Degree(true, Set.of())))));
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
        var degrees = COMPARATIVES.get(word);
        return degrees == null ? Set.of() : degrees.getFirst().columns();
    }

    /**
     * Stems of columns that hold what an adjective measures, in any of its forms: "weight" of
     * "heavy", "heavier" and "heaviest"; none where it measures nothing.
     */
    public static Set<String> measuredIn(String word) {
        return Stream.of(PLAIN, COMPARATIVES, SUPERLATIVES)
                .flatMap(forms -> forms.getOrDefault(word, List.of()).stream())
                .flatMap(degree -> degree.columns().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The adjective of what a verb measures, "long" of "take"; empty where it measures nothing. */
    public static String measuredBy(String verb) {
        return MEASURING.getOrDefault(verb, "");
    }

    /** Stems of columns that "how long" and the like may ask for; none where they ask for none. */
    public static Set<String> measured(String word) {
        var degrees = PLAIN.get(word);
        return degrees == null || !degrees.getFirst().isMuch()
                ? Set.of()
                : degrees.getFirst().columns();
    }
}
