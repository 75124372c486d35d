package org.demur.api;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.demur.PostgresForTests;
import org.demur.api.KilledService.Running;
import org.demur.journal.JournalPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that is killed ({@code kill -9}) during 64 concurrent requests, twice. */
final class KilledServiceTest {
    private static final int ROUNDS = 2;

    @TempDir private Path folder = Path.of("");

    @Test
    void losesAndDoublesNoAnswerInSqlite() throws Exception {
        var file = folder.resolve("journal.sqlite");
        KilledService.survives(() -> start(file.toString()), new JournalPlace.InFile(file), ROUNDS);
    }

    @Test
    void losesAndDoublesNoAnswerInPostgresql() throws Exception {
        var server = PostgresForTests.fresh();
        server.run("GRANT CREATE ON SCHEMA public TO " + server.role());
        KilledService.survives(
                () -> start(server.url(), server.role(), server.password()),
                new JournalPlace.OnServer(server.url(), server.role(), server.password()),
                ROUNDS);
    }

    private static Running start(String... place) throws Exception {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                JournalledService.class.getName()));
        command.addAll(List.of(place));
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        var port = process.inputReader().readLine();
        return new Running(process, URI.create("http://localhost:" + port + QueryResource.PATH));
    }
}
