package org.demur.schema;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** English words that hold sentences together and name nothing. */
public final class FunctionWords {
    /** In lower case. */
    public static final Set<String> ENGLISH =
            ResourceLines.of(FunctionWords.class, "function-words.txt").stream()
                    .flatMap(line -> Arrays.stream(line.split("\\s+", -1)))
                    .collect(Collectors.toUnmodifiableSet());

    private FunctionWords() {}
}
