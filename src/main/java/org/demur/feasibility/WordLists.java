package org.demur.feasibility;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.schema.SchemaLinker;

/** The curated lists of English words. */
final class WordLists {
    /** Words that hold sentences together and name nothing. */
    static final Set<String> FUNCTION_WORDS = words(SchemaLinker.class, "function-words.txt");

    /** Words that say how to answer, known in every database. */
    static final Set<String> ANSWER_WORDS = words(WordLists.class, "answer-words.txt");

    private WordLists() {}

    /** The lines of a resource without comments and blank lines. */
    static List<String> lines(Class<?> beside, String resource) {
        try (var stream = Objects.requireNonNull(beside.getResourceAsStream(resource), resource)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> words(Class<?> beside, String resource) {
        return lines(beside, resource).stream()
                .flatMap(line -> Arrays.stream(line.strip().split("\\s+", -1)))
                .collect(Collectors.toUnmodifiableSet());
    }
}
