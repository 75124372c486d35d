package org.demur.decision;

/** Proceed or abstain: the selection function g of selective prediction. */
public sealed interface Decision {
    /** g = 1. */
    record Proceed() implements Decision {}

    /** g = 0. */
    record Abstain(Reason reason) implements Decision {}
}
