package org.demur.generation;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A draft: text from a generator, untrusted until the guard has seen it.
 *
 * @param sql one statement, as written by the generator
 * @param score the generator's own preference; higher is better, comparable only among the drafts
 *     of one question
 * @param groundedBy id of the verified query whose template it follows; null where there is none
 * @param evidence named measurements that speak for or against it, in insertion order
 */
public record SqlCandidate(
        String sql, double score, @Nullable String groundedBy, Map<String, Double> evidence) {
    /**
     * Evidence of a draft that is, word for word, what a person vouched for on this very question.
     */
    public static final String VERBATIM = "verbatim";
}
