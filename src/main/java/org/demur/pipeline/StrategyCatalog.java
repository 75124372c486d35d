package org.demur.pipeline;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The declared strategies. Thread-safe. */
public interface StrategyCatalog {
    /**
     * A strategy as declared, before it is put together for a database.
     *
     * @param name as used in requests and files
     * @param description one sentence for people; possibly empty
     * @param components the name of the component per part, or those of the tiers; {@link
     *     #UNCALIBRATED} is there where the strategy answers without calibration
     * @param unavailable why it cannot be used now, and the remedy; null where it can
     */
    record Declared(
            String name,
            String description,
            Map<String, String> components,
            @Nullable String unavailable) {
        /** What the strategy does where no calibration vouches for its score. */
        public static final String UNCALIBRATED = "uncalibrated";

        /** It answers all the same, instead of abstaining at every penalty above 0. */
        public static final String ANSWER = "answer";
    }

    /** All of them, by name in ascending order. */
    List<Declared> declared();

    /**
     * Refuses a name that no strategy has; takes no time.
     *
     * @throws org.demur.failure.GatewayException {@code UNKNOWN_STRATEGY}
     */
    void requireDeclared(String name);

    /**
     * The strategy as it serves a database; takes seconds where a component is put together for the
     * first time.
     *
     * @throws org.demur.failure.GatewayException {@code UNKNOWN_STRATEGY}; {@code
     *     MODEL_UNAVAILABLE} where it needs a model that is not configured
     */
    Strategy strategy(String name, OpenDatabase database);

    /**
     * Makes a strategy ready for a database and returns when no question has to wait for that.
     *
     * @throws org.demur.failure.GatewayException as {@link #strategy}
     */
    default void prepare(String name, OpenDatabase database) {
        strategy(name, database);
    }
}
