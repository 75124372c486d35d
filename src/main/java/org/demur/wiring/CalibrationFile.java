package org.demur.wiring;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.demur.decision.Thresholds;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.WholeFile;
import org.demur.uncertainty.Calibration;

/**
 * Fitted thresholds as a file: {@code config/thresholds/<database>-<strategy>.json}.
 *
 * @param provenance what was fitted, on what and how; for people
 * @param calibration from raw score to probability of error
 * @param thresholds for a range of penalties
 */
public record CalibrationFile(
        @JsonProperty("provenance") Map<String, String> provenance,
        @JsonProperty("calibration") Calibration calibration,
        @JsonProperty("thresholds") List<Thresholds> thresholds) {
    public CalibrationFile {
        provenance = Collections.unmodifiableMap(new LinkedHashMap<>(provenance));
        Objects.requireNonNull(calibration, "calibration");
        thresholds = List.copyOf(thresholds);
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    /** No file: scores are taken as they are and the expected-score rule decides. */
    static final CalibrationFile NONE =
            new CalibrationFile(Map.of(), Calibration.IDENTITY, List.of());

    static Path of(Path folder, String database, String strategy) {
        return folder.resolve(database + "-" + strategy + ".json");
    }

    /** That of a database, or the one that serves every database where it has none of its own. */
    static CalibrationFile nearest(Path folder, String database, String strategy) {
        var own = of(folder, database, strategy);
        return read(Files.exists(own) ? own : folder.resolve(strategy + ".json"));
    }

    /**
     * Reads a file.
     *
     * @throws GatewayException {@code INVALID_CONFIGURATION} where it is not of this form
     */
    static CalibrationFile read(Path file) {
        if (!Files.exists(file)) {
            return NONE;
        }
        try {
            return JSON.readValue(file.toFile(), CalibrationFile.class);
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    file
                            + " holds no fitted thresholds: remove it, or make it again by `demur calibrate`",
                    e);
        }
    }

    /** Writes the file; it appears at once or not at all. */
    public void write(Path file) {
        try {
            WholeFile.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this));
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, "Cannot write " + file, e);
        }
    }
}
