package org.demur.detection;

import org.demur.generation.SqlCandidate;

/**
 * A draft together with what was found in it.
 *
 * @param findings possibly none
 */
public record InspectedDraft(SqlCandidate draft, Findings findings) {
    /** Whether somebody looked at both results and they are equal. */
    public boolean agreesWith(InspectedDraft other) {
        Long result = findings.result();
        return result != null && result.equals(other.findings().result());
    }
}
