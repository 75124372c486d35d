package org.demur.generation.verified.language;

import java.util.Map;

/**
 * A time expression in a question.
 *
 * @param start offset of its first character, the preposition included
 * @param end offset after its last character
 * @param signature what kind of expression it is, without its numbers, such as {@code since|Y-M}
 * @param fields its numbers and units by name
 */
public record TimeMention(int start, int end, String signature, Map<String, String> fields) {}
