package org.demur.uncertainty;

import java.util.Arrays;
import java.util.List;

/**
 * Logistic regression in which no signal may lower the risk: a weight that the data would make
 * negative is 0. With some hundred examples and some dozen signals this keeps a signal from being
 * bent by chance, and lets a person read the weights as a list of reasons. Immutable and pure.
 *
 * <p>Fitted by accelerated projected gradient descent on the mean log loss with a quadratic penalty
 * on the weights of scaled signals; the same examples in the same order give the same model. The
 * libraries at hand bound neither sign nor scale of a linear model's weights, hence this one.
 *
 * @param weights one per signal, at least 0, in nats per unit of the signal
 * @param intercept the log-odds of being wrong where every signal is 0
 */
record MonotoneLogistic(List<Double> weights, double intercept) {
    /** Counts grow without bound; past this a draft is no riskier. */
    private static final double CAP = 3.0;

    /** A signal that hardly varies is not blown up by more than the inverse of this. */
    private static final double LEAST_DEVIATION = 0.1;

    private static final int ITERATIONS = 400;

    MonotoneLogistic {
        weights = List.copyOf(weights);
    }

    /**
     * Fits a model.
     *
     * @param rows signals of each example
     * @param penalty weight of the quadratic penalty, above 0
     */
    static MonotoneLogistic fit(double[][] rows, boolean[] wrong, double penalty) {
        int n = rows.length;
        int d = rows[0].length;
        double[] scale = scales(rows, d);
        double[][] scaled = new double[n][d + 1];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < d; j++) {
                scaled[i][j] = capped(rows[i][j]) * scale[j];
            }
            scaled[i][d] = 1.0;
        }
        double step = 1.0 / (0.25 * largestEigenvalue(scaled) + penalty);
        double[] current = new double[d + 1];
        double[] ahead = new double[d + 1];
        double momentum = 1.0;
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            double[] gradient = gradient(scaled, wrong, ahead, penalty);
            double nextMomentum = (1.0 + Math.sqrt(1.0 + 4.0 * momentum * momentum)) / 2.0;
            double[] next = new double[d + 1];
            double[] nextAhead = new double[d + 1];
            for (int j = 0; j <= d; j++) {
                double moved = ahead[j] - step * gradient[j];
                next[j] = j < d ? Math.max(0.0, moved) : moved;
                nextAhead[j] = next[j] + (momentum - 1.0) / nextMomentum * (next[j] - current[j]);
            }
            current = next;
            ahead = nextAhead;
            momentum = nextMomentum;
        }
        var weights = new Double[d];
        for (int j = 0; j < d; j++) {
            weights[j] = current[j] * scale[j];
        }
        return new MonotoneLogistic(List.of(weights), current[d]);
    }

    /** Probability of being wrong, in (0, 1). */
    double probability(double[] row) {
        double logit = intercept;
        for (int j = 0; j < row.length; j++) {
            logit += weights.get(j) * capped(row[j]);
        }
        return sigmoid(logit);
    }

    private static double capped(double value) {
        return Math.min(CAP, value);
    }

    private static double sigmoid(double logit) {
        return 1.0 / (1.0 + Math.exp(-logit));
    }

    /** The inverse of each signal's standard deviation; 0 where it never varies. */
    private static double[] scales(double[][] rows, int d) {
        double[] scales = new double[d];
        for (int j = 0; j < d; j++) {
            double sum = 0.0;
            double squares = 0.0;
            for (double[] row : rows) {
                double value = capped(row[j]);
                sum += value;
                squares += value * value;
            }
            double mean = sum / rows.length;
            double deviation = Math.sqrt(Math.max(0.0, squares / rows.length - mean * mean));
            scales[j] = deviation < 1e-9 ? 0.0 : 1.0 / Math.max(LEAST_DEVIATION, deviation);
        }
        return scales;
    }

    private static double[] gradient(
            double[][] rows, boolean[] wrong, double[] weights, double penalty) {
        int d = weights.length - 1;
        double[] gradient = new double[d + 1];
        for (int i = 0; i < rows.length; i++) {
            double logit = 0.0;
            for (int j = 0; j <= d; j++) {
                logit += weights[j] * rows[i][j];
            }
            double error = sigmoid(logit) - (wrong[i] ? 1.0 : 0.0);
            for (int j = 0; j <= d; j++) {
                gradient[j] += error * rows[i][j];
            }
        }
        for (int j = 0; j < d; j++) {
            gradient[j] += penalty * weights[j];
        }
        return gradient;
    }

    /** Of the rows' Gram matrix, by power iteration, rounded up a little to be on the safe side. */
    private static double largestEigenvalue(double[][] rows) {
        int d = rows[0].length;
        double[] vector = new double[d];
        Arrays.fill(vector, 1.0 / Math.sqrt(d));
        double value = 1.0;
        for (int iteration = 0; iteration < 50; iteration++) {
            double[] product = new double[d];
            for (double[] row : rows) {
                double dot = 0.0;
                for (int j = 0; j < d; j++) {
                    dot += row[j] * vector[j];
                }
                for (int j = 0; j < d; j++) {
                    product[j] += dot * row[j];
                }
            }
            double norm = 0.0;
            for (double x : product) {
                norm += x * x;
            }
            value = Math.sqrt(norm);
            for (int j = 0; j < d; j++) {
                vector[j] = product[j] / value;
            }
        }
        return 1.05 * value;
    }
}
