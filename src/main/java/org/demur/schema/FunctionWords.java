package org.demur.schema;

import java.util.Set;

/** English words that hold sentences together and name nothing. */
public final class FunctionWords {
    /** In lower case. */
    public static final Set<String> ENGLISH =
            ResourceLines.words(FunctionWords.class, "function-words.txt");

    private FunctionWords() {}
}
