package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Thresholds with a guarantee for any number of held-out templates: with a probability of 90 % over
 * which templates were held out, the expected share of wrong ones among the answers is at most the
 * risk asked for. Templates are taken for independent draws that count alike, however many
 * questions share one; the share is that of the mean wrong to the mean answered part of a template.
 *
 * <p>Learn then Test (Angelopoulos et al. 2021): from a few starting cuts on, ever less confident
 * cuts are tested until one fails. A test bets against the share being larger (Waudby-Smith and
 * Ramdas 2024): a template multiplies the stake by 1 + bet (risk × answered part - wrong part), in
 * the mean by at most 1 were the share larger, so that the stake hardly ever becomes large then.
 * The stake is the mean over several sizes of the bet.
 */
final class RiskControl {
    /** Of promising too much. */
    private static final double ERROR_PROBABILITY = 0.1;

    /** Starting cuts, at equal parts of the held-out items; each may err as rarely. */
    private static final int STARTS = 4;

    private static final double ENOUGH = STARTS / ERROR_PROBABILITY;

    /** Sizes of a bet, at equal parts of the largest that loses no more than the stake. */
    private static final int BETS = 20;

    /** At penalty 0 any share may be wrong; that there are right ones is still to be shown. */
    private static final double LEAST_RIGHT = 0.05;

    /** Penalties of a curve: powers of the root of 2, from the first to the last exponent. */
    private static final int FIRST = -8;

    private static final int LAST = 40;

    /** Answers in order of their uncertainty, up to and with it, by template. */
    private record Cut(double uncertainty, int answered, List<Part> parts) {}

    /**
     * Of a template.
     *
     * @param answered part of its items, in [0, 1]
     * @param wrong part of its items that is answered wrongly, at most {@code answered}
     */
    private record Part(double answered, double wrong) {}

    private final List<Cut> cuts = new ArrayList<>();

    /** Prepares for held-out items, one for each question that got a draft. */
    RiskControl(List<ThresholdFitter.HeldOut> items) {
        Map<String, Integer> sizes = new HashMap<>();
        items.forEach(item -> sizes.merge(item.cluster(), 1, Integer::sum));
        var sorted =
                items.stream()
                        .sorted(Comparator.comparingDouble(item -> item.outcome().score()))
                        .toList();
        Map<String, Part> parts = new TreeMap<>();
        for (int i = 0; i < sorted.size(); i++) {
            var item = sorted.get(i);
            double share = 1.0 / sizes.getOrDefault(item.cluster(), 1);
            parts.merge(
                    item.cluster(),
                    new Part(share, item.outcome().wrong() ? share : 0),
                    (a, b) -> new Part(a.answered + b.answered, a.wrong + b.wrong));
            double score = item.outcome().score();
            if (i + 1 == sorted.size() || sorted.get(i + 1).outcome().score() > score) {
                cuts.add(new Cut(score, i + 1, List.copyOf(parts.values())));
            }
        }
    }

    /**
     * The largest uncertainty that is answered.
     *
     * @param risk largest share of wrong answers, in (0, 1)
     * @return below 0 where the items support no answer
     */
    double threshold(double risk) {
        double best = -1;
        for (int start = 1; start <= STARTS; start++) {
            int at = start(start);
            while (at < cuts.size() && stake(cuts.get(at).parts, risk, 0) >= ENOUGH) {
                best = Math.max(best, cuts.get(at).uncertainty);
                at++;
            }
        }
        return best;
    }

    /** The first cut that answers at least so many parts of the items. */
    private int start(int part) {
        double least = cuts.isEmpty() ? 0 : (double) part / STARTS * cuts.getLast().answered;
        int at = 0;
        while (at < cuts.size() && cuts.get(at).answered < least) {
            at++;
        }
        return at;
    }

    /**
     * How many further templates, all answered rightly, would support an answer.
     *
     * @param risk largest share of wrong answers, in (0, 1)
     */
    int missing(double risk) {
        List<List<Part>> known = new ArrayList<>();
        known.add(List.of());
        for (int start = 1; start <= STARTS && !cuts.isEmpty(); start++) {
            known.add(cuts.get(start(start)).parts);
        }
        int enough = 0;
        while (!supports(known, risk, enough)) {
            enough = 2 * enough + 1;
        }
        return ThresholdFitter.fewest(enough, further -> supports(known, risk, further));
    }

    private static boolean supports(Collection<List<Part>> known, double risk, int further) {
        return known.stream().anyMatch(parts -> stake(parts, risk, further) >= ENOUGH);
    }

    /** What a stake of 1 has become, the mean over the sizes of the bet. */
    private static double stake(List<Part> parts, double risk, int further) {
        double sum = 0;
        for (int i = 0; i < BETS; i++) {
            double bet = i / (double) BETS / Math.max(1 - risk, LEAST_RIGHT);
            double stake = Math.pow(1 + bet * risk, further);
            for (var part : parts) {
                stake *= 1 + bet * (risk * part.answered - part.wrong);
            }
            sum += stake;
        }
        return sum / BETS;
    }

    /**
     * A threshold for any penalty c, for a risk of 1 / (1 + c): where an answer is worth more than
     * to abstain.
     */
    List<ThresholdCurve.Cut> curve() {
        List<ThresholdCurve.Cut> curve = new ArrayList<>();
        double largest = -1;
        for (int exponent = LAST; exponent >= FIRST; exponent--) { // a lower risk is no more either
            double penalty = Math.pow(2, exponent / 2.0);
            largest = Math.max(largest, threshold(1 / (1 + penalty)));
            curve.add(new ThresholdCurve.Cut(penalty, largest));
        }
        return curve.reversed();
    }
}
