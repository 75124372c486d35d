package org.demur.generation;

/**
 * What a question and a draft do not have in common: the draft answers more, less or other than was
 * asked.
 *
 * @param side where it is left over
 * @param what the element of the statement, or the word of the question
 * @param explanation one sentence for a person
 */
public record Unaccounted(Side side, String what, String explanation) {
    /** Where something is left over. */
    public enum Side {
        /** An element of the statement that nothing in the question asks for. */
        STATEMENT,
        /** A word of the question that nothing in the statement answers. */
        QUESTION
    }
}
