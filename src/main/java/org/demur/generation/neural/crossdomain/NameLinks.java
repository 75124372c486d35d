package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.generation.neural.crossdomain.SchemaText.Kind;
import org.demur.generation.neural.crossdomain.SchemaText.Unit;
import org.demur.generation.neural.crossdomain.SpokenWords.Word;

/** Which words of a question are in the names of tables and columns. Immutable. */
final class NameLinks {
    private static final Set<String> LITTLE =
            Set.of("of", "the", "a", "an", "in", "to", "for", "and", "is", "by", "on", "at");

    /**
     * A word that a name has.
     *
     * @param word its place in the question
     * @param unit the table or column
     * @param isWhole whether it and its neighbours are the whole name
     */
    record Link(int word, Unit unit, boolean isWhole) {
        /** How much it says. */
        int weight() {
            return isWhole ? 2 : 1;
        }
    }

    private final Map<Unit, List<String>> names = new LinkedHashMap<>();

    /** By stem the units whose names have it, and by first stem those that begin so. */
    private final Map<String, List<Unit>> having = new HashMap<>();

    NameLinks(NumberedSchema schema) {
        for (int t = 0; t < schema.tables().size(); t++) {
            add(new Unit(Kind.TABLE, t), schema.tables().get(t).name());
        }
        for (int c = 0; c < schema.columns().size(); c++) {
            add(new Unit(Kind.COLUMN, c), schema.column(c).name());
        }
    }

    private void add(Unit unit, String name) {
        var stems =
                Arrays.stream(SpokenWords.name(name).strip().split("\\s+"))
                        .map(SpokenWords::stem)
                        .toList();
        names.put(unit, stems);
        new HashSet<>(stems)
                .forEach(stem -> having.computeIfAbsent(stem, _ -> new ArrayList<>()).add(unit));
    }

    List<Link> of(List<Word> question) {
        var stems = question.stream().map(word -> SpokenWords.stem(word.lower())).toList();
        Map<Integer, Map<Unit, Boolean>> found = new HashMap<>();
        for (int w = 0; w < stems.size(); w++) {
            for (var unit : having.getOrDefault(stems.get(w), List.of())) {
                if (!LITTLE.contains(stems.get(w))) {
                    found.computeIfAbsent(w, _ -> new HashMap<>()).putIfAbsent(unit, false);
                }
                var name = names.getOrDefault(unit, List.of());
                if (w + name.size() <= stems.size()
                        && name.equals(stems.subList(w, w + name.size()))) {
                    for (int i = w; i < w + name.size(); i++) {
                        found.computeIfAbsent(i, _ -> new HashMap<>()).put(unit, true);
                    }
                }
            }
        }
        List<Link> links = new ArrayList<>();
        found.forEach((word, units) ->
                units.forEach((unit, isWhole) -> links.add(new Link(word, unit, isWhole))));
        return Collections.unmodifiableList(links);
    }
}
