package org.demur.pipeline;

import java.util.List;
import java.util.Map;

/** The declared strategies. Thread-safe. */
public interface StrategyCatalog {
    /**
     * A strategy as declared, before it is put together for a database.
     *
     * @param name as used in requests and files
     * @param description one sentence for people; possibly empty
     * @param components the name of the component per part
     */
    record Declared(String name, String description, Map<String, String> components) {}

    /** All of them, by name in ascending order. */
    List<Declared> declared();

    /**
     * The strategy as it serves a database; takes seconds where a component is put together for the
     * first time.
     *
     * @throws org.demur.failure.GatewayException {@code UNKNOWN_STRATEGY}
     */
    Strategy strategy(String name, OpenDatabase database);
}
