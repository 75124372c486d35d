package org.demur.generation.verified.model;

import de.bwaldvogel.liblinear.Feature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Models of yes or no over the same features, asked together: hundreds of them cost one pass over a
 * question's features instead of one search in each. Immutable.
 */
public final class BinaryClassifiers {
    private static final String YES = "yes";
    private static final String NO = "no";
    private static final double FLOOR = 1e-4;

    private final int count;

    /** By feature, then by model. */
    private final float[] weights;

    /** What a model's sum speaks for: 1 for yes, -1 for no. */
    private final int[] directions;

    /** By model, for one with nothing to learn, its constant logit; else NaN. */
    private final double[] constants;

    /** The models that say something; what they are asked for is NaN otherwise. */
    private final int[] asked;

    /**
     * Puts models together.
     *
     * @param models null for one that has nothing to say
     * @param features how many there are; see {@link FeatureVectorizer#size}
     */
    BinaryClassifiers(List<@Nullable LabelClassifier> models, int features) {
        this.count = models.size();
        this.weights = new float[features * count];
        this.directions = new int[count];
        this.constants = new double[count];
        this.asked = IntStream.range(0, count).filter(m -> models.get(m) != null).toArray();
        Arrays.fill(constants, Double.NaN);
        for (int m = 0; m < count; m++) {
            var model = models.get(m);
            if (model == null) {
                continue;
            }
            directions[m] = model.labels.indexOf(YES) == 0 ? 1 : -1;
            if (model.columns == 0) {
                constants[m] = logit(model.labels.contains(YES) ? 1 : 0);
            }
            for (int i = 0; i < model.features.length; i++) {
                weights[(model.features[i] - 1) * count + m] = model.weights[i];
            }
        }
    }

    /**
     * Fits one model for each of several elements.
     *
     * @param has for each row the elements that it has
     * @param count how many elements there are
     * @param silent whether a model of what all rows have has nothing to say
     */
    static BinaryClassifiers fit(
            List<Feature[]> rows,
            List<BitSet> has,
            int count,
            FeatureVectorizer features,
            boolean silent) {
        List<@Nullable LabelClassifier> models = new ArrayList<>();
        for (int element = 0; element < count; element++) {
            int asked = element;
            var labels = has.stream().map(h -> h.get(asked) ? YES : NO).toList();
            models.add(
                    silent && !labels.contains(NO)
                            ? null
                            : LabelClassifier.fit(rows, labels, features, 10));
        }
        return new BinaryClassifiers(models, features.size());
    }

    /** For each model the log-odds of yes, those of 0.0001 at the least; NaN for null. */
    double[] logits(Feature[] row) {
        double[] sums = new double[count];
        for (Feature feature : row) {
            int from = (feature.getIndex() - 1) * count;
            double value = feature.getValue();
            for (int m = 0; m < count; m++) {
                sums[m] += weights[from + m] * value;
            }
        }
        double[] logits = new double[count];
        Arrays.fill(logits, Double.NaN);
        for (int m : asked) {
            double first = 1 / (1 + Math.exp(-sums[m]));
            logits[m] =
                    Double.isNaN(constants[m])
                            ? logit(directions[m] > 0 ? first : 1 - first)
                            : constants[m];
        }
        return logits;
    }

    private static double logit(double probability) {
        double p = Math.clamp(probability, FLOOR, 1 - FLOOR);
        return Math.log(p / (1 - p));
    }
}
