package org.demur.schema.declaration;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.schema.SemanticLayer;
import org.jspecify.annotations.Nullable;

/** A semantic layer as the lines of a declaration, and a declaration with these lines in it. */
public final class SemanticsText {
    private static final Pattern KEY = Pattern.compile("semantics\\s*:.*");

    /** What YAML surely takes for text without quotes: a longer name, a column, a path. */
    private static final Pattern PLAIN =
            Pattern.compile(
                    "(?!(?i:null|true|false|yes|no|on|off)$)[A-Za-z_][A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)?"
                            + "( [=>] [A-Za-z0-9_.]+)*");

    private SemanticsText() {}

    /**
     * The lines of a layer, the key {@code semantics} first.
     *
     * @param drafter the command that drafted it
     */
    public static List<String> of(SemanticLayer layer, String drafter) {
        var lines = new ArrayList<String>();
        lines.add("semantics:");
        lines.add("  # drafted by `%s`: correct it and add to it".formatted(drafter));
        if (!layer.entities().isEmpty()) {
            lines.add("  entities:");
            layer.entities()
                    .forEach(e ->
                            lines.add(
                                    "    - {table: %s%s, words: %s}"
                                            .formatted(
                                                    text(e.table()),
                                                    e.name() == null
                                                            ? ""
                                                            : ", name: " + text(e.name()),
                                                    list(e.words()))));
        }
        if (!layer.events().isEmpty()) {
            lines.add("  events:");
            for (var event : layer.events()) {
                lines.add("    - table: " + text(event.table()));
                add(lines, "time", event.time());
                add(lines, "item", event.item());
                add(lines, "scope", event.scope());
                add(lines, "value", event.value());
            }
        }
        if (!layer.synonyms().isEmpty()) {
            lines.add("  synonyms:");
            layer.synonyms()
                    .forEach(s ->
                            lines.add(
                                    "    - {words: %s, column: %s, value: %s}"
                                            .formatted(
                                                    list(s.words()),
                                                    text(s.column()),
                                                    quoted(s.value()))));
        }
        if (!layer.units().isEmpty()) {
            lines.add("  units:");
            layer.units()
                    .forEach(u ->
                            lines.add("    %s: %s".formatted(text(u.column()), quoted(u.words()))));
        }
        if (!layer.filters().isEmpty()) {
            lines.add("  filters:");
            layer.filters()
                    .forEach(f ->
                            lines.add(
                                    "    - {column: %s, value: %s}"
                                            .formatted(text(f.column()), quoted(f.value()))));
        }
        if (!layer.licences().isEmpty()) {
            lines.add("  licences:");
            for (var licence : layer.licences()) {
                lines.add("    - elements: " + list(licence.elements()));
                addAll(lines, "words", licence.words());
                addAll(lines, "also", licence.also());
            }
        }
        if (!layer.neutral().isEmpty()) {
            lines.add("  neutral: " + list(layer.neutral()));
        }
        return lines;
    }

    private static void addAll(List<String> lines, String key, List<String> words) {
        if (!words.isEmpty()) {
            lines.add("      " + key + ": " + list(words));
        }
    }

    private static void add(List<String> lines, String key, @Nullable Object value) {
        if (value != null) {
            lines.add("      " + key + ": " + text(value));
        }
    }

    private static String list(List<String> words) {
        return words.stream()
                .map(SemanticsText::quoted)
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /** A name, in quotes where YAML could take it for something else. */
    public static String text(Object name) {
        var text = name.toString();
        return PLAIN.matcher(text).matches() ? text : quoted(text);
    }

    /** A JSON text is a YAML text, whatever is in it. */
    public static String quoted(String text) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /** The number, from 1, of the line on which a declaration has its semantic layer. */
    public static Optional<Integer> lineIn(String declaration) {
        var lines = declaration.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (KEY.matcher(lines.get(i)).matches()) {
                return Optional.of(i + 1);
            }
        }
        return Optional.empty();
    }

    /**
     * The declaration with this layer in place of its own, or at its end; every other line,
     * comments included, stays as it is.
     */
    public static String in(String declaration, List<String> layer) {
        var lines = new ArrayList<>(declaration.lines().toList());
        int from = lineIn(declaration).map(line -> line - 1).orElse(lines.size());
        int to = Math.min(from + 1, lines.size());
        // the comments before the next key belong to that one
        for (int i = to; i < lines.size() && !startsKey(lines.get(i)); i++) {
            if (lines.get(i).startsWith(" ")) {
                to = i + 1;
            }
        }
        lines.subList(from, to).clear();
        lines.addAll(from, layer);
        return String.join("\n", lines) + "\n";
    }

    private static boolean startsKey(String line) {
        return !line.isBlank() && !line.startsWith(" ") && !line.startsWith("#");
    }
}
