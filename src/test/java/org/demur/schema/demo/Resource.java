package org.demur.schema.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The hand-written files that the demo's questions are made of. */
final class Resource {
    private Resource() {}

    static String text(String name) throws IOException {
        return Files.readString(Path.of("src/test/resources/demo", name));
    }
}
