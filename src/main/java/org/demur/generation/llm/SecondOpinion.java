package org.demur.generation.llm;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlGenerator;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * The drafts of a generator, and whether another one, which may decline, comes to one of them. What
 * it writes instead stands second among them, without a share of the votes.
 */
public final class SecondOpinion implements SqlGenerator {
    private final SqlGenerator generator;
    private final SqlGenerator other;
    private final UnaryOperator<String> form;

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
            case Generation.Drafts drafts -> withOpinion(drafts, opinion(question, schema));
        };
    }

    /** Empty where it declines, or writes what is no statement. */
    private Optional<SqlCandidate> opinion(Question question, DatabaseSchema schema) {
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
            all.add(
                    draft.with(
                            evidence(draft, Map.of(Measurement.SECOND_OPINION, isSame ? 1.0 : 0))));
        }
        if (isNew) {
            var evidence =
                    Map.of(Measurement.SECOND_OPINION, 1.0, Measurement.SHARE_OF_SAMPLES, 0.0);
            all.add(
                    1,
                    new SqlCandidate(
                            opinion.orElseThrow().sql(),
                            0,
                            null,
                            evidence(drafts.best(), evidence)));
        }
        return new Generation.Drafts(all);
    }

    private static Map<Measurement, Double> evidence(
            SqlCandidate draft, Map<Measurement, Double> also) {
        Map<Measurement, Double> evidence = new EnumMap<>(Measurement.class);
        evidence.putAll(draft.evidence());
        evidence.putAll(also);
        return evidence;
    }
}
