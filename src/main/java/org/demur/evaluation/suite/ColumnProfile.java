package org.demur.evaluation.suite;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a column's values.
 *
 * @param name as declared
 * @param nullShare of the rows, in [0, 1]
 * @param values some of them, each once: Long, Double or String; none where there is no row
 * @param rows that each of the values stands for; none where no value occurs twice
 */
record ColumnProfile(
        String name,
        double nullShare,
        List<Object> values,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
                List<Long> rows)
        implements Serializable {
    ColumnProfile {
        values = List.copyOf(values);
        rows = List.copyOf(rows);
    }

    /**
     * Takes some of a column's values, which are given in their order, so that the range is kept.
     */
    static final class Sampling {
        private final int distinct;
        private final int step;
        private final List<Object> values = new ArrayList<>();
        private final List<Long> rows = new ArrayList<>();
        private int seen;
        private boolean isRepeated;

        /**
         * Of a column.
         *
         * @param distinct how many values will be given
         */
        Sampling(int distinct) {
            this.distinct = distinct;
            step = Math.max(1, (distinct + DatabaseProfile.VALUES - 1) / DatabaseProfile.VALUES);
        }

        /**
         * The next value; the last one taken stands for it where it is not taken itself.
         *
         * @param value null for what cannot stand in another database
         * @param count of the rows that hold it
         */
        void add(@Nullable Object value, long count) {
            boolean isTaken = seen % step == 0 || seen == distinct - 1;
            if (isTaken && value != null && !values.contains(value)) {
                values.add(value);
                rows.add(0L);
            }
            if (!rows.isEmpty()) {
                rows.set(rows.size() - 1, rows.getLast() + count);
            }
            isRepeated |= count > 1;
            seen++;
        }

        boolean isEmpty() {
            return values.isEmpty();
        }

        ColumnProfile profile(String name, double nullShare) {
            return new ColumnProfile(name, nullShare, values, isRepeated ? rows : List.of());
        }
    }
}
