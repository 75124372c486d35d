package org.demur.evaluation.metric;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.demur.feasibility.InfeasibleKind;
import org.jspecify.annotations.Nullable;

/**
 * AUROC(kind): probability that an infeasible question seemed more infeasible than a feasible one,
 * ties counted half. Range [0, 1], 0.5 is chance; no value where one of the two is absent or was
 * not measured.
 *
 * @param kind null for infeasible questions of every kind, printed as {@code AUROC(infeasible)}
 */
public record DetectionAuroc(@Nullable InfeasibleKind kind) implements Metric {
    @Override
    public String name() {
        return "AUROC(%s)".formatted(InfeasibleSubset.name(kind));
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        List<ScoredItem> measured =
                InfeasibleSubset.of(items, kind).stream()
                        .filter(item -> item.infeasibility().isPresent())
                        .toList();
        double[] feasible = sorted(measured, false);
        double[] infeasible = sorted(measured, true);
        if (feasible.length == 0 || infeasible.length == 0) {
            return OptionalDouble.empty();
        }
        double below = 0;
        int less = 0;
        int notMore = 0;
        for (double score : infeasible) {
            while (less < feasible.length && feasible[less] < score) {
                less++;
            }
            while (notMore < feasible.length && feasible[notMore] <= score) {
                notMore++;
            }
            below += (less + notMore) / 2.0;
        }
        return OptionalDouble.of(below / feasible.length / infeasible.length);
    }

    @Override
    public double printedTimes() {
        return 1;
    }

    private static double[] sorted(List<ScoredItem> items, boolean infeasible) {
        double[] scores =
                items.stream()
                        .filter(item -> item.isInfeasible() == infeasible)
                        .mapToDouble(item -> item.infeasibility().orElseThrow())
                        .toArray();
        Arrays.sort(scores);
        return scores;
    }
}
