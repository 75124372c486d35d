package org.demur.execution;

import org.demur.detection.Finding;
import org.demur.detection.FindingCode;

/** What the guard says of a draft: a statement that may run, or why it may not. */
public sealed interface Guarded permits ReadOnlySql, Guarded.Refused {
    /**
     * The draft must not run.
     *
     * @param finding the first objection; its subject is a name, word or measure of the draft
     */
    record Refused(Finding finding) implements Guarded {
        Refused(FindingCode code, String subject, String explanation) {
            this(new Finding(code, subject, explanation));
        }
    }
}
