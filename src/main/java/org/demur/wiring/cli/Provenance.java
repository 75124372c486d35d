package org.demur.wiring.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.demur.evaluation.compare.ContentCache;
import org.demur.wiring.Settings;

/** What a run depends on besides its data: files of the program's home, and versions. */
final class Provenance {
    private static final System.Logger LOG = System.getLogger(Provenance.class.getName());

    private static final List<String> LIBRARIES =
            List.of(
                    "io.quarkus/quarkus-core",
                    "org.xerial/sqlite-jdbc",
                    "com.github.jsqlparser/jsqlparser",
                    "ml.dmlc/xgboost4j_2.13",
                    "dev.langchain4j/langchain4j-core");

    private Provenance() {}

    /**
     * Path below the home to SHA-256, for every file that strategies may be made of. Which of them
     * a strategy reads is its components' affair, so all are listed.
     */
    static Map<String, String> digests(Settings settings) {
        Path home = settings.home().toAbsolutePath().normalize();
        var cache = new ContentCache(home);
        var digests = new TreeMap<String, String>();
        for (Path folder :
                List.of(
                        settings.strategies(),
                        settings.thresholds(),
                        Path.of("models"),
                        Path.of("prompts"))) {
            Path root = home.resolve(folder);
            if (!Files.isDirectory(root)) {
                continue;
            }
            try (var files = Files.walk(root)) {
                files.filter(Files::isRegularFile)
                        .forEach(file ->
                                digests.put(home.relativize(file).toString(), cache.digest(file)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return digests;
    }

    /**
     * Part to version.
     *
     * @param program such as {@code demur 0.1.0}
     */
    static Map<String, String> versions(String program, Path home) {
        var versions = new TreeMap<String, String>();
        versions.put("demur", program);
        versions.put("java", Integer.toString(Runtime.version().feature()));
        versions.put("revision", revision(home));
        for (String library : LIBRARIES) {
            String version = version(library);
            if (!version.isEmpty()) {
                versions.put(library.substring(library.indexOf('/') + 1), version);
            }
        }
        return versions;
    }

    private static String version(String library) {
        String resource = "META-INF/maven/" + library + "/pom.properties";
        try (InputStream input = Provenance.class.getClassLoader().getResourceAsStream(resource)) {
            var properties = new Properties();
            if (input != null) {
                properties.load(input);
            }
            return properties.getProperty("version", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The commit, marked where tracked files differ from it; {@code unknown} without Git. */
    private static String revision(Path home) {
        String commit = git(home, "rev-parse", "HEAD");
        if (commit.isEmpty()) {
            return "unknown";
        }
        boolean changed = !git(home, "status", "--porcelain", "--untracked-files=no").isEmpty();
        return changed ? commit + ", changed" : commit;
    }

    private static String git(Path home, String... arguments) {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(command)
                            .directory(home.toAbsolutePath().toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String output;
            try (InputStream text = process.getInputStream()) {
                output = new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
            }
            return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0 ? output : "";
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "Git cannot be asked", e);
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
