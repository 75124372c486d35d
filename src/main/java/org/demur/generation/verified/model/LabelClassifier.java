package org.demur.generation.verified.model;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A label of a question with its probability, by regularised logistic regression over words.
 * Immutable.
 */
public final class LabelClassifier {
    static {
        Linear.disableDebugOutput();
    }

    /** In the columns' order; at most one where nothing was to be learned. */
    final List<String> labels;

    /** How many weights each feature has: none, one for two labels, else one for each label. */
    final int columns;

    /** The features with a weight other than zero, ascending. */
    final int[] features;

    final float[] weights;

    private LabelClassifier(List<String> labels, int columns, int[] features, float[] weights) {
        this.labels = labels;
        this.columns = columns;
        this.features = features;
        this.weights = weights;
    }

    /** Keeps the features that were in some row: most models see a small share of the rows. */
    private static LabelClassifier of(List<String> names, Model model) {
        var labels = Arrays.stream(model.getLabels()).mapToObj(names::get).toList();
        int columns = labels.size() == 2 ? 1 : labels.size();
        double[] dense = model.getFeatureWeights();
        int[] features = new int[model.getNrFeature()];
        float[] weights = new float[features.length * columns];
        int kept = 0;
        for (int f = 0; f < features.length; f++) {
            boolean used = false;
            for (int c = 0; c < columns; c++) {
                weights[kept * columns + c] = (float) dense[f * columns + c];
                used |= dense[f * columns + c] != 0;
            }
            if (used) {
                features[kept++] = f + 1;
            }
        }
        return new LabelClassifier(
                labels,
                columns,
                Arrays.copyOf(features, kept),
                Arrays.copyOf(weights, kept * columns));
    }

    /**
     * Fits on rows that {@link FeatureVectorizer#row} made.
     *
     * @param cost liblinear's C: higher trusts the rows more
     */
    static LabelClassifier fit(
            List<Feature[]> rows, List<String> targets, FeatureVectorizer features, double cost) {
        Map<String, Integer> ids = new TreeMap<>();
        targets.forEach(t -> ids.putIfAbsent(t, 0));
        int next = 0;
        for (var entry : ids.entrySet()) {
            entry.setValue(next++);
        }
        var labels = List.copyOf(ids.keySet());
        if (labels.size() < 2) {
            return new LabelClassifier(labels, 0, new int[0], new float[0]);
        }
        var problem = new Problem();
        problem.l = rows.size();
        problem.n = features.size();
        problem.x = rows.toArray(Feature[][]::new);
        problem.y = new double[rows.size()];
        for (int i = 0; i < rows.size(); i++) {
            problem.y[i] = ids.getOrDefault(targets.get(i), 0);
        }
        var parameter = new Parameter(SolverType.L2R_LR, cost, 0.1);
        return of(labels, Linear.train(problem, parameter));
    }

    /** Each label's probability, most likely first. */
    Map<String, Double> probabilities(Feature[] row) {
        double[] values = all(row);
        Integer[] ranks = new Integer[values.length];
        Arrays.setAll(ranks, i -> i);
        Arrays.sort(ranks, (a, b) -> Double.compare(values[b], values[a]));
        var sorted = new LinkedHashMap<String, Double>();
        for (int i : ranks) {
            sorted.put(labels.get(i), values[i]);
        }
        return sorted;
    }

    /** The probability of one label; 0 where it was never seen. */
    double probability(Feature[] row, String label) {
        int i = labels.indexOf(label);
        if (i < 0) {
            return 0;
        }
        return all(row)[i];
    }

    /** The labels' probabilities in the columns' order: logistic, and normalised beyond two. */
    double[] all(Feature[] row) {
        double[] sums = new double[columns];
        if (columns == 0) {
            return labels.isEmpty() ? sums : new double[] {1};
        }
        int from = 0;
        for (Feature feature : row) {
            int at = Arrays.binarySearch(features, from, features.length, feature.getIndex());
            from = at < 0 ? -at - 1 : at + 1;
            if (at >= 0) {
                for (int c = 0; c < columns; c++) {
                    sums[c] += weights[at * columns + c] * feature.getValue();
                }
            }
        }
        double total = 0;
        for (int c = 0; c < columns; c++) {
            sums[c] = 1 / (1 + Math.exp(-sums[c]));
            total += sums[c];
        }
        if (columns == 1) {
            return new double[] {sums[0], 1 - sums[0]};
        }
        for (int c = 0; c < columns; c++) {
            sums[c] /= total;
        }
        return sums;
    }
}
