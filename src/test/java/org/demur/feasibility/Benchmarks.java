package org.demur.feasibility;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.demur.schema.catalog.DeclaredCatalog;

/** The benchmarks' folder, where there is one. */
final class Benchmarks {
    private Benchmarks() {}

    static Optional<Path> folder() {
        var named = System.getenv("DEMUR_BENCHMARKS");
        return Optional.of(Path.of(named == null ? "../shared/data" : named))
                .filter(Files::isDirectory);
    }

    /** The databases of config/databases, with their files in the benchmarks' folder. */
    static DeclaredCatalog catalog(Path folder) {
        var environment = new HashMap<>(System.getenv());
        environment.put("DEMUR_EHRSQL", folder.resolve("ehrsql-2024").toAbsolutePath().toString());
        environment.put("DEMUR_SPIDER", folder.resolve("spider").toAbsolutePath().toString());
        return DeclaredCatalog.below(Path.of("").toAbsolutePath(), environment);
    }

    /** A JSON file, packed or not. */
    static JsonNode json(Path file) {
        var packed = file.resolveSibling(file.getFileName() + ".gz");
        try (var in =
                Files.exists(file)
                        ? Files.newInputStream(file)
                        : new GZIPInputStream(Files.newInputStream(packed))) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
