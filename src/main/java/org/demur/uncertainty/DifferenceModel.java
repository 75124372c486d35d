package org.demur.uncertainty;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.demur.uncertainty.EvidenceModel.Example;
import org.jspecify.annotations.Nullable;

/**
 * The log-odds that a draft is right by its differences alone: logistic regression over single
 * words, so that it holds for templates that none of its examples has. Where there are many
 * differences each counts less. Immutable.
 *
 * <p>Fitted by accelerated gradient descent on the mean log loss with a quadratic penalty; the same
 * examples in the same order give the same model.
 *
 * @param intercept of a draft without differences, in nats
 * @param weights by difference, in nats for one that stands alone
 */
record DifferenceModel(
        @JsonProperty("intercept") double intercept,
        @JsonProperty("weights") Map<String, Double> weights) {
    /** Drafts that have a difference at least, for it to count. */
    private static final int FEWEST = 10;

    /** Of the quadratic penalty, by the mean loss of a draft. */
    private static final double PENALTY = 6e-6;

    /** More make no difference on drafts of other templates. */
    private static final int ITERATIONS = 300;

    /** To find the steepest curvature. */
    private static final int POWER_ITERATIONS = 15;

    /** Of weights in a file. */
    private static final double PRECISION = 1e4;

    DifferenceModel {
        Objects.requireNonNull(weights, "weights");
    }

    /** Null where no draft was compared with the pair that it follows. */
    static @Nullable DifferenceModel fit(List<Example> examples) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Example example : examples) {
            differences(example).forEach(d -> counts.merge(d, 1, Integer::sum));
        }
        counts.values().removeIf(count -> count < FEWEST);
        return counts.isEmpty()
                ? null
                : new Fitting(examples, new ArrayList<>(counts.keySet())).fitted();
    }

    /** In nats. */
    double logOdds(List<String> differences) {
        double sum = 0;
        int known = 0;
        for (String difference : differences) {
            Double weight = weights.get(difference);
            if (weight != null) {
                sum += weight;
                known++;
            }
        }
        return intercept + sum / Math.sqrt(Math.max(1, known));
    }

    private static List<String> differences(Example example) {
        return example.draft().draft().differences();
    }

    /** One fit; the intercept is the last weight. */
    private static final class Fitting {
        private final List<String> names;
        private final int[][] rows;
        private final boolean[] right;
        private final double[] shares;

        Fitting(List<Example> examples, List<String> names) {
            this.names = names;
            Map<String, Integer> numbers = new TreeMap<>();
            names.forEach(name -> numbers.put(name, numbers.size()));
            int n = examples.size();
            this.rows = new int[n][];
            this.right = new boolean[n];
            this.shares = new double[n];
            double total = examples.stream().mapToDouble(Example::weight).sum();
            for (int i = 0; i < n; i++) {
                var example = examples.get(i);
                rows[i] =
                        differences(example).stream()
                                .filter(numbers::containsKey)
                                .mapToInt(numbers::get)
                                .sorted()
                                .toArray();
                right[i] = example.right();
                shares[i] = example.weight() / total;
            }
        }

        DifferenceModel fitted() {
            int size = names.size() + 1;
            double step = 1 / (0.25 * curvature(size) + PENALTY);
            double[] current = new double[size];
            double[] ahead = new double[size];
            double momentum = 1;
            for (int iteration = 0; iteration < ITERATIONS; iteration++) {
                double[] gradient = gradient(ahead);
                double nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
                for (int j = 0; j < size; j++) {
                    double next = ahead[j] - step * gradient[j];
                    ahead[j] = next + (momentum - 1) / nextMomentum * (next - current[j]);
                    current[j] = next;
                }
                momentum = nextMomentum;
            }
            Map<String, Double> weights = new TreeMap<>();
            for (int j = 0; j < names.size(); j++) {
                weights.put(names.get(j), rounded(current[j]));
            }
            return new DifferenceModel(rounded(current[size - 1]), weights);
        }

        private double[] gradient(double[] weights) {
            double[] errors = new double[rows.length];
            for (int i = 0; i < rows.length; i++) {
                double probability = 1 / (1 + Math.exp(-product(rows[i], weights)));
                errors[i] = shares[i] * (probability - (right[i] ? 1 : 0));
            }
            double[] gradient = spread(errors, weights.length);
            for (int j = 0; j < weights.length - 1; j++) {
                gradient[j] += PENALTY * weights[j];
            }
            return gradient;
        }

        /** The largest eigenvalue of the rows' second moments, a little more for safety. */
        private double curvature(int size) {
            double[] direction = new double[size];
            Arrays.fill(direction, 1 / Math.sqrt(size));
            double length = 1;
            for (int iteration = 0; iteration < POWER_ITERATIONS; iteration++) {
                double[] products = new double[rows.length];
                for (int i = 0; i < rows.length; i++) {
                    products[i] = shares[i] * product(rows[i], direction);
                }
                direction = spread(products, size);
                length = Math.sqrt(Arrays.stream(direction).map(x -> x * x).sum());
                for (int j = 0; j < size; j++) {
                    direction[j] /= length;
                }
            }
            return 1.05 * length;
        }

        private static double product(int[] row, double[] weights) {
            double sum = 0;
            for (int j : row) {
                sum += weights[j];
            }
            return sum / Math.sqrt(Math.max(1, row.length)) + weights[weights.length - 1];
        }

        private double[] spread(double[] byRow, int size) {
            double[] sums = new double[size];
            for (int i = 0; i < rows.length; i++) {
                double share = byRow[i] / Math.sqrt(Math.max(1, rows[i].length));
                for (int j : rows[i]) {
                    sums[j] += share;
                }
                sums[size - 1] += byRow[i];
            }
            return sums;
        }

        private static double rounded(double weight) {
            return Math.round(weight * PRECISION) / PRECISION;
        }
    }
}
