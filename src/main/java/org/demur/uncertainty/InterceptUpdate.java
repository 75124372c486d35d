package org.demur.uncertainty;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How much likelier, or less likely, answers on one database are wrong than a calibration on others
 * says: what to add to the log-odds of error, all else kept. Some dozens of questions tell that
 * much, and do not tell where to cut (docs/decisions/0119).
 *
 * @see <a href="https://doi.org/10.1002/sim.1844">Steyerberg et al. 2004, "Validation and updating
 *     of predictive logistic regression models"</a>
 */
public final class InterceptUpdate {
    /**
     * How far databases lie apart: the standard deviation of a normal prior around 0. The marginal
     * likelihood of 16 databases that no calibration knew is largest from 0.4 to 0.8; of these 0.4
     * changes the least.
     */
    private static final double DEVIATION = 0.4;

    /** What no number of questions exceeds, many deviations away. */
    private static final double FURTHEST = 10;

    private static final int HALVINGS = 60;

    private InterceptUpdate() {}

    /**
     * The likeliest value: the questions of a template count as one.
     *
     * @param items scored as the calibration's items were; without any it is 0
     * @return in nats; below 0 where answers are right more often than the calibration says
     */
    public static double fit(Calibration ofOthers, List<ThresholdFitter.HeldOut> items) {
        Map<String, Long> sizes =
                items.stream()
                        .collect(
                                Collectors.groupingBy(
                                        ThresholdFitter.HeldOut::cluster, Collectors.counting()));
        double low = -FURTHEST;
        double high = FURTHEST;
        for (int halving = 0; halving < HALVINGS; halving++) {
            double middle = (low + high) / 2;
            if (slope(middle, ofOthers, items, sizes) > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    /** Of the log-posterior, which has one peak. */
    private static double slope(
            double logOdds,
            Calibration ofOthers,
            List<ThresholdFitter.HeldOut> items,
            Map<String, Long> sizes) {
        double slope = -logOdds / (DEVIATION * DEVIATION);
        var shifted = ofOthers.shifted(logOdds);
        for (var item : items) {
            double error = shifted.errorProbability(item.outcome().score());
            slope +=
                    ((item.outcome().wrong() ? 1 : 0) - error)
                            / sizes.getOrDefault(item.cluster(), 1L);
        }
        return slope;
    }
}
