package org.demur;

import java.sql.DriverManager;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Registers database drivers before any test: the registry is filled once, by the class loader of
 * whoever asks first, and what Quarkus loads for its tests the others cannot see.
 */
public final class DriversFirst implements LauncherSessionListener {
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        DriverManager.drivers().forEach(driver -> {});
    }
}
