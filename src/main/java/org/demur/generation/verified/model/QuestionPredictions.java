package org.demur.generation.verified.model;

import de.bwaldvogel.liblinear.Feature;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.generation.verified.language.QuestionFeatures;
import org.demur.generation.verified.language.QuestionReading;
import org.jspecify.annotations.Nullable;

/** What a model says of one question before there is any draft. Not thread-safe. */
public final class QuestionPredictions {
    /** Pairs that count as near. */
    private static final int NEAR = 20;

    public final VerifiedModel model;
    public final QuestionReading reading;
    public final Set<String> words;

    /** The probability, in [0, 1], that no statement answers it. */
    public final double infeasible;

    /**
     * How likely each template is, in [0, 1], in the order of {@link VerifiedModel#rankedTemplate}.
     */
    public final double[] templateProbabilities;

    /** How likely each symbol is to be in the statement, in log-odds, by its number. */
    public final double[] symbolLogits;

    /** The same of pieces of structure; NaN for those that all pairs have. */
    public final double[] pieceLogits;

    /** Labels of a template's places. */
    public final LikelyLabels labels;

    public final WordElementAssociations.Asked associations;
    public final WordAlignment.Asked alignment;
    public final NegativeAssociations.Asked negativeAssociations;
    public final DiscriminativeWords.Asked discriminativeWords;
    public final List<LexicalNeighbours.Near> near;

    /** Symbols that no pair has, numbered after those that pairs have, as they come. */
    private final Map<String, Integer> unknown = new HashMap<>();

    private @Nullable List<Set<String>> named;

    public QuestionPredictions(VerifiedModel model, QuestionReading reading) {
        this.model = model;
        this.reading = reading;
        this.words = QuestionFeatures.words(reading);
        Feature[] row = model.text.row(QuestionFeatures.ngrams(reading));
        this.infeasible = model.feasibility.probability(row, VerifiedModel.INFEASIBLE);
        this.templateProbabilities = model.templateModel.all(row);
        this.symbolLogits = model.symbolModels.logits(row);
        this.pieceLogits = model.structureModels.logits(row);
        this.labels = new LikelyLabels(model.slotText.row(QuestionFeatures.sided(reading)));
        var words = QuestionFeatures.bigrams(reading);
        this.associations = model.associations.asked(words);
        this.alignment = model.alignment.asked(words);
        this.negativeAssociations = model.negativeAssociations.asked(words);
        this.discriminativeWords =
                model.discriminativeWords.asked(QuestionFeatures.discriminative(reading));
        this.near = model.lexicalNeighbours.nearest(reading, NEAR);
    }

    /** The number of a symbol; {@link ElementIndex#size} or more where no pair has it. */
    public int element(String symbol) {
        int known = model.elements.symbol(symbol);
        return known >= 0
                ? known
                : unknown.computeIfAbsent(symbol, s -> model.elements.size() + unknown.size());
    }

    /** The columns that words look like the name of, for each word that does. */
    public List<Set<String>> named() {
        var known = named;
        if (known == null) {
            known =
                    words.stream()
                            .map(model.names::meant)
                            .filter(columns -> !columns.isEmpty())
                            .toList();
            named = known;
        }
        return known;
    }
}
