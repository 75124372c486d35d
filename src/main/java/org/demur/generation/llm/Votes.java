package org.demur.generation.llm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.ModelEvidence;
import org.demur.generation.SqlCandidate;
import org.demur.inference.Completion;
import org.demur.sql.NormalSql;

/** Turns samples into drafts: equal statements are one, the most frequent is the best. */
final class Votes {
    /** One sentence for a person. */
    private static final Generation.Declined DECLINED =
            new Generation.Declined(
                    "The model found no query over this database that answers the question.");

    private record Vote(String sql, Completion first, int count) {}

    private Votes() {}

    /** As the other, where statements are the same that differ in case and blanks alone. */
    static Generation of(
            List<Completion> samples, List<SqlAnswer> answers, Map<Measurement, Double> also) {
        return of(samples, answers, also, NormalSql::of);
    }

    /**
     * Drafts, or that the model declines; of equally frequent statements the earlier is better.
     *
     * @param also evidence that holds for every draft
     * @param form of a statement, equal for statements that are the same vote
     * @throws GatewayException {@code MALFORMED_OUTPUT} where most samples are neither SQL nor a
     *     refusal
     */
    static Generation of(
            List<Completion> samples,
            List<SqlAnswer> answers,
            Map<Measurement, Double> also,
            UnaryOperator<String> form) {
        Map<String, Vote> votes = new LinkedHashMap<>();
        int declined = 0;
        int unreadable = 0;
        for (int i = 0; i < answers.size(); i++) {
            var sample = samples.get(i);
            switch (answers.get(i)) {
                case SqlAnswer.Sql(var sql) ->
                        votes.merge(
                                form.apply(sql),
                                new Vote(sql, sample, 1),
                                (one, more) -> new Vote(one.sql, one.first, one.count + 1));
                case SqlAnswer.NotAnswerable() -> declined++;
                case SqlAnswer.Unreadable() -> unreadable++;
            }
        }
        var best = votes.values().stream().mapToInt(Vote::count).max().orElse(0);
        if (best < Math.max(declined, unreadable) || votes.isEmpty()) {
            if (declined >= unreadable) {
                return DECLINED;
            }
            throw new GatewayException(
                    FailureCode.MALFORMED_OUTPUT,
                    "the model's answer is not one SQL statement; nothing was taken from it");
        }
        return new Generation.Drafts(candidates(votes, answers.size(), also));
    }

    private static List<SqlCandidate> candidates(
            Map<String, Vote> votes, int all, Map<Measurement, Double> also) {
        var candidates = new ArrayList<SqlCandidate>();
        votes.values().stream()
                .sorted(Comparator.comparingInt((Vote v) -> -v.count))
                .forEach(vote -> {
                    double share = vote.count / (double) all;
                    var evidence = ModelEvidence.of(vote.first);
                    evidence.put(Measurement.SAMPLES, (double) all);
                    evidence.put(Measurement.SHARE_OF_SAMPLES, share);
                    evidence.putAll(also);
                    candidates.add(new SqlCandidate(vote.sql, share, null, evidence));
                });
        return candidates;
    }
}
