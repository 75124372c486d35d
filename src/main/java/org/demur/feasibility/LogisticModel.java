package org.demur.feasibility;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.util.List;

/** Logistic regression. Immutable. */
final class LogisticModel {
    private static final double PRECISION = 1e-3;

    private final double[] weights;

    /**
     * @param weights one for each feature, then the bias
     */
    LogisticModel(double[] weights) {
        this.weights = weights.clone();
    }

    /** A row to learn from. */
    static final class Row {
        private final double[] features;
        private final boolean infeasible;

        /**
         * @param infeasible what the model shall predict
         */
        Row(double[] features, boolean infeasible) {
            this.features = features.clone();
            this.infeasible = infeasible;
        }

        double[] features() {
            return features;
        }

        boolean infeasible() {
            return infeasible;
        }
    }

    /** The weights as given to the constructor. */
    double[] weights() {
        return weights.clone();
    }

    double weight(int feature) {
        return weights[feature];
    }

    double bias() {
        return weights[weights.length - 1];
    }

    /**
     * Fits by L2-regularised maximum likelihood; the same rows always give the same model.
     *
     * @param cost weight of the rows against the regularisation
     */
    static LogisticModel fit(List<Row> rows, double cost) {
        int features = rows.getFirst().features.length;
        var problem = new Problem();
        problem.l = rows.size();
        problem.n = features + 1;
        problem.bias = 1.0;
        problem.x = new Feature[rows.size()][];
        problem.y = new double[rows.size()];
        for (int r = 0; r < rows.size(); r++) {
            var x = rows.get(r).features;
            problem.x[r] = new Feature[features + 1];
            for (int f = 0; f < features; f++) {
                problem.x[r][f] = new FeatureNode(f + 1, x[f]);
            }
            problem.x[r][features] = new FeatureNode(features + 1, 1.0);
            problem.y[r] = rows.get(r).infeasible ? 1.0 : -1.0;
        }
        Linear.disableDebugOutput();
        var model = Linear.train(problem, new Parameter(SolverType.L2R_LR, cost, PRECISION));
        // the library's weights speak for the class that it met first
        double sign = model.getLabels()[0] == 1 ? 1.0 : -1.0;
        var weights = new double[features + 1];
        for (int f = 0; f <= features; f++) {
            weights[f] = sign * model.getFeatureWeights()[f];
        }
        return new LogisticModel(weights);
    }

    /** Log-odds of being infeasible. */
    double logit(double[] features) {
        double sum = bias();
        for (int f = 0; f < weights.length - 1; f++) {
            sum += weights[f] * features[f];
        }
        return sum;
    }

    static double probability(double logit) {
        return 1.0 / (1.0 + Math.exp(-logit));
    }
}
