package org.demur.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Lists that come with the program, one entry a line. */
public final class ResourceLines {
    private ResourceLines() {}

    /**
     * The lines of a list but blank ones and those that {@code #} makes comments.
     *
     * @param beside a class in the list's package
     * @param name of the list's file
     */
    public static List<String> of(Class<?> beside, String name) {
        try (var stream = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
