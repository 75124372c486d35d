package org.demur.wiring.cli;

import java.nio.file.Path;
import org.demur.wiring.Settings;
import org.demur.wiring.SettingsFile;

/** Where the program finds its configuration: the launcher tells. */
final class ProgramHome {
    private ProgramHome() {}

    static Path path() {
        return Path.of(System.getProperty("demur.home", ""));
    }

    /** As {@link SettingsFile#read}. */
    static Settings settings() {
        return SettingsFile.read(path());
    }
}
