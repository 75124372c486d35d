package org.demur.generation.verified.language;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.demur.schema.ResourceLines;
import org.demur.schema.WordStem;

/** English words for units of measurement. */
public final class Units {
    /** To each stem the first unit of its line, which stands for what is measured. */
    private static final Map<String, String> DIMENSIONS = new HashMap<>();

    static {
        for (String line : ResourceLines.of(Units.class, "units.txt")) {
            String[] units = line.split(" ", -1);
            for (String unit : units) {
                DIMENSIONS.put(WordStem.of(unit), units[0]);
            }
        }
    }

    private Units() {}

    /** Whether a stem is a unit's. */
    public static boolean isUnit(String stem) {
        return DIMENSIONS.containsKey(stem);
    }

    /** What a unit measures, alike for all units of it; empty where a stem is no unit's. */
    public static Optional<String> dimension(String stem) {
        return Optional.ofNullable(DIMENSIONS.get(stem));
    }
}
