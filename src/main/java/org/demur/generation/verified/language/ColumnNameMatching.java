package org.demur.generation.verified.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;

/**
 * Which columns a word may mean by its looks: it begins like a part of the column's name. Names
 * abbreviate, so a common beginning is as much as can be asked for. Two words may be one part:
 * "time of departure" is {@code departtime}. Immutable.
 */
public final class ColumnNameMatching {
    /** Letters that a word and a part must begin with alike, unless one is the whole other. */
    private static final int COMMON = 5;

    private static final int SHORTEST = 4;
    private static final Pattern PARTS = Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})");

    /** Names of this length may be the initials of what they stand for. */
    private static final int INITIALS = 3;

    public record Part(String text, String column) {}

    /** Letters that a word and the beginning of a part must share if another word is its end. */
    private static final int BEFORE_END = 3;

    private final Map<String, List<Part>> byBeginning = new HashMap<>();
    private final Map<String, List<String>> byInitials = new HashMap<>();

    /**
     * What a name consists of, by its capitals and by all that are no letters; some may be empty.
     */
    public static String[] parts(String name) {
        return PARTS.split(name, -1);
    }

    /** Takes the names of all columns apart. */
    public ColumnNameMatching(DatabaseSchema schema) {
        for (Table table : schema.tables()) {
            for (Column column : table.columns()) {
                String name = new ColumnRef(table.name(), column.name()).toString();
                for (String part : parts(column.name())) {
                    String text = part.toLowerCase(Locale.ROOT);
                    if (part.length() == INITIALS && part.equals(column.name())) {
                        byInitials.computeIfAbsent(text, k -> new ArrayList<>()).add(name);
                    }
                    if (part.length() >= SHORTEST) {
                        byBeginning
                                .computeIfAbsent(
                                        text.substring(0, SHORTEST), k -> new ArrayList<>())
                                .add(new Part(text, name));
                    }
                }
            }
        }
    }

    /**
     * The columns that some word of a question may mean, some words by their initials, or two
     * words; those two mean nothing else then. To each the number of different words that may.
     */
    public Map<String, Integer> meant(QuestionReading reading) {
        Map<String, Integer> columns = new TreeMap<>();
        var words = reading.masked();
        Set<String> used = new HashSet<>();
        var singulars = words.stream().map(ColumnNameMatching::singular).toList();
        byBeginning
                .values()
                .forEach(parts -> {
                    for (Part part : parts) {
                        var both = twoOf(words, singulars, part.text());
                        if (!both.isEmpty()) {
                            columns.merge(part.column(), both.size(), Integer::sum);
                            used.addAll(both);
                        }
                    }
                });
        var initials = new StringBuilder();
        for (String word : words) {
            if (used.add(word)) {
                meant(word).forEach(column -> columns.merge(column, 1, Integer::sum));
            }
            initials.append(word.charAt(0));
        }
        byInitials.forEach((letters, named) -> {
            if (initials.indexOf(letters) >= 0) {
                named.forEach(column -> columns.merge(column, 1, Integer::sum));
            }
        });
        return columns;
    }

    private static String singular(String word) {
        return word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
    }

    /** A word that ends a part, as singular at least, and one that the rest begins like. */
    private static List<String> twoOf(List<String> words, List<String> singulars, String part) {
        for (int w = 0; w < words.size(); w++) {
            String end = singulars.get(w);
            int before = part.length() - end.length();
            if (end.length() >= SHORTEST && before >= BEFORE_END && part.endsWith(end)) {
                for (String other : words) {
                    int common = common(other, part.substring(0, before));
                    if (common == before || common >= SHORTEST) {
                        return List.of(words.get(w), other);
                    }
                }
            }
        }
        return List.of();
    }

    private static int common(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        int common = 0;
        while (common < shorter && a.charAt(common) == b.charAt(common)) {
            common++;
        }
        return common;
    }

    /** The columns, as {@code table.column}, that a word in lower case may mean. */
    public Set<String> meant(String word) {
        Set<String> columns = new TreeSet<>();
        if (word.length() < SHORTEST) {
            return columns;
        }
        for (Part part : byBeginning.getOrDefault(word.substring(0, SHORTEST), List.of())) {
            int common = common(word, part.text());
            if (common >= COMMON || common == Math.min(word.length(), part.text().length())) {
                columns.add(part.column());
            }
        }
        return columns;
    }
}
