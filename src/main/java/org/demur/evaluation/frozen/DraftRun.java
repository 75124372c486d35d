package org.demur.evaluation.frozen;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came of running one statement. */
sealed interface DraftRun {
    /**
     * It ran.
     *
     * @param columns how many columns it has
     * @param rows every row, up to the limit of the database it ran on; cells may be null
     */
    record Rows(int columns, List<List<@Nullable Object>> rows) implements DraftRun {
        public Rows {
            rows = List.copyOf(rows);
        }

        boolean isEmpty() {
            return rows.isEmpty();
        }

        /** Same columns and the same rows, however often and in any order. */
        boolean sameBag(Rows other) {
            return columns == other.columns
                    && rows.size() == other.rows.size()
                    && counted().equals(other.counted());
        }

        boolean hasDuplicates() {
            return counted().size() < rows.size();
        }

        Map<List<@Nullable Object>, Integer> counted() {
            Map<List<@Nullable Object>, Integer> counts = new HashMap<>();
            for (var row : rows) {
                counts.merge(row, 1, Integer::sum);
            }
            return counts;
        }
    }

    /** It did not run, or not within the limits. */
    record Failed() implements DraftRun {}
}
