package org.demur.answer;

import java.util.List;
import java.util.OptionalDouble;
import org.demur.decision.Reason;
import org.demur.execution.ResultTable;
import org.demur.generation.SqlCandidate;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;

/** What the caller gets: rows and the SQL behind them, or an abstention and the reason for it. */
public sealed interface Answer {
    Question question();

    Trace trace();

    /**
     * The gateway is sure enough.
     *
     * @param sql the statement that ran: the draft as the guard rewrote it
     * @param trace how it came about
     */
    record Answered(
            Question question, SqlCandidate draft, String sql, ResultTable result, Trace trace)
            implements Answer {
        /**
         * The probability of being right, in [0, 1]; empty where no calibration vouches for the
         * estimator's score.
         */
        public OptionalDouble confidence() {
            var score = trace.evidence().uncertainty();
            return score == null || !score.isCalibrated()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(1 - score.value());
        }
    }

    /**
     * The gateway does not answer.
     *
     * @param suggestions up to three nearby questions that it could answer, nearest first
     * @param draft the best draft, where it was asked for and withheld for want of certainty
     * @param trace how it came about
     */
    record Abstained(
            Question question,
            Reason reason,
            List<String> suggestions,
            @Nullable WithheldDraft draft,
            Trace trace)
            implements Answer {
        public Abstained {
            suggestions = List.copyOf(suggestions);
        }
    }
}
