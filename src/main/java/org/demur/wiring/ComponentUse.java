package org.demur.wiring;

import java.util.HashMap;
import java.util.Map;

/**
 * The component that a strategy file names for a part.
 *
 * @param component the registered name
 * @param options what the file sets besides; possibly nothing
 * @param place file and line, for messages
 */
record ComponentUse(String component, Map<String, String> options, String place) {
    ComponentUse {
        options = Map.copyOf(options);
    }

    /** With an option set to a value where the file does not set it. */
    ComponentUse withDefault(String option, String value) {
        var all = new HashMap<>(options);
        all.putIfAbsent(option, value);
        return new ComponentUse(component, all, place);
    }
}
