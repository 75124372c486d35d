package org.demur.wiring;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Everything that can be set under {@code demur.}, in {@code config/application.properties}, by
 * system property or by environment variable. Relative paths are below {@link #home()}.
 */
@ConfigMapping(prefix = "demur")
public interface Settings {
    /** Folder that holds {@code config/}; the launcher sets it. */
    @WithDefault(".")
    Path home();

    /** Folder of database declarations. */
    @WithDefault("config/databases")
    Path databases();

    /** Folder of strategies. */
    @WithDefault("config/strategies")
    Path strategies();

    /** Folder of fitted thresholds. */
    @WithDefault("config/thresholds")
    Path thresholds();

    /** Defaults of a question. */
    Ask ask();

    /** Bounds of the service. */
    Service service();

    /** What a question is asked with when it does not say. */
    interface Ask {
        /** Database of `demur ask` and of the page at /. */
        @WithDefault("demo")
        String database();

        /** Strategy that answers. */
        @WithDefault("verified")
        String strategy();

        /**
         * Cost of a wrong answer in right decisions; a question may ask for more, never for less.
         */
        @WithDefault("10")
        double penalty();
    }

    /** How much the service takes on. */
    interface Service {
        /** Questions worked on at the same time; more are refused with 503. */
        @WithDefault("64")
        int maxConcurrent();

        /** Longest that a question may take altogether. */
        @WithDefault("PT30S")
        Duration timeLimit();
    }
}
