package org.demur.schema;

import java.util.List;

/**
 * Reads distinct texts of the live database; a query that fails or is cut short gives an empty
 * list.
 */
@FunctionalInterface
public interface ReachableValues {
    /** Where no database is at hand: the value index alone serves. */
    ReachableValues NONE = sql -> List.of();

    /**
     * The texts of a one-column query.
     *
     * @param sql written by Demur from the schema's names, never from a question
     */
    List<String> texts(String sql);
}
