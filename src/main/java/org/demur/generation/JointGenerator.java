package org.demur.generation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * The drafts of two generators that know nothing of each other: the first one's, and second among
 * them the best of the other, if it is none of these. Each of them can be answered with, and each
 * tells how sure the other generator was of its own. What the question contradicts is no draft, and
 * only speaks against the others. Thread-safe where both are.
 */
public final class JointGenerator implements SqlGenerator {
    private final SqlGenerator generator;
    private final SqlGenerator other;
    private final UnaryOperator<String> form;
    private final BiPredicate<Question, String> contradicts;

    /**
     * Joins two generators.
     *
     * @param form of a statement, equal for statements that are the same
     * @param contradicts whether a question says the opposite of what a statement does
     */
    public JointGenerator(
            SqlGenerator generator,
            SqlGenerator other,
            UnaryOperator<String> form,
            BiPredicate<Question, String> contradicts) {
        this.generator = generator;
        this.other = other;
        this.form = form;
        this.contradicts = contradicts;
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        var own = generator.generate(question, schema);
        if (own instanceof Generation.Drafts drafts
                && drafts.best().evidence().containsKey(Measurement.VERBATIM)) {
            return own; // a person vouched for it
        }
        var opinion = SecondOpinion.of(other, question, schema);
        if (opinion.isEmpty()) {
            return own;
        }
        boolean isDraft = !contradicts.test(question, opinion.get().sql());
        return switch (own) {
            case Generation.Declined declined ->
                    isDraft
                            ? new Generation.Drafts(
                                    List.of(with(opinion.get(), opinion.get(), true)))
                            : declined;
            case Generation.Drafts drafts -> joined(drafts, opinion.get(), isDraft);
        };
    }

    private Generation joined(Generation.Drafts drafts, SqlCandidate opinion, boolean isDraft) {
        String same = form.apply(opinion.sql());
        List<SqlCandidate> all = new ArrayList<>();
        boolean isNew = isDraft;
        for (var draft : drafts.candidates()) {
            boolean isSame = same.equals(form.apply(draft.sql()));
            isNew &= !isSame;
            all.add(with(draft, opinion, isSame));
        }
        if (isNew) {
            all.add(1, with(opinion, opinion, true));
        }
        return new Generation.Drafts(all);
    }

    private static SqlCandidate with(SqlCandidate draft, SqlCandidate opinion, boolean isOpinion) {
        Map<Measurement, Double> evidence = new EnumMap<>(Measurement.class);
        evidence.putAll(opinion.evidence());
        evidence.putAll(draft.evidence());
        evidence.put(Measurement.SECOND_OPINION, isOpinion ? 1.0 : 0.0);
        return draft.with(evidence);
    }
}
