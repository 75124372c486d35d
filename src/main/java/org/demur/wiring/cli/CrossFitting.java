package org.demur.wiring.cli;

import java.util.function.Function;
import org.demur.evaluation.run.CrossFittedRun;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.SavedRun;
import org.demur.uncertainty.Folding;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of commands that can decide a run by the fused estimator, fitted on the run itself. */
final class CrossFitting {
    @Option(
            names = "--crossfit",
            paramLabel = "database|template",
            description =
                    "Decide by the fused estimator, each question by weights and thresholds that saw"
                            + " nothing of its database, or of its tenth of the templates.")
    private @Nullable Folding folding;

    boolean isAsked() {
        return folding != null;
    }

    /**
     * The run decided anew, by penalty.
     *
     * @param run every draft of which was measured
     */
    Function<Double, SavedRun> decided(SavedRun run, DraftScores scores) {
        if (folding == null) {
            throw new IllegalStateException("nobody asked for cross-fitting");
        }
        return new CrossFittedRun(run, scores, folding)::at;
    }
}
