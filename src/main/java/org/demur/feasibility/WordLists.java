package org.demur.feasibility;

import java.util.Set;
import org.demur.schema.ResourceLines;

/** The curated lists of English words. */
public final class WordLists {
    /** Words that say how to answer, known in every database. */
    public static final Set<String> ANSWER_WORDS =
            ResourceLines.words(WordLists.class, "answer-words.txt");

    private WordLists() {}
}
