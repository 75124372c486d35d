package org.demur.evaluation.metric;

import java.util.ArrayList;
import java.util.List;
import org.demur.feasibility.InfeasibleKind;

/** The metrics there are, by name. */
public final class Metrics {
    private Metrics() {}

    /** Those that every report gives, in its order. */
    public static List<Metric> standard() {
        var metrics = new ArrayList<Metric>();
        for (double penalty : new double[] {0, 1, 5, 10}) {
            metrics.add(new ReliabilityScore(penalty));
        }
        metrics.add(new ReliabilityScoreAtN());
        metrics.add(new AbstainAll());
        metrics.add(new ExecutionAccuracy());
        metrics.add(new Coverage());
        metrics.add(new SelectiveRisk());
        metrics.add(new WrongAnswers());
        metrics.add(new CoverageAtZeroWrong());
        metrics.add(new AreaUnderRiskCoverage());
        metrics.add(new ExpectedCalibrationError(10));
        metrics.add(new BrierScore());
        metrics.add(new DetectionF1(null));
        metrics.add(new DetectionAuroc(null));
        for (InfeasibleKind kind : InfeasibleKind.values()) {
            metrics.add(new DetectionF1(kind));
            metrics.add(new DetectionAuroc(kind));
        }
        return List.copyOf(metrics);
    }
}
