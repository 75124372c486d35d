package org.demur.evaluation.metric;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.evaluation.metric.ClusteredBootstrap.Pair;
import org.demur.evaluation.metric.MeasuredResamples.Resample;
import org.demur.feasibility.InfeasibleKind;

/**
 * The intervals that a {@link ClusteredBootstrap} gives of metrics, in the metrics' own units, in
 * the time of drawing twice.
 */
public final class MetricIntervals {
    private final OutcomeResamples decided;
    private final MeasuredResamples measured;

    /** Of the feasible questions and the infeasible ones of a kind. */
    private final Function<InfeasibleKind, MetricIntervals> ofKind;

    private MetricIntervals(
            OutcomeResamples decided,
            MeasuredResamples measured,
            Function<InfeasibleKind, MetricIntervals> ofKind) {
        this.decided = decided;
        this.measured = measured;
        this.ofKind = ofKind;
    }

    /** Of one run's items. */
    public static MetricIntervals of(List<ScoredItem> items, ClusteredBootstrap bootstrap) {
        return new MetricIntervals(
                OutcomeResamples.of(items, bootstrap),
                MeasuredResamples.of(items, bootstrap),
                kind -> of(InfeasibleSubset.of(items, kind), bootstrap));
    }

    /** Of the items that two runs share. */
    public static MetricIntervals ofPairs(List<Pair> pairs, ClusteredBootstrap bootstrap) {
        return new MetricIntervals(
                OutcomeResamples.ofPairs(pairs, bootstrap),
                MeasuredResamples.ofPairs(pairs, bootstrap),
                kind ->
                        ofPairs(
                                pairs.stream()
                                        .filter(pair ->
                                                InfeasibleSubset.isOfKind(pair.first(), kind))
                                        .toList(),
                                bootstrap));
    }

    /** Of a metric that the items define; empty where most resamples do not define it. */
    public Optional<Interval> of(Metric metric) {
        var own = lookedAtBy(metric);
        return fromOutcomes(metric)
                .map(own.decided::interval)
                .orElseGet(() -> fromMeasured(metric).flatMap(own.measured::interval));
    }

    /** Of the second run's figure less the first's, likewise. */
    public Optional<Interval> difference(Metric metric) {
        var own = lookedAtBy(metric);
        return fromOutcomes(metric)
                .map(own.decided::difference)
                .orElseGet(() -> fromMeasured(metric).flatMap(own.measured::difference));
    }

    private MetricIntervals lookedAtBy(Metric metric) {
        return switch (metric) {
            case DetectionF1(var kind) when kind != null -> ofKind.apply(kind);
            case DetectionAuroc(var kind) when kind != null -> ofKind.apply(kind);
            default -> this;
        };
    }

    private static Optional<Function<OutcomeCounts, OptionalDouble>> fromOutcomes(Metric metric) {
        return Optional.ofNullable(
                switch (metric) {
                    case ReliabilityScore(double penalty) -> counts -> counts.reliability(penalty);
                    case ReliabilityScoreAtN atN -> counts -> counts.reliability(counts.items());
                    case Coverage coverage -> OutcomeCounts::coverage;
                    case SelectiveRisk risk -> OutcomeCounts::selectiveRisk;
                    case ExecutionAccuracy right -> OutcomeCounts::executionAccuracy;
                    case WrongAnswers wrong -> counts -> OptionalDouble.of(counts.wrongAnswers());
                    default -> null;
                });
    }

    private static Optional<Function<Resample, OptionalDouble>> fromMeasured(Metric metric) {
        return Optional.ofNullable(
                switch (metric) {
                    case CoverageAtZeroWrong coverage -> Resample::coverageAtZeroWrong;
                    case AreaUnderRiskCoverage area -> Resample::areaUnderRiskCoverage;
                    case ExpectedCalibrationError(int bins) ->
                            resample -> resample.expectedCalibrationError(bins);
                    case BrierScore brier -> Resample::brierScore;
                    case DetectionF1 detection -> Resample::detectionF1;
                    case DetectionAuroc ranking -> Resample::detectionAuroc;
                    default -> null;
                });
    }
}
