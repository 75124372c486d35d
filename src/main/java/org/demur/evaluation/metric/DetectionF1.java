package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;
import org.demur.feasibility.InfeasibleKind;
import org.jspecify.annotations.Nullable;

/**
 * F1(kind): harmonic mean of precision and recall of abstaining as a detector of infeasible
 * questions, those of other kinds left out. Range [0, 1]; printed x100; no value without an
 * infeasible question.
 *
 * @param kind null for infeasible questions of every kind, printed as {@code F1(infeasible)}
 */
public record DetectionF1(@Nullable InfeasibleKind kind) implements Metric {
    @Override
    public String name() {
        return "F1(%s)".formatted(InfeasibleSubset.name(kind));
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        double detected = 0;
        double missed = 0;
        double falselyDetected = 0;
        for (ScoredItem item : InfeasibleSubset.of(items, kind)) {
            switch (item.outcome()) {
                case CORRECT_ABSTENTION -> detected++;
                case FALSE_ANSWER -> missed++;
                case MISSED -> falselyDetected++;
                case CORRECT_SQL, WRONG_SQL -> {}
            }
        }
        return detected + missed == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(2 * detected / (2 * detected + missed + falselyDetected));
    }
}
