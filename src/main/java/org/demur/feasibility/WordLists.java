package org.demur.feasibility;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.schema.ResourceLines;
import org.demur.schema.SchemaLinker;

/** The curated lists of English words. */
final class WordLists {
    /** Words that hold sentences together and name nothing. */
    static final Set<String> FUNCTION_WORDS = words(SchemaLinker.class, "function-words.txt");

    /** Words that say how to answer, known in every database. */
    static final Set<String> ANSWER_WORDS = words(WordLists.class, "answer-words.txt");

    private WordLists() {}

    private static Set<String> words(Class<?> beside, String resource) {
        return ResourceLines.of(beside, resource).stream()
                .flatMap(line -> Arrays.stream(line.strip().split("\\s+", -1)))
                .collect(Collectors.toUnmodifiableSet());
    }
}
