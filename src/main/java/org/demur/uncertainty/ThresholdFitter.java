package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;

/**
 * Chooses where to cut by the papers' rule (TrustSQL v2, appendix C.1.2), but promising no more
 * than held-out items support. The items are sorted by confidence; a cut is worth 1 for each right
 * answer and -c for each wrong one, and the cut that is worth most is taken, of equal ones the more
 * confident. To answer an infeasible question costs the point for abstaining too. Of wrong answers
 * there count as many as there may be by a one-sided bound at 90 %.
 *
 * <p>The bound is Wilson's (1927, score interval) with two changes, because items of a cluster
 * stand or fall together. Its number of observations is Kish's effective one of the templates
 * (Survey Sampling, 1965): seven paraphrases of one statement are one observation. Its variance is
 * that of the ratio estimator (Cochran, Sampling Techniques, 1977) between templates or between
 * databases where that is larger. With nothing wrong it takes 1.64 c + 1 templates to answer at
 * penalty c, 17 at penalty 10. It is no simultaneous bound over cuts.
 *
 * <p>By other methods ({@link ThresholdMethod}) the items are cut otherwise.
 *
 * <p>No items support a penalty about their number. Beyond the largest supported one the plain sums
 * decide, but among ever fewer cuts: the largest uncertainty falls as 1 / (1 + c), or the number of
 * held-out answers where it would fall faster ({@code
 * docs/decisions/0060-thresholds-at-any-penalty.md}).
 */
public final class ThresholdFitter {
    /** Up to this penalty, the default of a question, the bound alone decides. */
    private static final double BOUND_ALONE = 10;

    /** From one cut to the next beyond the bound, in 1 + c; it loses at most 3 of 10 answers. */
    private static final double STEP = Math.sqrt(2);

    /** To penalties 2^32 times the largest supported one. */
    private static final int MOST_STEPS = 64;

    private static final ThresholdCurve.Cut NOTHING = new ThresholdCurve.Cut(BOUND_ALONE, -1);

    /** Of a one-sided bound at 90 %. */
    private static final double Z = 1.2816;

    /**
     * A draft whose worth is known.
     *
     * @param outcome its uncertainty, at least 0, and whether answering is wrong
     * @param template what questions share that stand or fall together, such as the statement
     *     without its literals
     * @param database whose templates may stand or fall together
     */
    public record HeldOut(Calibration.Outcome outcome, String template, String database) {
        /** What it stands or falls with. */
        String cluster() {
            return database + '\n' + template;
        }
    }

    /**
     * What stands behind the answers at a penalty.
     *
     * @param threshold the largest uncertainty that is answered; one below 0 answers nothing
     * @param answered held-out items that would be answered
     * @param templates different templates among the answered
     * @param independent as many independent items tell as much, at most {@code templates}
     * @param missing how many further templates, all answered right, would make the items support
     *     an answer at this penalty; 0 where they do
     */
    public record Support(
            double threshold,
            int answered,
            int wrong,
            int templates,
            double independent,
            int missing) {}

    private final List<HeldOut> items;
    private final ThresholdMethod method;
    private final List<Answers> prefixes;
    private final ThresholdCurve curve;
    private final double supported;
    private final boolean isCutElsewhere;

    /** Fits by a bound on held-out items, one for each question that got a draft. */
    public ThresholdFitter(List<HeldOut> items) {
        this(items, ThresholdMethod.BOUND);
    }

    private ThresholdFitter(ThresholdFitter fitter, ThresholdCurve elsewhere) {
        items = fitter.items;
        method = fitter.method;
        prefixes = fitter.prefixes;
        curve = elsewhere;
        supported = supported(elsewhere.cuts());
        isCutElsewhere = true;
    }

    private ThresholdFitter(List<HeldOut> items, ThresholdMethod method) {
        this.items = List.copyOf(items);
        this.method = method;
        isCutElsewhere = false;
        prefixes = prefixes(items);
        List<ThresholdCurve.Cut> cuts =
                switch (method) {
                    case BOUND -> best(answers -> answers.mostWrong);
                    case PAPER -> best(answers -> answers.templates.wrong);
                    case CONFORMAL -> new RiskControl(items).curve();
                };
        supported = supported(cuts);
        if (method == ThresholdMethod.BOUND) {
            cuts.addAll(beyond(cuts));
        }
        curve = new ThresholdCurve(cuts.isEmpty() ? List.of(NOTHING) : cuts);
    }

    private static double supported(List<ThresholdCurve.Cut> cuts) {
        return cuts.stream()
                .filter(cut -> cut.uncertainty() >= 0)
                .mapToDouble(ThresholdCurve.Cut::penalty)
                .max()
                .orElse(0);
    }

