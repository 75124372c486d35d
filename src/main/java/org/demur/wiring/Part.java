package org.demur.wiring;

import java.util.Locale;

/** The parts that a strategy file names, one component each. */
enum Part {
    FEASIBILITY,
    GENERATOR,
    SUGGESTER,
    DETECTOR,
    ESTIMATOR,
    POLICY;

    /** As written in a strategy file. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
