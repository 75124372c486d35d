package org.demur.generation.verified.model;

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
    public final WordModels.Prediction prediction;

    /** Labels of a template's places. */
    public final SlotModels.Asked slots;

    public final PairStatistics.Asked statistics;
    public final List<LexicalNeighbours.Near> near;

    /** Symbols that no pair has, numbered after those that pairs have, as they come. */
    private final Map<String, Integer> unknown = new HashMap<>();

    private @Nullable List<Set<String>> named;

    public QuestionPredictions(VerifiedModel model, QuestionReading reading) {
        this.model = model;
        this.reading = reading;
        this.words = QuestionFeatures.words(reading);
        this.prediction = model.words().predict(reading);
        this.slots = model.slots().asked(reading);
        this.statistics = model.statistics().asked(reading);
        this.near = model.neighbours().nearest(reading, NEAR);
    }

    /** The number of a symbol; {@link ElementIndex#size} or more where no pair has it. */
    public int element(String symbol) {
        int known = model.elements().symbol(symbol);
        return known >= 0
                ? known
                : unknown.computeIfAbsent(symbol, s -> model.elements().size() + unknown.size());
    }

    /** The columns that words look like the name of, for each word that does. */
    public List<Set<String>> named() {
        var known = named;
        if (known == null) {
            known =
                    words.stream()
                            .map(model.columns()::meant)
                            .filter(columns -> !columns.isEmpty())
                            .toList();
            named = known;
        }
        return known;
    }
}
