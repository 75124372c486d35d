package org.demur.wiring;

import java.util.Map;
import org.demur.detection.ErrorDetector;
import org.demur.detection.LocalErrorDetector;
import org.demur.detection.ResultCheck;
import org.demur.detection.reading.ReadingDetector;
import org.demur.pipeline.OpenDatabase;

/** Makes what inspects a draft without a model, as far as options ask for it. */
final class LocalDetectors {
    /** Whether a draft is also run, to see whether anything comes of it. */
    static final String RESULTS = "results";

    /** Whether its other readings are run too. */
    static final String READINGS = "readings";

    private LocalDetectors() {}

    static ErrorDetector of(OpenDatabase database, Map<String, String> options) {
        var engine = new EngineCheck(database);
        var local =
                new LocalErrorDetector(
                        engine, engine, isSet(options, RESULTS) ? engine : ResultCheck.NONE);
        return isSet(options, READINGS) ? new ReadingDetector(local, engine) : local;
    }

    private static boolean isSet(Map<String, String> options, String name) {
        return Boolean.parseBoolean(options.getOrDefault(name, "false"));
    }
}
