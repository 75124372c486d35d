package org.demur.answer;

import java.util.Locale;
import org.demur.decision.Reason;
import org.demur.failure.FailureCode;

/** The kinds of abstention, as a closed list; the names are part of the HTTP interface. */
public enum ReasonCode {
    INFEASIBLE,
    NO_DRAFT,
    SUSPECT_SQL,
    TOO_UNCERTAIN,
    UNCALIBRATED,
    /** No model that the strategy needs gave an answer in time and within budget. */
    MODEL_UNAVAILABLE,
    STAGE_FAILED;

    public static ReasonCode of(Reason reason) {
        return switch (reason) {
            case Reason.Infeasible _ -> INFEASIBLE;
            case Reason.NoDraft _ -> NO_DRAFT;
            case Reason.SuspectSql _ -> SUSPECT_SQL;
            case Reason.TooUncertain _ -> TOO_UNCERTAIN;
            case Reason.Uncalibrated _ -> UNCALIBRATED;
            case Reason.StageFailed(var _, var code, var _) ->
                    code == FailureCode.MODEL_UNAVAILABLE || code == FailureCode.BUDGET_EXHAUSTED
                            ? MODEL_UNAVAILABLE
                            : STAGE_FAILED;
        };
    }

    /** As written in answers and metrics, such as {@code too-uncertain}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
