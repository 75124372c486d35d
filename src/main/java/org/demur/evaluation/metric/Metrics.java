package org.demur.evaluation.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.feasibility.InfeasibleKind;

/** The metrics there are, by name. */
public final class Metrics {
    private static final Pattern WITH_PARAMETER = Pattern.compile("(\\w+)\\(([\\w.-]+)\\)");

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

    /** The metric of that name, such as {@code RS(2.5)}; empty where there is none. */
    public static Optional<Metric> named(String name) {
        Optional<Metric> known =
                standard().stream().filter(metric -> metric.name().equals(name)).findFirst();
        return known.isPresent() ? known : withParameter(name);
    }

    private static Optional<Metric> withParameter(String name) {
        Matcher matcher = WITH_PARAMETER.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return switch (matcher.group(1)) {
                case "RS" ->
                        Optional.of(new ReliabilityScore(Double.parseDouble(matcher.group(2))));
                case "ECE" ->
                        Optional.of(
                                new ExpectedCalibrationError(Integer.parseInt(matcher.group(2))));
                default -> Optional.empty();
            };
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no number, or none that the metric takes
        }
    }
}
