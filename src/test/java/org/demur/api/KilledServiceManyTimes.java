package org.demur.api;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.demur.PostgresForTests;
import org.demur.api.KilledService.Running;
import org.demur.journal.JournalPlace;
import org.demur.pipeline.Library;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * As {@link KilledServiceTest}, 20 times on the packaged service; what {@code .ci/run} has built.
 */
@Tag("slow")
final class KilledServiceManyTimes {
    private static final int ROUNDS = 20;
    private static final Path PROGRAM = Path.of("target/quarkus-app/quarkus-run.jar");
    private static final Duration TO_START = Duration.ofMinutes(2);

    @TempDir private Path folder = Path.of("");

    @Test
    void losesAndDoublesNoAnswerInSqlite() throws Exception {
        var file = folder.resolve("journal.sqlite");
        survives(new JournalPlace.InFile(file), "-Ddemur.journal.file=" + file);
    }

    @Test
    void losesAndDoublesNoAnswerInPostgresql() throws Exception {
        var server = PostgresForTests.fresh();
        server.run("GRANT CREATE ON SCHEMA public TO " + server.role());
        survives(
                new JournalPlace.OnServer(server.url(), server.role(), server.password()),
                "-Ddemur.journal.url=" + server.url(),
                "-Ddemur.journal.user=" + server.role(),
                "-Ddemur.journal.password=" + server.password());
    }

    private void survives(JournalPlace place, String... settings) throws Exception {
        Assumptions.assumeTrue(Files.exists(PROGRAM), PROGRAM + " is not built");
        try (var library = new Library()) {
            var databases = Files.createDirectories(folder.resolve("databases"));
            Files.writeString(
                    databases.resolve("library.yaml"),
                    "file: %s\nverified: [{question: \"How many books are there?\", sql: SELECT count(*) FROM book}]\n"
                            .formatted(library.home().resolve("library.sqlite")));
            KilledService.survives(() -> start(databases, settings), place, ROUNDS);
        }
    }

    private static Running start(Path databases, String... settings) throws Exception {
        int port = freePort();
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx1g",
                                // most of a round is the start, which the second compiler slows
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Dquarkus.http.port=" + port,
                                "-Dquarkus.management.port=" + freePort(),
                                "-Ddemur.home=" + Path.of("").toAbsolutePath(),
                                "-Ddemur.ask.database=library",
                                "-Ddemur.databases=" + databases));
        command.addAll(List.of(settings));
        command.addAll(List.of("-jar", PROGRAM.toString(), "serve"));
        var process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(Path.of("target/killed.log").toFile())
                        .start();
        var address = URI.create("http://localhost:" + port);
        await(address.resolve("/q/health/ready"));
        return new Running(process, address.resolve(QueryResource.PATH));
    }

    private static void await(URI ready) throws InterruptedException {
        var request = HttpRequest.newBuilder(ready).GET().build();
        long until = System.nanoTime() + TO_START.toNanos();
        try (var http = HttpClient.newHttpClient()) {
            while (System.nanoTime() < until) {
                try {
                    if (http.send(request, BodyHandlers.discarding()).statusCode() == 200) {
                        return;
                    }
                } catch (IOException notYet) {
                    // it is still starting
                }
                Thread.sleep(Duration.ofMillis(200));
            }
        }
        throw new IllegalStateException("the service does not start; see target/killed.log");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
