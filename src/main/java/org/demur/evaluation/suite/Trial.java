package org.demur.evaluation.suite;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a database showed when it was tried.
 *
 * @param kept what is kept of it where it is; null where it tells nothing apart that the databases
 *     tried with it before do not
 * @param findings by the place of the statement, of those whose gold is decided on it
 */
record Trial(SchemaSuite.@Nullable Kept kept, Map<Integer, Finding> findings)
        implements Serializable {
    Trial {
        findings = Map.copyOf(findings);
    }

    /**
     * Of one statement.
     *
     * @param hasRows whether gold returns any
     * @param misread whether gold, written from what was read of it, returns something else
     * @param told places, among those left before, of neighbours with another result
     */
    record Finding(boolean hasRows, boolean misread, List<Integer> told) implements Serializable {
        Finding {
            told = List.copyOf(told);
        }
    }
}
