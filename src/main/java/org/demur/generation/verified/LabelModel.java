package org.demur.generation.verified;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.util.Collection;
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
    private final TextFeatures features;
    private final @Nullable Model model;

    private LabelModel(List<String> labels, TextFeatures features, @Nullable Model model) {
        this.labels = labels;
        this.features = features;
        this.model = model;
    }

    /**
     * Fits on rows of named features.
     *
     * @param cost liblinear's C: higher trusts the rows more
     */
    static LabelModel fit(
            List<? extends Collection<String>> rows,
            List<String> targets,
            TextFeatures features,
            double cost) {
        Map<String, Integer> ids = new TreeMap<>();
        targets.forEach(t -> ids.putIfAbsent(t, 0));
        int next = 0;
        for (var entry : ids.entrySet()) {
            entry.setValue(next++);
        }
        var labels = List.copyOf(ids.keySet());
        if (labels.size() < 2) {
            return new LabelModel(labels, features, null);
        }
        var problem = new Problem();
        problem.l = rows.size();
        problem.n = features.size();
        problem.x = new Feature[rows.size()][];
        problem.y = new double[rows.size()];
        for (int i = 0; i < rows.size(); i++) {
            problem.x[i] = features.row(rows.get(i));
            problem.y[i] = ids.get(targets.get(i));
        }
        var parameter = new Parameter(SolverType.L2R_LR, cost, 0.05);
        return new LabelModel(labels, features, Linear.train(problem, parameter));
    }

    /** Each label's probability, most likely first. */
    Map<String, Double> probabilities(Collection<String> row) {
        if (model == null) {
            return labels.isEmpty() ? Map.of() : Map.of(labels.getFirst(), 1.0);
        }
        double[] values = new double[labels.size()];
        Linear.predictProbability(model, features.row(row), values);
        int[] order = model.getLabels();
        var unsorted = new TreeMap<String, Double>();
        for (int i = 0; i < order.length; i++) {
            unsorted.put(labels.get(order[i]), values[i]);
        }
        var sorted = new LinkedHashMap<String, Double>();
        unsorted.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .forEach(e -> sorted.put(e.getKey(), e.getValue()));
        return sorted;
    }
}
