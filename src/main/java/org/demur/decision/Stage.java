package org.demur.decision;

/** The stages, in the order data flows. */
public enum Stage {
    FEASIBILITY,
    GENERATION,
    DETECTION,
    UNCERTAINTY,
    DECISION,
    EXECUTION
}
