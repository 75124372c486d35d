package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;

/**
 * Which columns a word may mean by its looks: it begins like a part of the column's name. Names
 * abbreviate, so a common beginning is as much as can be asked for. Immutable.
 */
final class ColumnNames {
    /** Letters that a word and a part must begin with alike, unless one is the whole other. */
    private static final int COMMON = 5;

    private static final int SHORTEST = 4;
    private static final Pattern PARTS = Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})");

    /** Names of this length may be the initials of what they stand for. */
    private static final int INITIALS = 3;

    record Part(String text, String column) {}

    private final Map<String, List<Part>> byBeginning = new HashMap<>();
    private final Map<String, List<String>> byInitials = new HashMap<>();

    ColumnNames(DatabaseSchema schema) {
        for (Table table : schema.tables()) {
            for (Column column : table.columns()) {
                String name = new ColumnRef(table.name(), column.name()).toString();
                for (String part : PARTS.split(column.name(), -1)) {
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

    /** The columns that some word of a question may mean, or some words by their initials. */
    Set<String> meant(QuestionReading reading) {
        Set<String> columns = new TreeSet<>();
        var words = reading.masked();
        var initials = new StringBuilder();
        for (String word : words) {
            columns.addAll(meant(word));
            initials.append(word.charAt(0));
        }
        byInitials.forEach((letters, named) -> {
            if (initials.indexOf(letters) >= 0) {
                columns.addAll(named);
            }
        });
        return columns;
    }

    /** The columns, as {@code table.column}, that a word in lower case may mean. */
    Set<String> meant(String word) {
        Set<String> columns = new TreeSet<>();
        if (word.length() < SHORTEST) {
            return columns;
        }
        for (Part part : byBeginning.getOrDefault(word.substring(0, SHORTEST), List.of())) {
            int common = 0;
            int shorter = Math.min(word.length(), part.text().length());
            while (common < shorter && word.charAt(common) == part.text().charAt(common)) {
                common++;
            }
            if (common >= COMMON || common == shorter) {
                columns.add(part.column());
            }
        }
        return columns;
    }
}
