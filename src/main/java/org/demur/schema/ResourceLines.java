package org.demur.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

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

    /** The words of such lists, of which a line may hold several. */
    public static Set<String> words(Class<?> beside, String name) {
        return of(beside, name).stream()
                .flatMap(line -> Arrays.stream(line.strip().split("\\s+", -1)))
                .collect(Collectors.toUnmodifiableSet());
    }
}
