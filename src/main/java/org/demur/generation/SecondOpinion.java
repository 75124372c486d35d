package org.demur.generation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * The drafts of a generator, and whether another one, which may decline, comes to one of them. What
 * it writes instead stands second among them, without a share of the votes, and is never answered
 * with: it only speaks for or against the others.
 */
public final class SecondOpinion implements SqlGenerator {
    private final SqlGenerator generator;
    private final SqlGenerator other;
    private final UnaryOperator<String> form;

    /** Whether a draft is the other generator's, be it that both wrote it. */
    public static boolean isOpinion(SqlCandidate draft) {
        return draft.measured(Measurement.SECOND_OPINION, 0) > 0;
    }

    /**
     * A generator with a second opinion.
     *
     * @param other whose best draft is the opinion
     * @param form of a statement, equal for statements that are the same
     */
    public SecondOpinion(SqlGenerator generator, SqlGenerator other, UnaryOperator<String> form) {
        this.generator = generator;
        this.other = other;
        this.form = form;
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        return switch (generator.generate(question, schema)) {
            case Generation.Declined declined -> declined;
            case Generation.Drafts drafts -> withOpinion(drafts, of(other, question, schema));
        };
    }

    /** The best draft of a generator; empty where it declines, or writes what is no statement. */
    static Optional<SqlCandidate> of(SqlGenerator other, Question question, DatabaseSchema schema) {
        try {
            return switch (other.generate(question, schema)) {
                case Generation.Declined _ -> Optional.empty();
                case Generation.Drafts drafts -> Optional.of(drafts.best());
            };
        } catch (GatewayException e) {
            if (e.code() == FailureCode.MALFORMED_OUTPUT) { // no statement speaks for no draft
                return Optional.empty();
            }
            throw e;
        }
    }

    private Generation withOpinion(Generation.Drafts drafts, Optional<SqlCandidate> opinion) {
        var same = opinion.map(SqlCandidate::sql).map(form);
        List<SqlCandidate> all = new ArrayList<>();
        boolean isNew = opinion.isPresent();
        for (var draft : drafts.candidates()) {
            boolean isSame = same.isPresent() && same.get().equals(form.apply(draft.sql()));
            isNew &= !isSame;
            var judged =
                    draft.with(
                            evidence(
                                    isSame ? opinion.orElseThrow().evidence() : Map.of(),
                                    draft.evidence(),
                                    Map.of(Measurement.SECOND_OPINION, isSame ? 1.0 : 0)));
            all.add(isSame ? judged.accounted(opinion.orElseThrow().unaccounted()) : judged);
        }
        if (isNew) {
            all.add(1, withoutVotes(opinion.orElseThrow(), drafts.best()));
        }
        return new Generation.Drafts(all);
    }

    /**
     * What no sample of the generator is, so that its samples are all that votes are counted of.
     */
    private static SqlCandidate withoutVotes(SqlCandidate opinion, SqlCandidate best) {
        var evidence =
                evidence(
                        opinion.evidence(),
                        Map.of(
                                Measurement.SECOND_OPINION, 1.0,
                                Measurement.SHARE_OF_SAMPLES, 0.0));
        Double samples = best.evidence().get(Measurement.SAMPLES);
        if (samples != null) {
            evidence.put(Measurement.SAMPLES, samples);
        }
        return new SqlCandidate(opinion.sql(), 0, null, evidence);
    }

    /** All of them; what stands in several is as the last says. */
    @SafeVarargs
    private static Map<Measurement, Double> evidence(Map<Measurement, Double>... all) {
        Map<Measurement, Double> evidence = new EnumMap<>(Measurement.class);
        for (var one : all) {
            evidence.putAll(one);
        }
        return evidence;
    }
}
