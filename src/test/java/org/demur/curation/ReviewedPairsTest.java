package org.demur.curation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Executors;
import org.demur.curation.ReviewedPairs.Origin;
import org.demur.pipeline.Library;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ReviewedPairsTest {
    private static final String PAIR =
            "{\"id\": \"by-command\", \"question\": \"Which?\", \"sql\": \"SELECT 2\"}";

    @AutoClose private final Library library = new Library();

    /** A process that has begun to change the file, and ends with it. */
    static final class Command {
        private Command() {}

        public static void main(String... arguments) throws IOException {
            try (var channel =
                            FileChannel.open(
                                    Path.of(arguments[0]),
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE);
                    var _ = channel.lock()) {
                System.out.println("locked");
                int _ = System.in.read();
                Files.writeString(Path.of(arguments[1]), "[" + PAIR + "]");
            }
        }
    }

    @Test
    void noPairIsLostThatAnotherProcessAddsAtTheSameTime() throws Exception {
        // given
        try (var database = library.open(library.catalog().database("library"))) {
            var file = ReviewedPairs.fileOf(database);
            var command =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Command.class.getName(),
                                    file.resolveSibling("." + file.getFileName() + ".lock")
                                            .toString(),
                                    file.toString())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            assertThat(command.inputReader().readLine()).isEqualTo("locked");

            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                // when
                var adding =
                        threads.submit(() ->
                                ReviewedPairs.add(
                                        database,
                                        new VerifiedQuery("by-service", "How many?", "SELECT 1"),
                                        Origin.now("cleo")));
                Thread.sleep(300); // in which it would have been done
                assertThat(adding.isDone()).isFalse();
                command.outputWriter().close();
                adding.get();
            }

            // then
            assertThat(ReviewedPairs.has(database, "by-command")).isTrue();
            assertThat(ReviewedPairs.has(database, "by-service")).isTrue();
        }
    }
}
