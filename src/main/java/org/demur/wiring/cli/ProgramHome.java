package org.demur.wiring.cli;

import java.nio.file.Path;
import java.util.Map;
import org.demur.wiring.Settings;
import org.demur.wiring.SettingsFile;
import org.jspecify.annotations.Nullable;

/** Where the program finds its configuration: the launcher tells. */
final class ProgramHome {
    /** The system property that says where. */
    static final String PROPERTY = "demur.home";

    private ProgramHome() {}

    static Path path() {
        return Path.of(System.getProperty(PROPERTY, ""));
    }

    /** As {@link SettingsFile#read}. */
    static Settings settings() {
        return SettingsFile.read(path());
    }

    /** The same, but for the penalty if one is given: the command's, larger or smaller. */
    static Settings settings(@Nullable Double penalty) {
        return penalty == null
                ? settings()
                : SettingsFile.read(path(), Map.of("demur.ask.penalty", penalty.toString()));
    }
}
