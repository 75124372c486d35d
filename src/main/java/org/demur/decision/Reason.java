package org.demur.decision;

import org.demur.detection.Findings;
import org.demur.failure.FailureCode;
import org.demur.feasibility.Feasibility;
import org.demur.uncertainty.UncertaintyScore;

/** Why the gateway abstains. */
public sealed interface Reason {
    /** The question cannot be answered from this schema. */
    record Infeasible(Feasibility feasibility) implements Reason {}

    /** The generator had no draft. */
    record NoDraft(String because) implements Reason {}

    /** The best draft has defects that forbid running it. */
    record SuspectSql(Findings findings) implements Reason {}

    /** The best draft is too likely to be wrong for the penalty in force. */
    record TooUncertain(UncertaintyScore score, double threshold, double penalty)
            implements Reason {}

    /** Nothing tells how likely the best draft is to be wrong. */
    record Uncalibrated() implements Reason {}

    /** A stage broke down: trouble is never an answer. */
    record StageFailed(Stage stage, FailureCode code, String message) implements Reason {}
}
