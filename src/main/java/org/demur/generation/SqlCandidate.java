package org.demur.generation;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A draft: text from a generator, untrusted until the guard has seen it.
 *
 * @param sql one statement, as written by the generator
 * @param origin where its text comes from
 * @param score the generator's own preference; higher is better, comparable only among the drafts
 *     of one question
 * @param groundedBy id of the verified query whose template it follows; null where there is none
 * @param evidence what speaks for or against it
 * @param unaccounted what it and the question do not have in common; possibly nothing, also where
 *     nobody looked
 * @param differences single words in which the question differs from that of the query whose
 *     template it follows, and what is unaccounted for; empty where nobody compared them
 */
public record SqlCandidate(
        String sql,
        SqlOrigin origin,
        double score,
        @Nullable String groundedBy,
        Map<Measurement, Double> evidence,
        List<Unaccounted> unaccounted,
        List<String> differences) {
    public SqlCandidate {
        unaccounted = List.copyOf(unaccounted);
        differences = List.copyOf(differences);
    }

    /** What a model wrote, and nobody has compared with its question. */
    public SqlCandidate(
            String sql,
            double score,
            @Nullable String groundedBy,
            Map<Measurement, Double> evidence) {
        this(sql, SqlOrigin.MODEL, score, groundedBy, evidence, List.of(), List.of());
    }

    /** What was measured of it, or what stands for that where nobody has. */
    public double measured(Measurement measurement, double otherwise) {
        return evidence.getOrDefault(measurement, otherwise);
    }

    /** The same draft with other evidence. */
    public SqlCandidate with(Map<Measurement, Double> other) {
        return new SqlCandidate(sql, origin, score, groundedBy, other, unaccounted, differences);
    }

    /** The same draft, by somebody who compared it with its question. */
    public SqlCandidate accounted(List<Unaccounted> left) {
        return new SqlCandidate(sql, origin, score, groundedBy, evidence, left, differences);
    }

    /** The same draft of another text. */
    public SqlCandidate withSql(String other) {
        return new SqlCandidate(
                other, origin, score, groundedBy, evidence, unaccounted, differences);
    }
}
