package org.demur.evaluation.suite;

import java.io.Serializable;
import java.util.List;

/**
 * What is known of a column's values.
 *
 * @param name as declared
 * @param nullShare of the rows, in [0, 1]
 * @param values some of them, each once: Long, Double or String; none where there is no row
 */
record ColumnProfile(String name, double nullShare, List<Object> values) implements Serializable {
    ColumnProfile {
        values = List.copyOf(values);
    }
}