    /** The same items, cut by another method. */
    public ThresholdFitter by(ThresholdMethod other) {
        return other == method ? this : new ThresholdFitter(items, other);
    }

    /** The same items, cut where others were fitted to, which support it. */
    public ThresholdFitter cutBy(ThresholdCurve elsewhere) {
        return new ThresholdFitter(this, elsewhere);
    }

    /** Whether other items support the cuts. */
    public boolean isCutElsewhere() {
        return isCutElsewhere;
    }

    public ThresholdCurve curve() {
        return curve;
    }

    /** The largest penalty at which the items support an answer; 0 where they support none. */
    public double supported() {
        return supported;
    }

    /** What stands behind the answers at a penalty. */
    public Support support(double penalty) {
        double threshold = curve.at(penalty);
        var last = prefixes.getFirst();
        for (var next : prefixes) {
            if (next.score <= threshold) {
                last = next;
            }
        }
        return new Support(
                threshold,
                (int) last.count,
                (int) last.templates.wrong,
                last.templates.clusters,
                last.count == 0 ? 0 : last.count / last.templates.size(),
                missing(penalty));
    }

    private int missing(double penalty) {
        if (isCutElsewhere) {
            return 0;
        }
        return switch (method) {
            case BOUND -> {
                int enough = (int) Math.min(1 + Z * Z * penalty, Integer.MAX_VALUE); // of nothing
                for (var answers : prefixes) {
                    enough = fewest(enough, more -> answers.with(more).isWorth(penalty));
                }
                yield enough;
            }
            case PAPER -> curve.at(penalty) < 0 ? 1 : 0;
            case CONFORMAL ->
                    curve.at(penalty) < 0 ? new RiskControl(items).missing(1 / (1 + penalty)) : 0;
        };
    }

