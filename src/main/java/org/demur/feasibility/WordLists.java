package org.demur.feasibility;

import java.util.Set;
import org.demur.schema.ResourceLines;

/** The curated lists of English words. */
final class WordLists {
    /** Words that say how to answer, known in every database. */
    static final Set<String> ANSWER_WORDS =
            ResourceLines.words(WordLists.class, "answer-words.txt");

    private WordLists() {}
}
