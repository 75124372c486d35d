package org.demur.generation.verified;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A label of a question with its probability, by regularised logistic regression over words.
 * Immutable.
 */
final class LabelModel {
    static {
        Linear.disableDebugOutput();
    }

    private final List<String> labels;
    private final @Nullable Model model;

    private LabelModel(List<String> labels, @Nullable Model model) {
        this.labels = labels;
        this.model = model;
    }

    /**
     * Fits on rows that {@link TextFeatures#row} made.
     *
     * @param cost liblinear's C: higher trusts the rows more
     */
    static LabelModel fit(
            List<Feature[]> rows, List<String> targets, TextFeatures features, double cost) {
        Map<String, Integer> ids = new TreeMap<>();
        targets.forEach(t -> ids.putIfAbsent(t, 0));
        int next = 0;
        for (var entry : ids.entrySet()) {
            entry.setValue(next++);
        }
        var labels = List.copyOf(ids.keySet());
        if (labels.size() < 2) {
            return new LabelModel(labels, null);
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
        return new LabelModel(labels, Linear.train(problem, parameter));
    }

    /** Each label's probability, most likely first. */
    Map<String, Double> probabilities(Feature[] row) {
        if (model == null) {
            return labels.isEmpty() ? Map.of() : Map.of(labels.getFirst(), 1.0);
        }
        double[] values = new double[labels.size()];
        Linear.predictProbability(model, row, values);
        int[] order = model.getLabels();
        List<Integer> ranks = new ArrayList<>(order.length);
        for (int i = 0; i < order.length; i++) {
            ranks.add(i);
        }
        ranks.sort((a, b) -> Double.compare(values[b], values[a]));
        var sorted = new LinkedHashMap<String, Double>();
        for (int i : ranks) {
            sorted.put(labels.get(order[i]), values[i]);
        }
        return sorted;
    }

    /** The probability of one label; 0 where it was never seen. */
    double probability(Feature[] row, String label) {
        return probabilities(row).getOrDefault(label, 0.0);
    }
}
