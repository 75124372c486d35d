package org.demur.evaluation.metric;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * McNemar's exact test of two systems on the same items, of which only those count that one of them
 * alone has right. Items count singly: where several share a template, an interval over templates
 * says more.
 *
 * @param onlyFirst items that only the first has right, or scores more on
 * @param onlySecond items that only the second has right, or scores more on
 * @see <a href="https://doi.org/10.1007/BF02295996">McNemar 1947</a>
 */
public record McNemar(int onlyFirst, int onlySecond) {
    /** The test of pairs of outcomes, of which those are right that earn a point. */
    public static McNemar of(List<ClusteredBootstrap.Pair> pairs) {
        return ofMargins(
                pairs.stream()
                        .mapToDouble(pair -> points(pair.second()) - points(pair.first()))
                        .toArray());
    }

    private static int points(ScoredItem item) {
        return Math.max(0, item.outcome().score());
    }

    /**
     * The test of what a metric calls right. Empty where it calls no single decision so, as RS(c)
     * does for c above 0: its difference also counts what wrong answers cost, the test does not.
     */
    public static Optional<McNemar> of(Metric metric, List<ClusteredBootstrap.Pair> pairs) {
        return switch (metric) {
            case ReliabilityScore score when score.penalty() == 0 -> Optional.of(of(pairs));
            case ExecutionAccuracy _ ->
                    Optional.of(
                            of(
                                    pairs.stream()
                                            .filter(pair -> !pair.first().isInfeasible())
                                            .toList()));
            default -> Optional.empty();
        };
    }

    /**
     * The sign test, which is McNemar's where an item is right or wrong.
     *
     * @param margins by how much the second scores more, one an item
     */
    public static McNemar ofMargins(double... margins) {
        int first = (int) Arrays.stream(margins).filter(margin -> margin < 0).count();
        int second = (int) Arrays.stream(margins).filter(margin -> margin > 0).count();
        return new McNemar(first, second);
    }

    /**
     * Probability, in [0, 1], of a split at least as uneven if both were equally often right; 1
     * where they never differ.
     */
    public double pValue() {
        int differing = onlyFirst + onlySecond;
        BigInteger ways = BigInteger.ONE;
        BigInteger uneven = BigInteger.ZERO;
        for (int k = 0; k <= Math.min(onlyFirst, onlySecond); k++) {
            uneven = uneven.add(ways);
            ways =
                    ways.multiply(BigInteger.valueOf(differing - k))
                            .divide(BigInteger.valueOf(k + 1));
        }
        BigDecimal all = new BigDecimal(BigInteger.TWO.pow(differing));
        double oneSided = new BigDecimal(uneven).divide(all, MathContext.DECIMAL64).doubleValue();
        return Math.min(1, 2 * oneSided);
    }
}
