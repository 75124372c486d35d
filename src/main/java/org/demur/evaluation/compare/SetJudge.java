package org.demur.evaluation.compare;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares results as BIRD does: as sets of rows, whose columns have an order. */
final class SetJudge implements RowJudge {
    private final Set<List<Object>> gold;
    private final Set<List<Object>> predicted = new HashSet<>();

    SetJudge(GoldResult.Values gold) {
        this.gold = gold.rows().stream().map(PythonCells::row).collect(Collectors.toSet());
    }

    @Override
    public boolean accept(@Nullable Object[] cells) {
        predicted.add(PythonCells.row(cells));
        return predicted.size() <= gold.size();
    }

    @Override
    public boolean isRight() {
        return predicted.equals(gold);
    }
}
