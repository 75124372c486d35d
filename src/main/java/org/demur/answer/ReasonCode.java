package org.demur.answer;

import java.util.Locale;
import org.demur.decision.Reason;

/** The kinds of abstention, as a closed list; the names are part of the HTTP interface. */
public enum ReasonCode {
    INFEASIBLE,
    NO_DRAFT,
    SUSPECT_SQL,
    TOO_UNCERTAIN,
    STAGE_FAILED;

    public static ReasonCode of(Reason reason) {
        return switch (reason) {
            case Reason.Infeasible _ -> INFEASIBLE;
            case Reason.NoDraft _ -> NO_DRAFT;
            case Reason.SuspectSql _ -> SUSPECT_SQL;
            case Reason.TooUncertain _ -> TOO_UNCERTAIN;
            case Reason.StageFailed _ -> STAGE_FAILED;
        };
    }

    /** As written in answers and metrics, such as {@code too-uncertain}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
