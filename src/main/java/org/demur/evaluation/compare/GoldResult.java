package org.demur.evaluation.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a gold statement returned, in the form that its rules compare. */
sealed interface GoldResult {
    /**
     * As texts.
     *
     * @param rows sorted, the first {@link FirstRows#COMPARED} at most
     */
    record Texts(List<TextRow> rows) implements GoldResult {
        public Texts {
            rows = List.copyOf(rows);
        }
    }

    /**
     * As values.
     *
     * @param rows all of them, in the order returned; cells as {@link RowReader} gives them
     */
    record Values(List<@Nullable Object[]> rows) implements GoldResult {
        public Values {
            rows = List.copyOf(rows);
        }
    }

    /**
     * It returned nothing that could be compared.
     *
     * @param because one sentence for a person
     */
    record Unavailable(String because) implements GoldResult {}
}
