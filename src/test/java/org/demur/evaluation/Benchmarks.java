package org.demur.evaluation;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.demur.evaluation.compare.ContentCache;

/** Benchmark data outside of the project; a test that needs it is skipped where it is absent. */
public final class Benchmarks {
    private Benchmarks() {}

    /** A file or folder of the benchmarks. */
    public static Path require(String name) {
        String configured = System.getenv("DEMUR_BENCHMARKS");
        Path root =
                configured == null || configured.isBlank()
                        ? sharedData(Path.of("").toAbsolutePath())
                        : Path.of(configured);
        Path file = root.resolve(name);
        assumeTrue(Files.exists(file), () -> "needs " + file + "; set DEMUR_BENCHMARKS");
        return file;
    }

    /** Unpacked databases and gold results, kept between test runs. */
    public static ContentCache cache() {
        return new ContentCache(Path.of("target", "test-cache"));
    }

    private static Path sharedData(Path project) {
        for (Path folder = project; folder != null; folder = folder.getParent()) {
            Path data = folder.resolveSibling("shared").resolve("data");
            if (Files.isDirectory(data)) {
                return data;
            }
        }
        return project.resolveSibling("shared").resolve("data");
    }
}
