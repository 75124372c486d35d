package org.demur;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.demur.file.Sha256;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * The programs of {@code src/test/javascript} and what they need, as its lock names it. A test is
 * skipped where there is no npm, but fails where {@code CI} is set.
 */
public final class NodePrograms {
    private static final Path SOURCES = Path.of("src/test/javascript");
    private static final Path INSTALLED = Path.of("target/javascript").toAbsolutePath();
    private static final int PATIENCE_S = 300;

    private NodePrograms() {}

    /** Installs once for each lock. */
    public static void install() throws Exception {
        if (Stream.of("node", "npm").anyMatch(name -> find(name).isEmpty())) {
            String message = "no npm: install nodejs 20 or newer and npm, or put them on the PATH";
            if (System.getenv("CI") != null) {
                Assertions.fail(message);
            }
            Assumptions.abort(message);
        }
        Files.createDirectories(INSTALLED);
        var digest = Sha256.of(Files.readString(SOURCES.resolve("package-lock.json")));
        var done = INSTALLED.resolve("installed");
        if (!Files.exists(done) || !Files.readString(done).equals(digest)) {
            for (var file : List.of("package.json", "package-lock.json")) {
                Files.copy(
                        SOURCES.resolve(file),
                        INSTALLED.resolve(file),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            run(
                    Map.of(),
                    "npm",
                    "ci",
                    "--no-audit",
                    "--no-fund",
                    "--ignore-scripts",
                    "--loglevel=error");
            Files.writeString(done, digest);
        }
    }

    /**
     * Runs a program of {@code src/test/javascript}.
     *
     * @return what it prints
     */
    public static String node(String program, Map<String, String> environment) throws Exception {
        copy(program);
        return run(environment, "node", program);
    }

    /** Puts a file beside the programs. */
    public static void write(String name, byte[] content) throws IOException {
        Files.write(INSTALLED.resolve(name), content);
    }

    /** Copies a file of {@code src/test/javascript} beside the programs that are installed. */
    public static void copy(String name) throws IOException {
        Files.copy(
                SOURCES.resolve(name),
                INSTALLED.resolve(name),
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** Runs a command where the programs are installed; fails unless it ends well. */
    public static String run(Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        var out = INSTALLED.resolve("out.txt").toFile();
        var err = INSTALLED.resolve("err.txt").toFile();
        var builder =
                new ProcessBuilder(command)
                        .directory(INSTALLED.toFile())
                        .redirectOutput(out)
                        .redirectError(err);
        builder.environment().putAll(environment);
        var process = builder.start();
        assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS))
                .as("%s ends", command[0])
                .isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", String.join(" ", command), Files.readString(err.toPath()))
                .isZero();
        return Files.readString(out.toPath(), StandardCharsets.UTF_8);
    }

    private static Optional<Path> find(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
