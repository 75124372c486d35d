package org.demur.generation.verified.accounting;

import org.demur.generation.Unaccounted;
import org.demur.generation.Unaccounted.Side;
import org.demur.generation.verified.accounting.Contradictions.Sort;

/**
 * What a question and a statement say the opposite of.
 *
 * @param key what it is about, by which a pair that does the same excuses it
 */
record Contradiction(Sort sort, String key, Unaccounted unaccounted) {
    static Contradiction ofStatement(Sort sort, String key, String what, String explanation) {
        return new Contradiction(sort, key, new Unaccounted(Side.STATEMENT, what, explanation));
    }

    static Contradiction ofQuestion(Sort sort, String key, String what, String explanation) {
        return new Contradiction(sort, key, new Unaccounted(Side.QUESTION, what, explanation));
    }

    String excuse() {
        return sort + " " + key;
    }
}
