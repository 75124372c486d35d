package org.demur.evaluation.metric;

import java.util.List;
import java.util.Locale;
import org.demur.evaluation.dataset.Gold;
import org.demur.feasibility.InfeasibleKind;
import org.jspecify.annotations.Nullable;

/** Which infeasible questions a detection metric looks at: all, or those of one kind. */
final class InfeasibleSubset {
    private InfeasibleSubset() {}

    /** Such as {@code column-surface}, or {@code infeasible} for all. */
    static String name(@Nullable InfeasibleKind kind) {
        return kind == null ? "infeasible" : kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The feasible questions and those infeasible ones that count. */
    static List<ScoredItem> of(List<ScoredItem> items, @Nullable InfeasibleKind kind) {
        return items.stream().filter(item -> kind == null || isOfKind(item, kind)).toList();
    }

    /** Whether it is feasible or of the kind. */
    static boolean isOfKind(ScoredItem item, InfeasibleKind kind) {
        return !(item.sample().gold() instanceof Gold.Infeasible(var own)) || own == kind;
    }
}
