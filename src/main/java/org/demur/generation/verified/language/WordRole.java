package org.demur.generation.verified.language;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.demur.schema.ResourceLines;

/**
 * What a word does in an English question beside naming things. The words are in {@code
 * word-roles.txt}.
 */
public enum WordRole {
    /** What comes after it is denied. */
    NEGATION,
    /** What comes after it is what rows are grouped by. */
    GROUPING,
    /** It asks for a mean. */
    MEAN,
    /** It asks for a sum. */
    SUM,
    /** It asks for what is alike once. */
    DISTINCT,
    /** It asks for rows that have something. */
    POSSESSION,
    /** Before the name of a thing: one is there, whichever. */
    INDEFINITE,
    /** "Most orders" counts, "highest price" does not. */
    COUNT_SUPERLATIVE,
    /** It stands for how many there are: "name and count". */
    COUNT_NOUN,
    /** It goes with such a word at the end of a question: "how many did we get". */
    COUNT_FRAME,
    /** After what does not narrow the answer: "retired ones too". */
    INCLUDED,
    /** The same before it: "whatever their status". */
    INCLUDING,
    /** Between two things of which the first is more, or later. */
    GREATER,
    /** The same where it is less, or earlier. */
    LESSER,
    /** It says no more than the column or value beside it. */
    GENERIC_NOUN,
    /** It asks, and says nothing of what. */
    FRAME,
    /** A question or request begins with it, and it says what is asked for. */
    ASKING,
    /** It begins what is said besides of what to leave out: "only branches with any". */
    ASIDE,
    /** It compares a number or a time. */
    COMPARISON,
    /** What comes after it is a number, even where it could be a year. */
    NUMBER_COMPARISON,
    /** It turns an answer round: a statement that does not heed it answers something else. */
    DECISIVE;

    private static final Map<WordRole, Set<String>> WORDS = new EnumMap<>(WordRole.class);

    static {
        for (String line : ResourceLines.of(WordRole.class, "word-roles.txt")) {
            String[] sides = line.split(": ", -1);
            var role = valueOf(sides[0].toUpperCase(Locale.ROOT).replace('-', '_'));
            WORDS.computeIfAbsent(role, _ -> new HashSet<>())
                    .addAll(Set.of(sides[1].split(" ", -1)));
        }
    }

    /** Whether a word in lower case does this. */
    public boolean has(String word) {
        return WORDS.getOrDefault(this, Set.of()).contains(word);
    }
}
