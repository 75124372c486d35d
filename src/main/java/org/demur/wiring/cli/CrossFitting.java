package org.demur.wiring.cli;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.demur.evaluation.run.CrossFittedRun;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.SavedRun;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.uncertainty.Folding;
import org.demur.uncertainty.Signal;
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

    @Option(
            names = "--ablation",
            description = "With --crossfit: also decide without each group of signals.")
    private boolean ablation;

    boolean isAsked() {
        if (ablation && folding == null) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST, "--ablation goes with --crossfit");
        }
        return folding != null;
    }

    /**
     * The run decided anew, by penalty.
     *
     * @param run every draft of which was measured
     */
    Function<Double, SavedRun> decided(SavedRun run, DraftScores scores) {
        return fitted(run, scores, EnumSet.allOf(Signal.class));
    }

    /** The same without a group of signals each, by the name of the group; possibly none. */
    Map<String, Function<Double, SavedRun>> without(SavedRun run, DraftScores scores) {
        Map<String, Function<Double, SavedRun>> without = new LinkedHashMap<>();
        for (var group : ablation ? Signal.Group.values() : new Signal.Group[0]) {
            var rest = EnumSet.allOf(Signal.class);
            rest.removeIf(signal -> signal.group() == group);
            without.put(group.name().toLowerCase(Locale.ROOT), fitted(run, scores, rest));
        }
        return without;
    }

    private Function<Double, SavedRun> fitted(
            SavedRun run, DraftScores scores, EnumSet<Signal> signals) {
        if (folding == null) {
            throw new IllegalStateException("nobody asked for cross-fitting");
        }
        return new CrossFittedRun(run, scores, folding, signals)::at;
    }
}
