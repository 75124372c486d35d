package org.demur.generation.verified;

import de.bwaldvogel.liblinear.Feature;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a model says of one question before there is any draft. Not thread-safe. */
final class AskedQuestion {
    /** Pairs that count as near. */
    private static final int NEAR = 20;

    final VerifiedModel model;
    final QuestionReading reading;
    final Set<String> words;

    /** The probability, in [0, 1], that no statement answers it. */
    final double infeasible;

    /** How likely each shape is, in [0, 1], in the order of {@link VerifiedModel#rankedShape}. */
    final double[] shapeProbabilities;

    /** How likely each symbol is to be in the statement, in log-odds, by its number. */
    final double[] symbolLogits;

    /** The same of pieces of structure; NaN for those that all pairs have. */
    final double[] pieceLogits;

    /** Labels of a shape's places. */
    final LikelyLabels labels;

    final Cues.Asked cues;
    final WordAlignment.Asked alignment;
    final Strangers.Asked strangers;
    final Telltales.Heard heard;
    final List<Neighbours.Near> near;

    /** Symbols that no pair has, numbered after those that pairs have, as they come. */
    private final Map<String, Integer> unknown = new HashMap<>();

    private @Nullable List<Set<String>> named;

    AskedQuestion(VerifiedModel model, QuestionReading reading) {
        this.model = model;
        this.reading = reading;
        this.words = VerifiedModel.words(reading);
        Feature[] row = model.text.row(VerifiedModel.features(reading));
        this.infeasible = model.feasibility.probability(row, VerifiedModel.INFEASIBLE);
        this.shapeProbabilities = model.shapeModel.all(row);
        this.symbolLogits = model.symbolModels.logits(row);
        this.pieceLogits = model.structureModels.logits(row);
        this.labels = new LikelyLabels(model.slotText.row(VerifiedModel.sided(reading)));
        var words = Cues.words(reading);
        this.cues = model.cues.asked(words);
        this.alignment = model.alignment.asked(words);
        this.strangers = model.strangers.asked(words);
        this.heard = model.telltales.heard(VerifiedModel.telling(reading));
        this.near = model.neighbours.nearest(reading, NEAR);
    }

    /** The number of a symbol; {@link Elements#size} or more where no pair has it. */
    int element(String symbol) {
        int known = model.elements.symbol(symbol);
        return known >= 0
                ? known
                : unknown.computeIfAbsent(symbol, s -> model.elements.size() + unknown.size());
    }

    /** The columns that words look like the name of, for each word that does. */
    List<Set<String>> named() {
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
