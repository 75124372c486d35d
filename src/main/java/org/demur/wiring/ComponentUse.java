package org.demur.wiring;

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
}
