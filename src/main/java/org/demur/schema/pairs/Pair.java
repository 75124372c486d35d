package org.demur.schema.pairs;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A pair as read from a file, not yet checked.
 *
 * @param place file and line
 * @param id from the file, or made from its position
 * @param question in plain words
 * @param sql null where the question is infeasible
 */
record Pair(String place, String id, String question, @Nullable String sql) {

    /**
     * A pair that may be selected.
     *
     * @param field the item's other fields by name; empty where it has none of that name
     */
    record Candidate(Pair pair, Function<String, String> field) {}
}
