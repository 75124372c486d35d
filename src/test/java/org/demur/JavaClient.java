package org.demur;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * A client in Java, made of the interface's description as {@code src/test/java-client} says. A
 * test is skipped where there is no Maven, but fails where {@code CI} is set.
 */
public final class JavaClient {
    private static final Path SOURCES = Path.of("src/test/java-client");
    private static final Path FOLDER = Path.of("target/java-client").toAbsolutePath();
    private static final Path CLASSES = FOLDER.resolve("classes");
    private static final String LIBRARIES = System.getProperty("java.class.path");
    private static final int PATIENCE_S = 300;

    private JavaClient() {}

    /**
     * Makes the client, and compiles a program with it.
     *
     * @param description OpenAPI, in JSON
     */
    public static void make(byte[] description, String program) throws Exception {
        if (!hasMaven()) {
            String message = "no Maven: put mvn on the PATH";
            if (System.getenv("CI") != null) {
                Assertions.fail(message);
            }
            Assumptions.abort(message);
        }
        Files.createDirectories(CLASSES);
        for (var file : List.of("pom.xml", program)) {
            Files.copy(
                    SOURCES.resolve(file),
                    FOLDER.resolve(file),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        Files.write(FOLDER.resolve("openapi.json"), description);
        run(Map.of(), "mvn", "-q", "-B", "clean", "generate-sources");
        Files.createDirectories(CLASSES);
        var command =
                new ArrayList<>(
                        List.of(
                                java("javac"),
                                "-nowarn",
                                "-cp",
                                LIBRARIES,
                                "-d",
                                CLASSES.toString()));
        command.add(program);
        try (Stream<Path> generated = Files.walk(FOLDER.resolve("target/generated-sources"))) {
            generated
                    .filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> command.add(file.toString()));
        }
        run(Map.of(), command.toArray(String[]::new));
    }

    /**
     * Runs what was compiled.
     *
     * @return what it prints
     */
    public static String run(String type, Map<String, String> environment) throws Exception {
        return run(
                environment, java("java"), "-cp", CLASSES + File.pathSeparator + LIBRARIES, type);
    }

    private static String run(Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        var out = FOLDER.resolve("out.txt").toFile();
        var builder =
                new ProcessBuilder(command)
                        .directory(FOLDER.toFile())
                        .redirectOutput(out)
                        .redirectError(FOLDER.resolve("err.txt").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        var process = builder.start();
        assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS))
                .as("%s ends", command[0])
                .isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", command[0], Files.readString(FOLDER.resolve("err.txt")))
                .isZero();
        return Files.readString(out.toPath());
    }

    private static boolean hasMaven() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "mvn")));
    }

    private static String java(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }
}
