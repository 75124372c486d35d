package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.demur.evaluation.compare.sql.SqlTree.Expr;
import org.demur.evaluation.compare.sql.SqlTree.Op;
import org.demur.evaluation.compare.sql.SqlTree.Ref;

/** Which columns a conjunction makes equal to each other. */
final class Equalities {
    private Equalities() {}

    /** Disjoint sets of two columns or more. */
    static List<Set<Ref>> of(Collection<Expr> conjunction) {
        List<Set<Ref>> sets = new ArrayList<>();
        for (Expr condition : conjunction) {
            if (isEquality(condition)) {
                Op equality = (Op) condition;
                Set<Ref> joined = new LinkedHashSet<>();
                equality.args().forEach(arg -> joined.add((Ref) arg));
                sets.removeIf(set -> {
                    boolean touches = set.stream().anyMatch(joined::contains);
                    if (touches) {
                        joined.addAll(set);
                    }
                    return touches;
                });
                if (joined.size() > 1) {
                    sets.add(joined);
                }
            }
        }
        return sets;
    }

    /** Whether the condition is that two columns are equal. */
    static boolean isEquality(Expr condition) {
        return condition instanceof Op op
                && op.name().equals("=")
                && op.args().stream().allMatch(Ref.class::isInstance);
    }
}
