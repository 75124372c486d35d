package org.demur.generation.verified.model;

import de.bwaldvogel.liblinear.Feature;
import java.util.List;
import org.demur.generation.verified.language.QuestionFeatures;
import org.demur.generation.verified.language.QuestionReading;

/**
 * Which template, symbols and pieces of structure the words of a question make likely: linear
 * models over the same words. Immutable once fitted.
 */
public final class WordModels {
    private final FeatureVectorizer words;
    private final LabelClassifier templates;

    /** The ids of templates in the order of the labels. */
    private final int[] ids;

    private final BinaryClassifiers symbols;

    /** Silent where all pairs have the piece. */
    private final BinaryClassifiers pieces;

    /** What words say of one question. */
    public static final class Prediction {
        /** The probability of each template, in [0, 1], in the order of {@link WordModels#id}. */
        public final double[] templates;

        /** The log-odds of each symbol, by its number. */
        public final double[] symbols;

        /** The same of pieces of structure; NaN for those that all pairs have. */
        public final double[] pieces;

        private Prediction(WordModels models, Feature[] row) {
            this.templates = models.templates.all(row);
            this.symbols = models.symbols.logits(row);
            this.pieces = models.pieces.logits(row);
        }
    }

    private WordModels(
            FeatureVectorizer words,
            LabelClassifier templates,
            BinaryClassifiers symbols,
            BinaryClassifiers pieces) {
        this.words = words;
        this.templates = templates;
        this.ids = templates.labels.stream().mapToInt(Integer::parseInt).toArray();
        this.symbols = symbols;
        this.pieces = pieces;
    }

    /**
     * Fits to pairs.
     *
     * @param elements the numbers of what their statements have
     */
    static WordModels fit(List<TrainingPair> pairs, PairElements elements) {
        var features =
                pairs.stream().map(TrainingPair::reading).map(QuestionFeatures::ngrams).toList();
        var words = FeatureVectorizer.fit(features, 2);
        List<Feature[]> rows = features.stream().map(words::row).toList();
        var ids = pairs.stream().map(p -> String.valueOf(p.template().id)).toList();
        var index = elements.index();
        return new WordModels(
                words,
                LabelClassifier.fit(rows, ids, words, 20),
                BinaryClassifiers.fit(rows, elements.symbols(), index.symbols(), words, false),
                BinaryClassifiers.fit(rows, elements.pieces(), index.pieces(), words, true));
    }

    Prediction predict(QuestionReading reading) {
        return new Prediction(this, words.row(QuestionFeatures.ngrams(reading)));
    }

    /** The id of the template that a probability is of. */
    public int id(int label) {
        return ids[label];
    }
}
