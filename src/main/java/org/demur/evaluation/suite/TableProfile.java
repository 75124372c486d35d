package org.demur.evaluation.suite;

import java.io.Serializable;
import java.util.List;

/**
 * What is known of a table's rows.
 *
 * @param name as declared
 * @param distinct whether no two rows are the same
 * @param columns in the order declared, without generated ones
 */
record TableProfile(String name, boolean distinct, List<ColumnProfile> columns)
        implements Serializable {
    TableProfile {
        columns = List.copyOf(columns);
    }
}