    /**
     * The smallest number from 0 on that is enough, by halving what is searched.
     *
     * @param enough one that is known to be
     * @param isEnough whether one is; true for all from the smallest on
     */
    static int fewest(int enough, IntPredicate isEnough) {
        int low = 0;
        int high = enough;
        while (low < high) {
            int middle = low + (high - low) / 2;
            if (isEnough.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /**
     * The answers of each cut, from none on. Sums in one pass: equal scores are answered together
     * or not at all.
     */
    private static List<Answers> prefixes(List<HeldOut> items) {
        var sorted =
                items.stream()
                        .sorted(Comparator.comparingDouble(i -> i.outcome().score()))
                        .toList();
        var templates = new Clustered();
        var databases = new Clustered();
        int infeasible = 0;
        List<Answers> prefixes = new ArrayList<>();
        prefixes.add(new Answers(-1, 0, 0, templates.sums(), databases.sums()));
        for (int i = 0; i < sorted.size(); i++) {
            var item = sorted.get(i);
            var outcome = item.outcome();
            templates.add(item.cluster(), outcome.wrong());
            databases.add(item.database(), outcome.wrong());
            infeasible += outcome.infeasible() ? 1 : 0;
            if (i + 1 == sorted.size() || sorted.get(i + 1).outcome().score() > outcome.score()) {
                prefixes.add(
                        new Answers(
                                outcome.score(),
                                i + 1,
                                infeasible,
                                templates.sums(),
                                databases.sums()));
            }
        }
        return prefixes;
    }

    /**
     * The cuts that are worth most, each up to the penalty where a more confident one is worth as
     * much: worth falls linearly with the penalty, the faster the more are wrong.
     *
     * @param wrong how many of the answers count as wrong
     */
    private List<ThresholdCurve.Cut> best(ToDoubleFunction<Answers> wrong) {
        List<ThresholdCurve.Cut> cuts = new ArrayList<>();
        var none = prefixes.getFirst();
        var best = none;
        for (var answers : prefixes) {
            if (answers.worth(0, wrong.applyAsDouble(answers))
                    > best.worth(0, wrong.applyAsDouble(best))) {
                best = answers;
            }
        }
        while (best != none) {
            double mostWrong = wrong.applyAsDouble(best);
            double until = Double.MAX_VALUE; // where nothing is wrong
            var next = none;
            for (var other : prefixes) {
                double otherWrong = wrong.applyAsDouble(other);
                if (otherWrong < mostWrong) {
                    double equal = (best.gain() - other.gain()) / (mostWrong - otherWrong) - 1;
                    if (equal < until || (equal == until && other.score < next.score)) {
                        until = equal;
                        next = other;
                    }
                }
            }
            cuts.add(new ThresholdCurve.Cut(until, best.score));
            best = next;
        }
        return cuts;
    }

    /** Step by step to fewer answers; to none up to penalty 10 where the bound supports less. */
    private List<ThresholdCurve.Cut> beyond(List<ThresholdCurve.Cut> bounded) {
        var none = prefixes.getFirst();
        List<ThresholdCurve.Cut> cuts = new ArrayList<>();
        if (supported < BOUND_ALONE) {
            cuts.add(new ThresholdCurve.Cut(BOUND_ALONE, none.score));
            return cuts;
        }
        double largest = bounded.getLast().uncertainty();
        double answered =
                prefixes.stream().filter(a -> a.score <= largest).toList().getLast().count;
        for (int step = 1; step <= MOST_STEPS && answered >= STEP; step++) {
            double share = Math.pow(STEP, -step);
            double penalty = (1 + supported) / share - 1;
            var best = none;
            for (var answers : prefixes) {
                boolean isAmong =
                        answers.score <= largest * share || answers.count <= answered / STEP;
                if (isAmong
                        && answers.worth(penalty, answers.templates.wrong)
                                > best.worth(penalty, best.templates.wrong)) {
                    best = answers;
                }
            }
            cuts.add(new ThresholdCurve.Cut(penalty, best.score));
            answered = best.count;
        }
        return cuts;
    }

    /** All items up to a score. */
    private static final class Answers {
        final double score;
        final double count;
        final int infeasible;
        final Sums templates;
        final Sums databases;
        final double mostWrong;

        Answers(double score, double count, int infeasible, Sums templates, Sums databases) {
            this.score = score;
            this.count = count;
            this.infeasible = infeasible;
            this.templates = templates;
            this.databases = databases;
            this.mostWrong = mostWrong();
        }

        /** What answering gains before anything is wrong. */
        double gain() {
            return count - infeasible;
        }

        double worth(double penalty, double wrong) {
            return gain() - (1 + penalty) * wrong;
        }

        boolean isWorth(double penalty) {
            return worth(penalty, mostWrong) > 0;
        }

        /** These and further templates of the mean size, all of them right. */
        Answers with(int further) {
            int size = Math.max(1, (int) Math.round(count / Math.max(1.0, templates.clusters)));
            return new Answers(
                    score,
                    count + (double) further * size,
                    infeasible,
                    templates.with(further, size),
                    databases.with(further, size));
        }

        /** How many may be wrong at 90 %. */
        private double mostWrong() {
            if (count == 0) {
                return 0;
            }
            double wrong = templates.wrong;
            double variance =
                    Math.max(
                            wrong * (1 - wrong / count),
                            Math.max(templates.variance(), databases.variance()));
            double half = Z * Z / 2 * templates.size();
            double root = Z * Math.sqrt(variance + half * half / (Z * Z));
            return Math.min(count, (wrong + half + root) / (1 + 2 * half / count));
        }
    }

    /**
     * Sums over clusters.
     *
     * @param squares of the clusters' items
     * @param wrongSquares of the clusters' wrong items
     * @param products of the clusters' items and wrong items
     */
    private record Sums(
            int clusters,
            double answered,
            double wrong,
            double squares,
            double wrongSquares,
            double products) {
        /** Items of a cluster, on the average over items. */
        double size() {
            return squares / answered;
        }

        /** Of the number of wrong items, by what clusters differ from the rate of all. */
        double variance() {
            double rate = wrong / answered;
            return Math.max(0, wrongSquares - 2 * rate * products + rate * rate * squares);
        }

        Sums with(int further, int size) {
            return new Sums(
                    clusters + further,
                    answered + (double) further * size,
                    wrong,
                    squares + (double) further * size * size,
                    wrongSquares,
                    products);
        }
    }

    /** Counts by cluster, with the sums that follow item by item. */
    private static final class Clustered {
        private final Map<String, int[]> counts = new HashMap<>();
        private Sums sums = new Sums(0, 0, 0, 0, 0, 0);

        void add(String cluster, boolean wrong) {
            int[] count = counts.computeIfAbsent(cluster, c -> new int[2]);
            int w = wrong ? 1 : 0;
            sums =
                    new Sums(
                            counts.size(),
                            sums.answered + 1,
                            sums.wrong + w,
                            sums.squares + 2 * count[0] + 1,
                            sums.wrongSquares + w * (2 * count[1] + 1),
                            sums.products + (w == 1 ? count[0] + 1 : 0) + count[1]);
            count[0]++;
            count[1] += w;
        }

        Sums sums() {
            return sums;
        }
    }
}
