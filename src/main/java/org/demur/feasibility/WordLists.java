package org.demur.feasibility;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.schema.ResourceLines;

/** The curated lists of English words. */
final class WordLists {
    /** Words that say how to answer, known in every database. */
    static final Set<String> ANSWER_WORDS = words("answer-words.txt");

    private WordLists() {}

    private static Set<String> words(String resource) {
        return ResourceLines.of(WordLists.class, resource).stream()
                .flatMap(line -> Arrays.stream(line.strip().split("\\s+", -1)))
                .collect(Collectors.toUnmodifiableSet());
    }
}
