package org.demur.uncertainty;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleSupplier;

/**
 * How likely a draft is to be wrong, from all that was measured of it: agreement of votes, verdicts
 * of a model, what running it and its other readings showed, its syntax and the question's words.
 * Needs no model call. Immutable and thread-safe.
 */
public final class FusedEstimator {
    /**
     * Chosen among a few values by the cross-fitted RS(10) of the portion that docs/results.md
     * reports, where it moved that score between 61 and 63.
     */
    private static final double WEIGHT_PENALTY = 10.0;

    /** Stretches the track record to about the deviation of the other signals. */
    private static final double RECORD_UNIT = 4.0;

    private final MonotoneLogistic model;
    private final List<Signal> used;
    private final TrackRecord record;

    private FusedEstimator(MonotoneLogistic model, List<Signal> used, TrackRecord record) {
        this.model = model;
        this.used = List.copyOf(used);
        this.record = record;
    }

    /** Fits on all signals. */
    public static FusedEstimator fit(List<FusedExample> examples) {
        return fit(examples, EnumSet.allOf(Signal.class), MeasuredDraft::likeness);
    }

    /**
     * Fits a model.
     *
     * @param examples at least one; their order does not matter to more than rounding
     * @param signals what it may look at, at least one
     * @param likeness between any two drafts that it will see
     */
    static FusedEstimator fit(
            List<FusedExample> examples, Set<Signal> signals, TrackRecord.Likeness likeness) {
        var used = List.copyOf(EnumSet.copyOf(signals));
        var record = new TrackRecord(examples, likeness);
        var rows = new double[examples.size()][];
        var wrong = new boolean[examples.size()];
        for (int i = 0; i < rows.length; i++) {
            var example = examples.get(i);
            rows[i] = row(example.draft(), used, () -> record.ofRemembered(example));
            wrong[i] = examples.get(i).isWrong();
        }
        return new FusedEstimator(MonotoneLogistic.fit(rows, wrong, WEIGHT_PENALTY), used, record);
    }

    /** Probability that answering would be wrong, in (0, 1). */
    public UncertaintyScore score(MeasuredDraft draft) {
        return new UncertaintyScore(model.probability(row(draft, used, () -> record.of(draft))));
    }

    /** What each signal adds to the log-odds of being wrong, per unit; at least 0. */
    public Map<Signal, Double> weights() {
        Map<Signal, Double> weights = new EnumMap<>(Signal.class);
        for (int j = 0; j < used.size(); j++) {
            weights.put(used.get(j), model.weights().get(j));
        }
        return weights;
    }

    private static double[] row(
            MeasuredDraft draft, List<Signal> used, DoubleSupplier trackRecord) {
        return used.stream()
                .mapToDouble(signal ->
                        signal == Signal.TRACK_RECORD
                                ? RECORD_UNIT * trackRecord.getAsDouble()
                                : draft.signal(signal))
                .toArray();
    }
}
