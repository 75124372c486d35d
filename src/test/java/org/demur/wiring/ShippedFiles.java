package org.demur.wiring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Files of the program in another home. */
public final class ShippedFiles {
    private ShippedFiles() {}

    public static void copy(Path home, String... files) throws IOException {
        for (var file : files) {
            var copy = home.resolve(file);
            Files.createDirectories(Objects.requireNonNull(copy.getParent()));
            Files.copy(Path.of(file), copy);
        }
    }
}
