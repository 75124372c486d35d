package org.demur.evaluation.metric;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;

/**
 * McNemar's exact test of two systems on the same items, of which only those count that one of them
 * alone has right. Items count singly: where several share a template, an interval over templates
 * says more.
 *
 * @param onlyFirst items that only the first has right
 * @param onlySecond items that only the second has right
 * @see <a href="https://doi.org/10.1007/BF02295996">McNemar 1947</a>
 */
public record McNemar(int onlyFirst, int onlySecond) {
    /** The test of pairs of outcomes, of which those are right that earn a point. */
    public static McNemar of(List<ClusteredBootstrap.Pair> pairs) {
        int first = 0;
        int second = 0;
        for (var pair : pairs) {
            boolean isFirstRight = pair.first().outcome().score() > 0;
            boolean isSecondRight = pair.second().outcome().score() > 0;
            first += isFirstRight && !isSecondRight ? 1 : 0;
            second += isSecondRight && !isFirstRight ? 1 : 0;
        }
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
