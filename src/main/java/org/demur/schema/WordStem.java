package org.demur.schema;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** English words without their endings, so that "cities" and "city" are the same. */
public final class WordStem {
    private static final int SHORTEST_STEM = 3;

    private WordStem() {}

    /**
     * The word in lower case without the endings of plural, participle and gerund. The result need
     * not be a word; equal stems mean alike words.
     */
    public static String of(String word) {
        var w = word.toLowerCase(Locale.ROOT);
        w = singular(w);
        if (w.endsWith("ing") && w.length() >= SHORTEST_STEM + 3) {
            return withoutDoubling(w.substring(0, w.length() - 3));
        }
        if (w.endsWith("ied") && w.length() >= SHORTEST_STEM + 2) {
            return w.substring(0, w.length() - 3) + "y";
        }
        if (w.endsWith("ed") && w.length() >= SHORTEST_STEM + 2) {
            return withoutDoubling(w.substring(0, w.length() - 2));
        }
        return w.endsWith("e") && w.length() > SHORTEST_STEM ? w.substring(0, w.length() - 1) : w;
    }

    public static Set<String> ofAll(String... words) {
        return Stream.of(words).map(WordStem::of).collect(Collectors.toUnmodifiableSet());
    }

    /** A word in lower case without the ending of the plural; itself where it has none. */
    public static String singular(String w) {
        if (w.length() <= SHORTEST_STEM || !w.endsWith("s")) {
            return w;
        }
        if (w.endsWith("ss") || w.endsWith("us") || w.endsWith("is")) {
            return w;
        }
        if (w.endsWith("ies") && w.length() > SHORTEST_STEM + 1) {
            return w.substring(0, w.length() - 3) + "y";
        }
        if (w.endsWith("sses") || w.endsWith("shes") || w.endsWith("ches") || w.endsWith("xes")) {
            return w.substring(0, w.length() - 2);
        }
        return w.substring(0, w.length() - 1);
    }

    /** "stopped" and "stop", "named" and "name". */
    private static String withoutDoubling(String w) {
        int last = w.length() - 1;
        boolean doubled = last >= 2 && w.charAt(last) == w.charAt(last - 1);
        if (doubled && "lsz".indexOf(w.charAt(last)) < 0) {
            return w.substring(0, last);
        }
        return w;
    }
}
