package org.demur.execution;

import java.io.Serial;
import org.demur.detection.FindingCode;
import org.demur.execution.Guarded.Refused;

/** Carries a refusal out of the depth of the syntax tree; never leaves the guard. */
final class RefusalException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final transient Refused refused;

    RefusalException(FindingCode code, String subject, String explanation) {
        super(explanation, null, false, false); // an outcome, not a fault: it needs no stack trace
        this.refused = new Refused(code, subject, explanation);
    }

    Refused refused() {
        return refused;
    }
}
