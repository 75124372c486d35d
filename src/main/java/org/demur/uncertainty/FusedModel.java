package org.demur.uncertainty;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * What signals say of being wrong. Immutable; as a file it can be read by a person.
 *
 * @param provenance what it was fitted on, for people
 * @param weights what each signal adds to the log-odds of being wrong, per unit; at least 0
 * @param shared what every signal adds besides, at most once, so that a signal too rare to have a
 *     weight of its own is not passed over; at least 0
 * @param intercept the log-odds of being wrong where every signal is 0
 */
public record FusedModel(
        @JsonProperty("provenance") Map<String, String> provenance,
        @JsonProperty("weights") Map<Signal, Double> weights,
        @JsonProperty("shared") double shared,
        @JsonProperty("intercept") double intercept) {
    /**
     * Of the values tried, 3, 10 and 30, none changes the cross-fitted RS(10) that docs/results.md
     * reports by more than one point.
     */
    private static final double WEIGHT_PENALTY = 10.0;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Knows nothing of any draft. */
    public static final FusedModel NONE = new FusedModel(Map.of(), Map.of(), 0, 0);

    public FusedModel {
        provenance = Collections.unmodifiableMap(new TreeMap<>(provenance));
        var ordered = new EnumMap<Signal, Double>(Signal.class);
        ordered.putAll(weights);
        weights = Collections.unmodifiableMap(ordered);
    }

    /**
     * Fits a model.
     *
     * @param examples at least one; their order does not matter to more than rounding
     */
    public static FusedModel fit(List<FusedExample> examples) {
        var used = List.of(Signal.values());
        var rows = new double[examples.size()][];
        var wrong = new boolean[examples.size()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row(used, examples.get(i).signals());
            wrong[i] = examples.get(i).isWrong();
        }
        var fitted = MonotoneLogistic.fit(rows, wrong, WEIGHT_PENALTY);
        Map<Signal, Double> weights = new EnumMap<>(Signal.class);
        for (int j = 0; j < used.size(); j++) {
            weights.put(used.get(j), fitted.weights().get(j));
        }
        return new FusedModel(Map.of(), weights, fitted.weights().getLast(), fitted.intercept());
    }

    /** The same, with what it was fitted on. */
    public FusedModel fittedOn(Map<String, String> what) {
        return new FusedModel(what, weights, shared, intercept);
    }

    /**
     * Probability that answering would be wrong, in (0, 1).
     *
     * @param signals of the draft; a missing one counts as 0
     */
    public double probability(Map<Signal, Double> signals) {
        var used = List.copyOf(weights.keySet());
        List<Double> all = new ArrayList<>(weights.values());
        all.add(shared);
        return new MonotoneLogistic(all, intercept).probability(row(used, signals));
    }

    /** The signals, and how many there are of any kind. */
    private static double[] row(List<Signal> used, Map<Signal, Double> signals) {
        double[] row = new double[used.size() + 1];
        for (int j = 0; j < used.size(); j++) {
            row[j] = signals.getOrDefault(used.get(j), 0.0);
            row[used.size()] += Math.min(1.0, row[j]);
        }
        return row;
    }

    /**
     * The weights that were fitted for a strategy on a database, else on others; else none.
     *
     * @throws GatewayException as {@link #read}
     */
    public static FusedModel of(Path folder, String database, String strategy) {
        return Stream.of(database + "-" + strategy, strategy)
                .map(name -> folder.resolve(name + ".json"))
                .filter(Files::exists)
                .findFirst()
                .map(FusedModel::read)
                .orElse(NONE);
    }

    /**
     * Reads a file.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where it is not of this form
     */
    public static FusedModel read(Path file) {
        try {
            return Objects.requireNonNull(JSON.readValue(file.toFile(), FusedModel.class));
        } catch (IOException | RuntimeException e) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE,
                    file + " holds no weights of signals: make it again by `demur calibrate`",
                    e);
        }
    }

    /** Writes the file; it appears at once or not at all. */
    public void write(Path file) {
        FittedFile.write(file, this);
    }
}
