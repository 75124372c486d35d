package org.demur.evaluation.metric;

import java.util.Optional;
import java.util.OptionalDouble;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;

/**
 * A sample with what a decision on it was worth.
 *
 * @param outcome of the decision that was taken
 * @param draftIsRight whether answering would have been right; empty where there was no draft, or
 *     where it was not scored
 * @param uncertainty of the draft, higher is less sure; empty where none was measured
 * @param infeasibility how infeasible the question seemed, higher is less feasible; empty where
 *     that was not measured
 */
public record ScoredItem(
        Sample sample,
        Outcome outcome,
        Optional<Boolean> draftIsRight,
        OptionalDouble uncertainty,
        OptionalDouble infeasibility) {
    /** A decision without measurements, as foreign predictions have it. */
    public static ScoredItem of(Sample sample, Outcome outcome) {
        Optional<Boolean> right =
                outcome.isAnswered()
                        ? Optional.of(outcome == Outcome.CORRECT_SQL)
                        : Optional.empty();
        return new ScoredItem(
                sample, outcome, right, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /**
     * The same with what was measured.
     *
     * @param unsure higher is less sure; of answers only, since nothing else was scored
     * @param infeasible higher is less feasible
     */
    public ScoredItem measured(OptionalDouble unsure, OptionalDouble infeasible) {
        return new ScoredItem(
                sample,
                outcome,
                draftIsRight,
                outcome.isAnswered() ? unsure : OptionalDouble.empty(),
                infeasible);
    }

    public boolean isInfeasible() {
        return sample.gold() instanceof Gold.Infeasible;
    }
}
