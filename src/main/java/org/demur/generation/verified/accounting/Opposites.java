package org.demur.generation.verified.accounting;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.demur.schema.ResourceLines;

/** Words that mean one thing and words that mean its opposite. */
record Opposites(Set<String> first, Set<String> second) {
    /** The opposites of a list beside this class, two sides a line. */
    static List<Opposites> of(String name) {
        return ResourceLines.of(Opposites.class, name).stream()
                .map(line ->
                        Arrays.stream(line.split(" \\| ", -1))
                                .map(side -> Set.of(side.split(" ", -1)))
                                .toList())
                .map(sides -> new Opposites(sides.getFirst(), sides.getLast()))
                .toList();
    }

    /** The one side that words are of, 0 or 1; empty where they are of none or both. */
    OptionalInt side(Collection<String> words) {
        boolean isFirst = !Collections.disjoint(first, words);
        boolean isSecond = !Collections.disjoint(second, words);
        return isFirst == isSecond ? OptionalInt.empty() : OptionalInt.of(isFirst ? 0 : 1);
    }
}
