package org.demur.generation.verified.model;

import java.util.List;
import org.demur.generation.verified.language.QuestionFeatures;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.schema.DatabaseSchema;

/**
 * How words and elements of statements go together, counted over all pairs. Immutable.
 *
 * @param reliance how far what is counted can be relied on, in [0, 1): more with more pairs
 */
public record PairStatistics(
        double reliance,
        WordElementAssociations associations,
        WordAlignment alignment,
        NegativeAssociations negativeAssociations,
        DiscriminativeWords discriminativeWords) {
    /** Pairs at which what is counted is relied on by half. */
    private static final double MANY = 200;

    static PairStatistics of(
            List<TrainingPair> pairs, PairElements elements, DatabaseSchema schema) {
        var questions = pairs.stream().map(p -> QuestionFeatures.bigrams(p.reading())).toList();
        var uttered = elements.uttered();
        int size = elements.index().size();
        return new PairStatistics(
                pairs.size() / (pairs.size() + MANY),
                new WordElementAssociations(questions, elements.mirrored(pairs), size),
                new WordAlignment(questions, uttered, size),
                new NegativeAssociations(questions, uttered, size),
                new DiscriminativeWords(
                        pairs.stream()
                                .map(p -> QuestionFeatures.discriminative(p.reading()))
                                .toList(),
                        pairs.stream().map(p -> p.intent(schema)).toList()));
    }

    /** What is known of one question's words. */
    public record Asked(
            WordElementAssociations.Asked associations,
            WordAlignment.Asked alignment,
            NegativeAssociations.Asked negativeAssociations,
            DiscriminativeWords.Asked discriminativeWords) {}

    Asked asked(QuestionReading reading) {
        var words = QuestionFeatures.bigrams(reading);
        return new Asked(
                associations.asked(words),
                alignment.asked(words),
                negativeAssociations.asked(words),
                discriminativeWords.asked(QuestionFeatures.discriminative(reading)));
    }
}
