package org.demur.wiring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.demur.detection.ErrorDetector;
import org.demur.detection.LocalErrorDetector;
import org.demur.detection.ResultCheck;
import org.demur.detection.reader.ReaderDetector;
import org.demur.detection.reading.ReadingDetector;
import org.demur.pipeline.OpenDatabase;

/** Makes what inspects a draft in this process, as far as options ask for it. */
record LocalDetectors(CrossDomainModels models) {
    /** Whether a draft is also run, to see whether anything comes of it. */
    static final String RESULTS = "results";

    /** Whether its other readings are run too. */
    static final String READINGS = "readings";

    /** Where a draft is also read by a model. */
    private static final String READER = "reader";

    /**
     * On databases of so few pairs that what is fitted for them knows the models for any database.
     */
    static final String FEW_PAIRS = "few-pairs";

    private static final String ALWAYS = "always";

    /** Always, and what it finds likelier wrong than right is a finding. */
    private static final String JUDGES = "judges";

    /** As {@code verified} has drafts inspected. */
    private static final Map<String, String> OF_VERIFIED =
            Map.of(RESULTS, "true", READER, FEW_PAIRS);

    /** What a strategy file can set of it, and of what it is a part of. */
    static ComponentOption[] options(ComponentOption... further) {
        List<ComponentOption> options = new ArrayList<>(List.of(further));
        options.add(ComponentOption.flag(RESULTS));
        options.add(ComponentOption.flag(READINGS));
        options.add(ComponentOption.oneOf(READER, FEW_PAIRS, ALWAYS, JUDGES));
        return options.toArray(ComponentOption[]::new);
    }

    ErrorDetector ofVerified(OpenDatabase database) {
        return of(database, OF_VERIFIED);
    }

    ErrorDetector of(OpenDatabase database, Map<String, String> options) {
        var engine = new EngineCheck(database);
        var local =
                new LocalErrorDetector(
                        engine, engine, isSet(options, RESULTS) ? engine : ResultCheck.NONE);
        var detector = isSet(options, READINGS) ? new ReadingDetector(local, engine) : local;
        String read = options.getOrDefault(READER, "");
        boolean isRead =
                read.equals(FEW_PAIRS)
                        ? BackgroundFiles.of(database) == BackgroundFiles.FEW_PAIRS
                        : !read.isEmpty();
        return isRead
                ? new ReaderDetector(
                        detector,
                        texts ->
                                models.reader(database)
                                        .map(reader -> reader.logOdds(texts))
                                        .orElse(OptionalDouble.empty()),
                        database.database().verified(),
                        read.equals(JUDGES))
                : detector;
    }

    private static boolean isSet(Map<String, String> options, String name) {
        return Boolean.parseBoolean(options.getOrDefault(name, "false"));
    }
}
