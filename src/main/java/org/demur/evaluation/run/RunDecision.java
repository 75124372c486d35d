package org.demur.evaluation.run;

/** How a sample of a run ended. */
public enum RunDecision {
    ANSWERED,
    ABSTAINED,
    /** Something other than the strategy failed: unscored, counted, run again on request. */
    BROKEN_DOWN
}
