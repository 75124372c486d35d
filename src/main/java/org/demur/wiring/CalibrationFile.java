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
import org.demur.pipeline.OpenDatabase;
import org.demur.uncertainty.Calibration;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.Calibrator;
import org.demur.uncertainty.FittedFile;

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

    private static final CalibrationFile NONE =
            new CalibrationFile(Map.of(), Calibration.IDENTITY, List.of());

    /**
     * What was fitted for a strategy on a database.
     *
     * @param source on whose questions
     */
    record Fitted(CalibrationFile file, CalibrationSource source) {
        /** Nothing was: scores are no probabilities. */
        static final Fitted NONE = new Fitted(CalibrationFile.NONE, CalibrationSource.NONE);

        Calibrator calibrator() {
            return new Calibrator(file.calibration, source);
        }

        List<Thresholds> thresholds() {
            return file.thresholds;
        }
    }

    static Path of(Path folder, String database, String strategy) {
        return folder.resolve(database + "-" + strategy + ".json");
    }

    /** The database's own, else the background, else nothing. */
    static Fitted nearest(Path folder, OpenDatabase database, String strategy) {
        return nearest(
                of(folder, database.id(), strategy),
                folder.resolve(BackgroundFiles.thresholds(strategy, database)));
    }

    /** What serves a strategy on a database; nothing fitted where nothing was. */
    public static CalibrationFile inForce(Path folder, OpenDatabase database, String strategy) {
        return nearest(folder, database, strategy).file();
    }

    static Fitted nearest(Path own, Path background) {
        if (Files.exists(own)) {
            return new Fitted(read(own), CalibrationSource.OWN);
        }
        return Files.exists(background)
                ? new Fitted(read(background), CalibrationSource.BACKGROUND)
                : Fitted.NONE;
    }

    /**
     * Reads a file.
     *
     * @throws GatewayException {@code INVALID_THRESHOLDS} where it is not of this form
     */
    public static CalibrationFile read(Path file) {
        try {
            return Objects.requireNonNull(JSON.readValue(file.toFile(), CalibrationFile.class));
        } catch (IOException | RuntimeException e) {
            throw new GatewayException(
                    FailureCode.INVALID_THRESHOLDS,
                    file
                            + " holds no fitted thresholds: remove it, or make it again by `demur calibrate`",
                    e);
        }
    }

    /** Writes the file; it appears at once or not at all. */
    public void write(Path file) {
        FittedFile.write(file, this);
    }
}
